/** What a receiver takes at most. Bytes, milliseconds, or a number. */
export interface ServeLimits {
  /** Bytes of a body as it comes over the wire. */
  readonly bodyBytes: number;
  /** Bytes of a body once it is decompressed. */
  readonly inflatedBytes: number;
  /** Bytes of all bodies that are held at once. */
  readonly heldBytes: number;
  /** Requests whose body is there and that are not answered yet. */
  readonly requests: number;
  /** Connections that are open at once. */
  readonly connections: number;
  /** Milliseconds in which a request has to come, head and body. */
  readonly requestTime: number;
  /** Milliseconds for which a stop waits for requests under way. */
  readonly stopTime: number;
  /** Milliseconds for which it then waits for an output that takes nothing; for the forward target a quarter of it. */
  readonly drainTime: number;
}

const MEBIBYTE = 1024 * 1024;

/** Bytes of heap that a byte of JSON can become, `[{},{}]` measured, and twice that, since runs need the most of it. */
const GROWTH = 48;

/** However little memory there is, what a batch of a Collector takes. */
const LEAST_BODY = 8 * MEBIBYTE;

/** The limits for a heap of so many bytes: with little memory bodies must be smaller. */
export function limitsFor(heapLimit: number): ServeLimits {
  const most = Math.max(LEAST_BODY, Math.floor(heapLimit / GROWTH));
  const { bodyBytes, inflatedBytes } = DEFAULT_SERVE_LIMITS;
  return {
    ...DEFAULT_SERVE_LIMITS,
    bodyBytes: Math.min(bodyBytes, most),
    inflatedBytes: Math.min(inflatedBytes, most),
  };
}

/** Bodies: the OTLP specification's recommendation; what they may grow to: the most that `surface` takes as one document. */
export const DEFAULT_SERVE_LIMITS: ServeLimits = {
  bodyBytes: 20 * MEBIBYTE,
  inflatedBytes: 64 * MEBIBYTE,
  heldBytes: 256 * MEBIBYTE,
  requests: 64,
  connections: 512,
  requestTime: 30_000,
  stopTime: 10_000,
  drainTime: 20_000,
};
