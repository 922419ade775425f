/** How much of a call's arguments is read. What exceeds a limit is not parsed and says so. */
export interface ArgumentLimits {
  /** UTF-8 bytes of JSON text; for a structured value, the UTF-16 length of its keys and strings. */
  readonly argumentBytes: number;
  /** Nested objects and arrays; the arguments object itself is depth 1. */
  readonly argumentDepth: number;
  /** JSON values of every kind, the arguments object among them. */
  readonly argumentNodes: number;
}

/** The defaults: 1 MiB, 64 levels, 10,000 values. */
export const DEFAULT_ARGUMENT_LIMITS: ArgumentLimits = {
  argumentBytes: 1_048_576,
  argumentDepth: 64,
  argumentNodes: 10_000,
};
