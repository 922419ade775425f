/**
 * The word of some that a person most likely meant: what differs by at most two letters (one in a very short word), or in
 * nothing but case, `-` or `.` for `_`, or an end that is missing. `undefined` where none is near.
 */
function nearWord(word: string, words: readonly string[]): string | undefined {
  const meant = normal(word);
  const most = meant.length < 4 ? 1 : 2;
  const near = words
    .map((known) => ({ known, distance: distanceTo(meant, known) }))
    .filter(({ distance }) => distance <= most);
  return near.sort((one, other) => one.distance - other.distance)[0]?.known;
}

/** A word that was typed wrong may be shown, with the one that was meant: it is a word of ours, nearly. */
export function misspelt(word: string, words: readonly string[]): string | undefined {
  const near = /^[\w$. -]*$/.test(word) ? nearWord(word, words) : undefined;
  return near === undefined ? undefined : `\`${word}\`; did you mean \`${near}\`?`;
}

/** A beginning of this length is enough to know what was meant. */
const ENOUGH = 6;
/** Less than a letter. */
const MISSING_END = 0.5;

function distanceTo(meant: string, known: string): number {
  const word = normal(known);
  // The whole word, spelt in another way, comes before one that goes on.
  if (meant.length >= ENOUGH && word !== meant && word.startsWith(meant)) return MISSING_END;
  return editDistance(meant, word);
}

function normal(word: string): string {
  return word
    .slice(0, LONGEST)
    .toLowerCase()
    .replace(/[\s.-]/g, '_');
}

/** No word of ours is as long. */
const LONGEST = 64;

/** Levenshtein's: how many letters to put in, take out or replace. */
export function editDistance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, at) => at);
  for (let i = 0; i < a.length; i += 1) {
    const next = [i + 1];
    for (let j = 0; j < b.length; j += 1) {
      const replaced = (row[j] ?? 0) + (a[i] === b[j] ? 0 : 1);
      next.push(Math.min(replaced, (row[j + 1] ?? 0) + 1, (next[j] ?? 0) + 1));
    }
    row = next;
  }
  return row[b.length] ?? 0;
}
