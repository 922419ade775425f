import type { Decision, ResponseStatus, Vantage } from '../span/observed-call.ts';
import type { SpanView } from '../span/view.ts';

/**
 * How one instrumentation really writes MCP spans. One file each, one line in the ordered registry
 * (`registry.ts`), one folder of fixtures (`fixtures/dialect/<name>/`). A dialect never throws on any
 * span (the contract test feeds it random ones) and never reads the clock or another dialect.
 */
export interface Dialect {
  /** Kebab-case, unique, also the fixture folder's name. */
  readonly name: string;
  /** Whether a tool's own error (`isError`) shows on the span without its result. */
  readonly marksToolError: boolean;
  /** What the span is in this dialect; `undefined` where it does not speak it. */
  recognise(span: SpanView): Recognition | undefined;
  /** The call's raw parts; asked only where `recognise` said `call`. */
  read(span: SpanView): CallReading;
}

/**
 * What is written about a dialect, for the docs and for `explain`: `about` of the same file, one line in `about.ts`.
 * Recognition needs none of it, so a bundle of the host's process leaves it out.
 */
export interface AboutDialect {
  /** The instrumentation and the versions read, for the docs table. */
  readonly title: string;
  /** Where its facts come from: a convention version, a package with version. */
  readonly source: string;
  /**
   * Cheap reasons to look at a span at all: it is looked at when its scope name is listed or one of the
   * attribute keys is present, or its name starts with one of the prefixes. Everything else about
   * recognition is in `recognise`. Written out for speed in `fingerprint.ts`.
   */
  readonly fingerprint: {
    readonly scopes?: readonly string[];
    readonly attributes?: readonly string[];
    readonly namePrefixes?: readonly string[];
  };
  /** For the docs tables: where arguments, result, server and decision are; `–` where nowhere. */
  readonly documents: {
    readonly proof: 'proven' | 'unproven' | 'depends';
    readonly vantage: string;
    readonly arguments: string;
    /** What has to be done in the instrumentation so that it records arguments; left out where nothing is known. */
    readonly argumentsSwitch?: string;
    readonly result: string;
    readonly server: string;
    readonly decision: string;
    /** By what a call that failed is told. */
    readonly errors: string;
    /** What no span of it says, so that no record of it can. */
    readonly cannotSay: string;
  };
}

/**
 * `call`: one `tools/call`, proven (an MCP call beyond doubt) or not (a framework's tool span that may be
 * a local function). `mcp`: another MCP method.
 */
export type Recognition =
  | { readonly is: 'call'; readonly proven: boolean }
  | { readonly is: 'mcp'; readonly method: string; readonly vantage?: Vantage };

/** The raw parts of a call, before the rules that hold for all dialects. */
export interface CallReading {
  readonly vantage: Vantage;
  /** From the dialect's own key, else the span name's tail; raw. */
  readonly toolName: string | undefined;
  /**
   * A second key that should agree with `toolName`; a difference is a `tool_name` conflict. Left out, the common keys
   * are asked for another name; `null` where they are not to be.
   */
  readonly otherToolName?: string | null | undefined;
  /**
   * What the span says of the server under keys of the dialect's own; raw. Left out, the common keys are asked. The
   * namespace of the tool name is not for dialects to read.
   */
  readonly serverId?: string | undefined;
  readonly arguments: RawArguments;
  /** The result where it is on the span: JSON, or a JSON string (possibly cut). */
  readonly result?: unknown;
  /**
   * Set where the dialect itself knows how the call ended (beyond span status, error.type and result).
   * `unknown` is weaker: this span cannot show a tool's own error, so its silence is no success.
   */
  readonly status?: ResponseStatus | undefined;
  /** A policy layer's own word on this span. */
  readonly decision?: Decision | undefined;
  /** The `traceparent` that an attribute of this dialect carries. */
  readonly traceparent?: string | undefined;
  /** Span names that this dialect writes for this tool and that hold nothing else. */
  readonly plainNames: readonly string[];
}

/**
 * Where arguments may be found. `json` is a JSON string or structured value to decode; `fields` are already
 * taken apart (flattened keys); `none` where nothing or a sentinel stands; `unsupported` where something
 * stands that can be no JSON object; `truncated` where a part of them was visibly cut. `wrapper` is applied
 * after decoding: a function from the decoded value to the arguments (a string is JSON text again), to
 * `undefined` where the wrapper is not there (then: unsupported), or to `null` where it is empty (then: not
 * captured). It never throws.
 */
export type RawArguments =
  | { readonly form: 'none' | 'unsupported' | 'truncated' }
  | { readonly form: 'json'; readonly value: unknown; readonly wrapper?: (decoded: unknown) => unknown }
  | { readonly form: 'fields'; readonly fields: Readonly<Record<string, unknown>> };
