import type { ToolClassifiers } from './classify/classifier-document.ts';
import type { ScrubMode } from './redact/scrub.ts';
import type { Sink } from './sinks/sink.ts';
import type { Decision } from './span/observed-call.ts';
import type { SdkReadableSpan } from './span/sdk-span.ts';

/** What the `policy` hook sees: never arguments. Strings are as the record will store them. */
export interface PolicyCall {
  readonly toolName: string;
  readonly serverId: string;
  readonly category: string | null;
  readonly target: Readonly<Record<string, string | boolean | null | readonly string[]>> | null;
}

/** Options that processor and guard share. */
export interface ObserveOptions {
  /**
   * What leaves on a call span. `strict` (default): an allow-list of keys; `content`: all but known content
   * keys, for people whose other product reads the span; `off`: everything. Only `strict` keeps the promise
   * that no content leaves; the others are said once at start and in every checkpoint.
   */
  readonly scrub?: ScrubMode;
  /** Exact attribute keys that stay under `strict` besides the built-in list; no effect in other modes. Default none. */
  readonly allowAttributes?: readonly string[];
  /**
   * Asked for every call about which no policy layer spoke on the span or by hand-over. Synchronous. A throw,
   * a promise or anything that is no decision is recorded as `effect: "error"`, source `policy-hook`; the
   * call itself is never affected.
   */
  readonly policy?: (call: PolicyCall) => Decision | undefined;
  /**
   * What carries a record: `span-event` (default) an event of its span, `log` a log record with the same name,
   * attributes and context, `both` one of each. `log` is for backends that drop or bill span events, and asks for a
   * global logger provider (`@opentelemetry/api` from 1.10, else `@opentelemetry/api-logs`); where there is none, the event goes onto the span and that is said
   * once. Checkpoints go onto spans always, and beside that into log records under `log` and `both`.
   */
  readonly carrier?: 'both' | 'log' | 'span-event';
  /** Attribute key whose value is the run's id where `assay.run.id` is not set. Default none. */
  readonly runKey?: string;
  /**
   * `mcp` (default): only proven MCP calls get a record; a framework's tool span that may be a local function
   * is counted. `all`: those get a record too, which claims more than was seen.
   */
  readonly toolSpans?: 'mcp' | 'all';
  /** Exact names of tools that are local functions: counted as local instead of unattributed. Default none. */
  readonly localTools?: readonly string[];
  /**
   * Classifier files beside the built-in categories: the parsed file, or the path of a JSON file (read once, where there
   * is a file system). Where two know one tool on one server, the built-in category wins, then the first. A file that is
   * not valid is a {@link ConfigError}. Default none.
   */
  readonly classifiers?: readonly (ToolClassifiers | string | object)[];
  /**
   * Binds a category (or `<name>/*`, every category of a classifier file) to server ids, or keeps it off some. Default:
   * the servers of the classifier file; the built-in categories hold for every server.
   */
  readonly bindClassifiers?: Readonly<
    Record<string, { readonly servers?: readonly string[]; readonly exceptServers?: readonly string[] }>
  >;
  /** Bounds; what exceeds one is not read (arguments) or no longer followed (traces, spans), and says so. */
  readonly limits?: {
    /** Bytes of argument text that are parsed. Default 1 MiB. */
    readonly argumentBytes?: number;
    /** Nesting of arguments. Default 64. */
    readonly argumentDepth?: number;
    /** Values in arguments. Default 10,000. */
    readonly argumentNodes?: number;
    /** Traces with an open span that are followed at once. Default 10,000. */
    readonly openTraces?: number;
    /** Calls of one trace that are open at once and followed. Default 10,000. */
    readonly openCalls?: number;
  };
}

/** Options of the processor alone. */
export interface ToolDecisionSpanProcessorOptions extends ObserveOptions {
  /**
   * Names the local root with which a run begins where the trace began upstream (an ingress, a browser). A
   * throw counts as no. Default: roots that carry `assay.run.id` or `runKey`.
   */
  readonly runRoot?: (span: SdkReadableSpan) => boolean;
  /** States that a run is its own trace, so that a run id wider than the trace needs no seal. Default false. */
  readonly runIsTrace?: boolean;
  /** What the operator vouches for and is believed. Default nothing. */
  readonly attest?: {
    /** Every MCP client and server here is instrumented by what is configured. */
    readonly instrumentation?: 'configured';
    /** Every span of a trace of which anything is recorded is recorded. */
    readonly sampler?: 'declared';
  };
}

/** Options of the guard. */
export interface ToolDecisionSpanExporterOptions extends ObserveOptions {
  /**
   * `all` (default) passes every other span on unchanged (chat and framework spans may hold the same
   * arguments); `audit` exports only call spans, spans with a checkpoint, and what a run would look cleaner without:
   * tool spans that nothing proves to be calls, spans of MCP that nobody can read and policy layers' words. All under
   * the strict allow-list.
   */
  readonly forward?: 'all' | 'audit';
  /**
   * Where the documents of each run go: sinks of `assay-otel/sinks`, or a function of one emission. Default none, and
   * then no run is followed. A sink that fails loses what it was given, which is said once.
   */
  readonly sinks?: readonly (Sink | Sink['write'])[];
  /** Milliseconds from the last span of a run whose roots have ended until it is given away. Default 5,000. */
  readonly grace?: number;
  /** Milliseconds without a span until a run is given away though its roots have not ended. Default 600,000. */
  readonly idle?: number;
  /** Milliseconds after which a run is given away however lively it is. Default 86,400,000. */
  readonly maxAge?: number;
  /** Runs that are open at once; the one idle for longest is given away and forgotten first. Default 10,000. */
  readonly maxOpenRuns?: number;
  /** Milliseconds for which what was given away can still be amended. Default 300,000. */
  readonly retainClosed?: number;
}

/** Options of both: one object can configure processor and exporter, each passes over what only the other reads. */
export interface ToolDecisionOptions
  extends ToolDecisionSpanProcessorOptions,
    ToolDecisionSpanExporterOptions {}
