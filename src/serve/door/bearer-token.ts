import { createHash, timingSafeEqual } from 'node:crypto';
import { Refusal } from '../refusal.ts';

/** Holds requests to one token; the comparison takes as long for any other. */
export class BearerToken {
  readonly #digest: Buffer;

  constructor(token: string) {
    this.#digest = digest(token);
  }

  /** @throws {Refusal} 401. */
  check(authorization: string | undefined): void {
    const [, token = ''] = /^bearer +(\S+) *$/i.exec(authorization ?? '') ?? [];
    if (timingSafeEqual(digest(token), this.#digest) && token !== '') return;
    throw new Refusal(
      401,
      'unauthorised',
      'Expected `Authorization: Bearer` with the token of this receiver',
      {
        headers: { 'www-authenticate': 'Bearer' },
      },
    );
  }
}

/** Of one length, whatever was given. */
function digest(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}
