/** Ways in which a text stands in other texts, as `fixtures/leaks/forms.json` names them. */
type Encode = (text: string, secret: string) => string;

const LOOK_ALIKES: Readonly<Record<string, string>> = {
  ...{
    a: '\u0430',
    c: '\u0441',
    e: '\u0435',
    g: '\u0261',
    h: '\u04bb',
    i: '\u0456',
    j: '\u0458',
    o: '\u043e',
  },
  ...{ p: '\u0440', q: '\u051b', s: '\u0455', v: '\u0475', w: '\u051d', x: '\u0445', y: '\u0443' },
  ...{ A: '\u0410', H: '\u041d', K: '\u041a', X: '\u0425', I: '\u0406' },
};
const LETTER_OF = new Map(Object.entries(LOOK_ALIKES).map(([letter, other]) => [other, letter]));

const INVISIBLE = ['\u200b', '\u200d', '\u2060', '\ufeff', '\u00ad'];

const each = (text: string, change: (character: string, at: number) => string): string =>
  [...text].map(change).join('');
const code = (character: string): number => character.codePointAt(0) ?? 0;
const hex = (character: string, length: number): string => code(character).toString(16).padStart(length, '0');

export const ENCODINGS: Readonly<Record<string, Encode>> = {
  json: (text) => JSON.stringify(text),
  base64: (text) => Buffer.from(text).toString('base64'),
  base64url: (text) => Buffer.from(text).toString('base64url'),
  basic: (text) => `Basic ${text}`,
  hex: (text) => Buffer.from(text).toString('hex'),
  percent: (text) => [...Buffer.from(text)].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join(''),
  'unicode-escapes': (text) => each(text, (character) => `\\u${hex(character, 4)}`),
  'character-references': (text) => each(text, (character) => `&#x${hex(character, 2)};`),
  'escaped-newlines': (text) => text.replaceAll('\n', '\\n'),
  'zero-width': (text) =>
    each(text, (character, at) => `${character}${at % 3 === 1 ? INVISIBLE[at % INVISIBLE.length] : ''}`),
  'full-width': (text) =>
    each(text, (character) =>
      character > ' ' && character <= '~' ? String.fromCodePoint(code(character) + 0xfee0) : character,
    ),
  'look-alikes': (text) => each(text, (character) => LOOK_ALIKES[character] ?? character),
  'broken-line': (text) => {
    const middle = Math.ceil(text.length / 2);
    return `${text.slice(0, middle)}\n  ${text.slice(middle)}`;
  },
  'lower-case': (text) => text.toLowerCase(),
  cut: (text, secret) => {
    const from = text.indexOf(secret);
    return from < 0 ? text : text.slice(0, from + Math.floor(secret.length * 0.6));
  },
};

/** `text` as somebody reads it who sees through escapes, invisible characters and look-alike letters. */
export function readThrough(text: string): string {
  let now = text;
  for (let round = 0; round < 10; round += 1) {
    const next = folded(unescaped(now));
    if (next === now) break;
    now = next;
  }
  return now;
}

function folded(text: string): string {
  if (!/[^\0-\x7f]/.test(text)) return text;
  const seen = text.normalize('NFKC').replace(/[\p{Cf}\p{Default_Ignorable_Code_Point}]+/gu, '');
  return each(seen, (character) => LETTER_OF.get(character) ?? character);
}

function unescaped(text: string): string {
  return text
    .replace(/\\+u([0-9a-fA-F]{4})/g, (_, digits) => String.fromCharCode(Number.parseInt(digits, 16)))
    .replace(/\\+(["'/nrt])/g, (_, mark) => (/["'/]/.test(mark) ? mark : '\n'))
    .replace(/\\\\/g, '\\')
    .replace(/(?:%[0-9a-fA-F]{2})+/g, (run) => bytes(run.replaceAll('%', '')))
    .replace(/&#x([0-9a-fA-F]{1,6});/g, (_, digits) => String.fromCodePoint(Number.parseInt(digits, 16)))
    .replace(/&quot;/g, '"')
    .replace(/&amp;/g, '&');
}

const bytes = (digits: string): string => Buffer.from(digits, 'hex').toString('utf8');

/** What stands in a text in base64 or hexadecimal digits, wherever a run of them may begin. */
export function decodedRuns(text: string): string[] {
  const found: string[] = [];
  for (const [run] of text.matchAll(/[A-Za-z0-9+/_-]{16,}/g)) {
    for (let from = 0; from < 4; from += 1)
      found.push(Buffer.from(run.slice(from), 'base64').toString('utf8'));
  }
  for (const [run] of text.matchAll(/[0-9a-fA-F]{24,}/g)) found.push(bytes(run), bytes(run.slice(1)));
  return found;
}
