// Bytes that nearly are what they were. Everything random comes from one seeded generator.

/** The most bytes of one input: enough for every form, and quick to read. */
export const MOST_BYTES = 32_768;

/** @param {number} seed */
export function generator(seed) {
  let state = seed >>> 0;
  // mulberry32
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
}

const TOKENS = [
  ...[
    '{',
    '}',
    '[',
    ']',
    ',',
    ':',
    '"',
    '\\',
    '\\u0000',
    '\\ud800',
    '{}',
    '[]',
    'null',
    'true',
    '"__proto__":',
  ],
  ...[
    '-0',
    '1e999',
    '9007199254740993',
    '18446744073709551616',
    'NaN',
    '0x10',
    '\n',
    '\t',
    '  ',
    '- ',
    '? ',
    '#',
  ],
  ...[
    '&a ',
    '*a',
    '!!str ',
    '<<: *a',
    '---\n',
    '|-\n',
    '\u{1f680}',
    '\u200b',
    '\ufeff',
    '\0',
    '%2525',
    'FAKE canary/7Q',
  ],
];

/** Words of the seeds, which the bytes of others can be given. @param {readonly Uint8Array[]} seeds */
export function dictionary(seeds) {
  const words = new Set(TOKENS);
  for (const seed of seeds) {
    for (const [word] of Buffer.from(seed)
      .toString('latin1')
      .matchAll(/"?[A-Za-z_][\w.-]{2,40}"?:?/g)) {
      if (words.size < 4_000) words.add(word);
    }
  }
  return [...words].map((word) => Buffer.from(word));
}

/**
 * @param {Uint8Array} bytes
 * @param {{ random: (below: number) => number, others: readonly Uint8Array[], words: readonly Uint8Array[] }} from
 */
export function mutated(bytes, { random, others, words }) {
  let now = Buffer.from(bytes);
  for (let times = 1 + random(4); times > 0; times -= 1) {
    const at = random(now.length + 1);
    const length = 1 + random(random(8) === 0 ? now.length + 1 : 16);
    const part = now.subarray(at, at + length);
    const other = others[random(others.length)] ?? bytes;
    const from = random(other.length + 1);
    const word = words[random(words.length)] ?? part;
    switch (random(8)) {
      case 0: // one bit
        now = Buffer.from(now);
        if (at < now.length) now[at] ^= 1 << random(8);
        break;
      case 1: // one byte
        now = Buffer.from(now);
        if (at < now.length) now[at] = [0, 1, 0x7f, 0x80, 0xff, random(256)][random(6)] ?? 0;
        break;
      case 2: // gone
        now = Buffer.concat([now.subarray(0, at), now.subarray(at + length)]);
        break;
      case 3: // again, and again
        now = Buffer.concat([
          now.subarray(0, at),
          ...Array(1 + random(random(20) === 0 ? 400 : 3)).fill(part),
          now.subarray(at),
        ]);
        break;
      case 4: // a word put in
        now = Buffer.concat([now.subarray(0, at), word, now.subarray(at)]);
        break;
      case 5: // a word in place of as many bytes
        now = Buffer.concat([now.subarray(0, at), word, now.subarray(at + word.length)]);
        break;
      case 6: // a part of another put in
        now = Buffer.concat([now.subarray(0, at), other.subarray(from, from + length), now.subarray(at)]);
        break;
      default: // the rest of another
        now =
          random(4) === 0 ? Buffer.concat([now.subarray(0, at), other.subarray(from)]) : now.subarray(0, at);
    }
    if (now.length > MOST_BYTES) now = now.subarray(0, MOST_BYTES);
  }
  return now;
}
