/**
 * A call of which the record's digest is known, since whoever read it has checked it: as no member, so that neither its
 * JSON nor a copy has it.
 */
export class CheckedCall {
  readonly #digest: string;

  constructor(digest: string) {
    this.#digest = digest;
  }

  get digest(): string {
    return this.#digest;
  }
}
