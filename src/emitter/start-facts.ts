/** What a processor says about a span as it starts. */
export interface StartFacts {
  readonly owner: object;
  readonly ruledOut: boolean;
  readonly seenOnly: boolean;
  /** For a local root with a remote parent: whether the run began with it. */
  readonly runRoot: boolean;
  /** The run that a local root names, on itself or on its resource. */
  readonly runId: string | undefined;
}

/** Bounds of what is followed at once. */
export interface OpenLimits {
  readonly openTraces: number;
  readonly openCalls: number;
}
