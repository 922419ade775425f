/** Why a sink did not write. */
export type SinkErrorCode =
  | 'closed'
  | 'locked'
  | 'not_written'
  | 'of_another_run'
  | 'too_large'
  | 'unreadable'
  | 'unsupported';

/**
 * An emission that a sink could not write: `closed` (after `shutdown`), `locked` (another process is at this run and
 * does not end), `not_written` (the system refused; see `cause`), `of_another_run` and `unreadable` (what is there is not overwritten), `too_large` (for one text),
 * `unsupported` (no file system here). The message says what to do. Holds no value of a span.
 */
export class SinkError extends Error {
  override readonly name = 'SinkError';
  readonly code: SinkErrorCode;

  constructor(code: SinkErrorCode, message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.code = code;
  }
}

/** Whatever went wrong at a file as a sink's error; what the system or the language said is its `cause`. */
export function asSinkError(error: unknown, place: string): SinkError {
  if (error instanceof SinkError) return error;
  const { code, syscall } = error as { readonly code?: unknown; readonly syscall?: unknown };
  if (error instanceof RangeError || code === 'ERR_STRING_TOO_LONG') {
    return new SinkError(
      'too_large',
      `Expected to write ${place}, but it does not fit into one text; split the run`,
      error,
    );
  }
  // Not its message, which may quote what was written.
  const word = typeof code === 'string' ? code : error instanceof Error ? error.name : typeof error;
  const hasOtherKind = code === 'EEXIST' || code === 'ENOTDIR';
  const kind = hasOtherKind ? ', and a file is where a folder should be' : '';
  const what = syscall === undefined ? `it failed (${word})` : `the system says ${word}${kind}`;
  return new SinkError(
    'not_written',
    `Expected to write ${place}, but ${what}; check the place, its space and its permissions`,
    error,
  );
}
