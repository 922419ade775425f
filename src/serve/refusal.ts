/** Why a request was not taken: a closed list, so that it can be a label of a metric. */
export type RefusalReason =
  | 'bad_address'
  | 'body_too_large'
  | 'content_encoding'
  | 'content_type'
  | 'gone'
  | 'journal'
  | 'method'
  | 'not_decoded'
  | 'not_found'
  | 'not_http'
  | 'not_ready'
  | 'output_behind'
  | 'too_many_requests'
  | 'too_much_held'
  | 'too_slow'
  | 'unauthorised'
  | 'unexpected';

interface RefusalExtras {
  /** Seconds after which the client may try again: with this the fault is a passing one. */
  readonly retryAfter?: number;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A request that is answered with an error. Its message goes to the client and never holds a value of the request. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  readonly status: number;
  readonly reason: RefusalReason;
  readonly headers: Readonly<Record<string, string>>;

  constructor(
    status: number,
    reason: RefusalReason,
    message: string,
    { retryAfter, headers = {} }: RefusalExtras = {},
  ) {
    super(message);
    this.status = status;
    this.reason = reason;
    this.headers = retryAfter === undefined ? headers : { ...headers, 'retry-after': String(retryAfter) };
  }
}

/** A fault that passes: OTLP clients send the same again after a while. */
export function passing(reason: RefusalReason, message: string, retryAfter = 1): Refusal {
  return new Refusal(503, reason, message, { retryAfter });
}
