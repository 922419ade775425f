/** Why an input could not be read. */
export class InputError extends Error {
  override readonly name = 'InputError';
  readonly code: 'not_readable' | 'not_text' | 'broken_gzip' | 'broken_zstd' | 'no_zstd' | 'too_large';
  constructor(code: InputError['code'], message: string) {
    super(message);
    this.code = code;
  }
}
