import type { Vantage } from '../../src/span/observed-call.ts';

/** One process of the ground truth. */
export interface ProcessPlan {
  readonly service: string;
  /** Whether a processor follows its spans, and who vouches for its instrumentation; `guard`: the guard alone. */
  readonly emitter: 'configured' | 'guard' | 'installed' | 'none' | 'unattested';
  readonly sampler: 'declared' | 'unknown';
  /** Our wrapper around its sampler, and the wrapper's mode. */
  readonly wrapper: 'none' | 'record' | 'sample';
  /** What its exporter is wrapped with, and what that forwards. */
  readonly guard: 'all' | 'audit' | 'none';
  /** Somebody in the process reads also what is recorded and not exported. */
  readonly isRead: boolean;
  /** The last hook that whatever wraps its processor passes on. */
  readonly hooks: 'ended' | 'ending';
  readonly runIsTrace: boolean;
  /** The run that its resource names. */
  readonly resourceRun?: string | undefined;
  readonly skewMillis: number;
  readonly openTraces: number;
  readonly openCalls: number;
  readonly toolSpans: 'all' | 'mcp';
  /**
   * From this moment on its clock is a day behind: further than an epoch lasts. A clock that is set back by less
   * while an epoch stays open puts what comes after a checkpoint before its `until`, which no rule sees.
   */
  readonly setBackAt?: number | undefined;
  /** From this moment on nothing of it ends: it was killed. */
  readonly killedAt?: number | undefined;
  /** Its provider was shut down: what ends from then on is not exported. */
  readonly shutDownAt?: number | undefined;
}

/** What a span really is; `own` is one that this package made. */
export interface SpanPlan {
  readonly index: number;
  readonly trace: number;
  readonly process: number;
  /** Index of the span above; -1 names a caller upstream that exports nothing. */
  readonly parent: number | undefined;
  readonly what: 'alien' | 'client' | 'framework' | 'http' | 'list' | 'own' | 'root' | 'server' | 'work';
  readonly start: number;
  readonly end: number;
  /** The true requests that it is a side of. */
  readonly requests: readonly number[];
  readonly tool: string;
  /** Its attributes come only after its start. */
  readonly late: boolean;
  readonly runId?: string | undefined;
  /** The sampler drops it: without our wrapper the processor never sees it. */
  readonly unsampled: boolean;
  /** The processor was registered between its start and its end. */
  readonly startNotSeen: boolean;
  /** Nobody instrumented this client: no span, no count. */
  readonly hidden: boolean;
  /** After a clone of its process: in which of the two it happens. */
  readonly branch: 0 | 1;
}

/** The application ends a run in one process. */
export interface RunEnd {
  readonly process: number;
  readonly at: number;
  readonly runId: string;
}

export interface World {
  readonly processes: readonly ProcessPlan[];
  readonly spans: readonly SpanPlan[];
  readonly requests: number;
  /** Other traces of the host, one span each, at these moments: they press on the limits. */
  readonly noise: readonly number[];
  readonly ends: readonly RunEnd[];
  /** The moment at which process 0 was cloned. */
  readonly clonedAt?: number | undefined;
  /** The clone got a process id of its own. */
  readonly isFork: boolean;
  /** Where its traces are numbered from, so that several worlds can be one corpus. Default 0. */
  readonly firstTrace?: number | undefined;
}

export const VANTAGE: Readonly<Partial<Record<SpanPlan['what'], Vantage>>> = {
  client: 'client',
  framework: 'framework',
  server: 'server',
};

/** A span of which nothing is said. */
export const BLANK: SpanPlan = {
  index: 0,
  trace: 0,
  process: 0,
  parent: undefined,
  what: 'work',
  start: 0,
  end: 0,
  requests: [],
  tool: '',
  late: false,
  unsampled: false,
  startNotSeen: false,
  hidden: false,
  branch: 0,
};
