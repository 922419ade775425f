/**
 * Whether a text that does not parse is a proper prefix of JSON (RFC 8259): something that was cut rather
 * than something else. Asked only after `JSON.parse` refused; linear and without recursion.
 */
export function isJsonPrefix(text: string): boolean {
  return new PrefixReader(text).reachesEnd();
}

const LITERALS = ['true', 'false', 'null'];
const NUMBER_PART = /[-+.0-9eE]*/y;
const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][-+]?\d+)?$/;
const NUMBER_PREFIX = /^-?(?:(?:0|[1-9]\d*)(?:\.\d*|(?:\.\d+)?[eE][-+]?\d*)?)?$/;
const STRING_PART = /[^"\\\u0000-\u001f]*/y;
const ESCAPE = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y;
const ESCAPE_PREFIX = /^\\(?:u[0-9a-fA-F]{0,3})?$/;

type Expected = 'value' | 'value-or-end' | 'key' | 'key-or-end' | 'colon' | 'comma-or-end';

/** Reads tokens until the text ends (it was cut) or one is no JSON (it was not). */
class PrefixReader {
  readonly #text: string;
  #at = 0;
  #expected: Expected = 'value';
  readonly #open: ('}' | ']')[] = [];

  constructor(text: string) {
    this.#text = text;
  }

  reachesEnd(): boolean {
    for (;;) {
      while (' \t\n\r'.includes(this.#text[this.#at] ?? 'x')) this.#at += 1;
      if (this.#at >= this.#text.length) return true;
      // A whole value with something after it: trailing text, not a prefix.
      if (this.#expected === 'comma-or-end' && this.#open.length === 0) return false;
      if (!this.#token()) return false;
    }
  }

  /** Consumes one token; false where none that is expected stands here. */
  #token(): boolean {
    const character = this.#text[this.#at] ?? '';
    switch (this.#expected) {
      case 'colon':
        return this.#punctuation(character === ':', 'value');
      case 'comma-or-end':
        if (character === ',') return this.#punctuation(true, this.#open.at(-1) === '}' ? 'key' : 'value');
        return this.#close(character);
      case 'key':
        return character === '"' && this.#string('colon');
      case 'key-or-end':
        return character === '"' ? this.#string('colon') : this.#close(character);
      case 'value-or-end':
        return character === ']' ? this.#close(character) : this.#value(character);
      case 'value':
        return this.#value(character);
    }
  }

  #punctuation(matches: boolean, next: Expected): boolean {
    this.#at += 1;
    this.#expected = next;
    return matches;
  }

  #close(character: string): boolean {
    return this.#punctuation(character === this.#open.pop(), 'comma-or-end');
  }

  #value(character: string): boolean {
    if (character === '"') return this.#string('comma-or-end');
    if (character === '{') {
      this.#open.push('}');
      return this.#punctuation(true, 'key-or-end');
    }
    if (character === '[') {
      this.#open.push(']');
      return this.#punctuation(true, 'value-or-end');
    }
    this.#expected = 'comma-or-end';
    const literal = LITERALS.find((word) => word[0] === character);
    return literal === undefined ? this.#number() : this.#literal(literal);
  }

  #literal(literal: string): boolean {
    const present = this.#text.slice(this.#at, this.#at + literal.length);
    this.#at += present.length;
    return literal.startsWith(present);
  }

  #number(): boolean {
    const part = this.#match(NUMBER_PART);
    if (part === '') return false;
    return (this.#at === this.#text.length ? NUMBER_PREFIX : NUMBER).test(part) || NUMBER.test(part);
  }

  #string(next: Expected): boolean {
    this.#at += 1;
    this.#expected = next;
    for (;;) {
      this.#match(STRING_PART);
      const character = this.#text[this.#at];
      if (character === undefined) return true;
      if (character === '"') {
        this.#at += 1;
        return true;
      }
      if (this.#match(ESCAPE) !== '') continue;
      const rest = this.#text.slice(this.#at, this.#at + 6);
      if (this.#at + rest.length < this.#text.length || !ESCAPE_PREFIX.test(rest)) return false;
      this.#at = this.#text.length;
      return true;
    }
  }

  #match(pattern: RegExp): string {
    pattern.lastIndex = this.#at;
    const found = pattern.exec(this.#text)?.[0] ?? '';
    this.#at += found.length;
    return found;
  }
}
