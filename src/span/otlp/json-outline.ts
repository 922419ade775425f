/** How deep a document may nest before it is refused unread. */
const MAX_DEPTH = 1000;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const COLON = 0x3a;
const OPEN_ARRAY = 0x5b;
const OPEN_OBJECT = 0x7b;
const CLOSE_ARRAY = 0x5d;
const CLOSE_OBJECT = 0x7d;

/**
 * The brackets of a JSON document that is spread over lines, followed line by line: enough to tell where it
 * ends, and that it can no longer be one. What lies between the brackets is for `JSON.parse` to judge.
 */
export class JsonOutline {
  /** The closing bracket that each open one waits for. */
  readonly #waiting: number[] = [];
  /** Last character that is neither white space nor part of a string. */
  #last = 0;

  /** Takes the next line. `broken`: no JSON document begins like this. */
  follow(line: string): 'open' | 'closed' | 'broken' {
    for (let at = 0; at < line.length; at += 1) {
      const code = line.charCodeAt(at);
      if (code === 0x20 || code === 0x09 || code === 0x0d) continue;
      if (this.#last !== 0 && this.#waiting.length === 0) return 'broken';
      if (code === QUOTE) {
        at = endOfString(line, at);
        if (at === -1) return 'broken';
      } else if (code === OPEN_OBJECT || code === OPEN_ARRAY) {
        this.#waiting.push(code === OPEN_OBJECT ? CLOSE_OBJECT : CLOSE_ARRAY);
        if (this.#waiting.length > MAX_DEPTH) return 'broken';
      } else if (code === CLOSE_OBJECT || code === CLOSE_ARRAY) {
        if (this.#waiting.pop() !== code) return 'broken';
      }
      if (this.#last === 0 && this.#waiting.length === 0) return 'broken';
      this.#last = code;
    }
    return this.#waiting.length === 0 ? 'closed' : 'open';
  }

  /** Whether an object may begin here: only as an element of an array or as a member's value. */
  get admitsObject(): boolean {
    if (this.#last === COMMA) return this.#waiting.at(-1) === CLOSE_ARRAY;
    return this.#last === OPEN_ARRAY || this.#last === COLON;
  }
}

/** Index of the quote that ends the string that begins at `from`; -1 where the line ends first. */
function endOfString(line: string, from: number): number {
  let end = line.indexOf('"', from + 1);
  while (end !== -1 && isEscaped(line, end)) end = line.indexOf('"', end + 1);
  return end;
}

function isEscaped(line: string, quote: number): boolean {
  let backslashes = 0;
  while (line.charCodeAt(quote - 1 - backslashes) === BACKSLASH) backslashes += 1;
  return backslashes % 2 === 1;
}
