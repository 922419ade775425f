import type { Form } from './attribute-begins.ts';
import type { JsonBytes } from './json-bytes.ts';
import { CLOSE, COMMA, LIST_END, QUOTE } from './punctuation.ts';
import { wordOf } from './word.ts';

const TRUE = wordOf('true');
const FALSE = wordOf('false');
const STRING = wordOf('{"stringValue":"');

/** The value whose begin is behind; what closes it is still to come. */
export function readValue(json: JsonBytes, form: Form): string | number | boolean | readonly string[] {
  switch (form) {
    case 'string':
      return json.string();
    case 'integer':
      return json.integer();
    case 'quoted integer': {
      const value = json.integer();
      json.passByte(QUOTE);
      return value;
    }
    case 'boolean':
      if (json.passes(TRUE)) return true;
      json.pass(FALSE);
      return false;
    case 'double':
      return json.number();
    case 'strings':
      return readStrings(json);
  }
}

/** Passes the same. */
export function passValue(json: JsonBytes, form: Form): void {
  if (form === 'string') json.passString();
  else if (form === 'strings') eachString(json, passString);
  else readValue(json, form);
}

function passString(json: JsonBytes): void {
  json.passString();
}

function readStrings(json: JsonBytes): readonly string[] {
  const strings: string[] = [];
  eachString(json, () => strings.push(json.string()));
  return strings;
}

function eachString(json: JsonBytes, take: (json: JsonBytes) => void): void {
  do {
    json.pass(STRING);
    take(json);
    json.passByte(CLOSE);
  } while (json.passesByte(COMMA));
  json.passBytes(LIST_END, CLOSE);
}
