import { decodedRuns, readThrough } from './encodings.ts';

/** Of a secret's part, so many characters in a row are a leak. */
const WINDOW = 10;
/** What parts of secrets are made of. */
const RUN = /[gjkqvwxyz2-9]{10,}/g;
/** Encodings within encodings that are looked through. */
const DEPTH = 4;

/** Finds which of many secrets stand in a text, in whole or in part, however they are written. */
export class Detector<Owner> {
  readonly #owners = new Map<string, Owner>();
  readonly #hashes = new Map<string, Owner>();

  /** Looks for `parts` from now on. */
  add(owner: Owner, parts: readonly string[]): void {
    for (const part of parts) {
      const text = part.toLowerCase();
      for (let at = 0; at + WINDOW <= text.length; at += 1)
        this.#owners.set(text.slice(at, at + WINDOW), owner);
    }
  }

  /** Looks for a hash, as it stands in a record, from now on. */
  addHash(owner: Owner, hash: string): void {
    this.#hashes.set(hash, owner);
  }

  /** Whose secrets stand in these texts. */
  found(texts: Iterable<string>): Set<Owner> {
    const found = new Set<Owner>();
    for (const text of new Set(texts)) this.#search(text, DEPTH, found);
    return found;
  }

  /** Whose hashes do. */
  hashed(texts: Iterable<string>): Set<Owner> {
    const found = new Set<Owner>();
    for (const text of new Set(texts)) {
      for (const [hash] of text.matchAll(/sha256:[0-9a-f]{64}/g)) {
        const owner = this.#hashes.get(hash);
        if (owner !== undefined) found.add(owner);
      }
    }
    return found;
  }

  #search(text: string, depth: number, found: Set<Owner>): void {
    const seen = readThrough(text);
    for (const view of seen === text ? [text] : [text, seen]) {
      for (const [run] of view.toLowerCase().matchAll(RUN)) {
        for (let at = 0; at + WINDOW <= run.length; at += 1) {
          const owner = this.#owners.get(run.slice(at, at + WINDOW));
          if (owner !== undefined) found.add(owner);
        }
      }
    }
    if (depth === 0) return;
    for (const inner of decodedRuns(seen)) if (mayHold(inner)) this.#search(inner, depth - 1, found);
  }
}

/** What was decoded by chance is noise; what says something is mostly printable. */
function mayHold(text: string): boolean {
  let strange = 0;
  for (const character of text) if (character === '\ufffd' || character < '\t') strange += 1;
  return strange * 4 < text.length;
}

/** Every string of a JSON document, keys too; each once. */
export function stringsOf(value: unknown, found = new Set<string>()): Set<string> {
  if (typeof value === 'string') found.add(value);
  else if (typeof value === 'object' && value !== null) {
    for (const [key, entry] of Object.entries(value)) {
      if (!Array.isArray(value)) found.add(key);
      stringsOf(entry, found);
    }
  }
  return found;
}
