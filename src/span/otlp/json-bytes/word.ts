/** A text of ASCII that may stand in JSON, ready to be compared four bytes at a time; no shorter than that. */
export interface Word {
  readonly length: number;
  /** Its bytes by four, as little-endian numbers; what is left over at its end is in `last` alone. */
  readonly fours: Uint32Array;
  readonly last: number;
}

export function wordOf(text: string): Word {
  const bytes = Uint8Array.from(text, (letter) => letter.charCodeAt(0));
  const view = new DataView(bytes.buffer);
  const { length } = bytes;
  const fours = Uint32Array.from({ length: length >> 2 }, (_, index) => view.getUint32(index * 4, true));
  return { length, fours, last: view.getUint32(length - 4, true) };
}
