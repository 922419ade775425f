/** Why a text is no answer to `tools/list`. */
export type ManifestErrorCode = 'not_json' | 'no_listing' | 'error_answer' | 'bad_tool' | 'too_large';

/** Refuses a file that should hold an answer to `tools/list`. Its message holds nothing of the file. */
export class ManifestError extends Error {
  override readonly name = 'ManifestError';
  readonly code: ManifestErrorCode;
  constructor(code: ManifestErrorCode, message: string) {
    super(message);
    this.code = code;
  }
}
