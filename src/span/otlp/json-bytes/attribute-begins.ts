import type { Wanted, Weight } from '../wanted.ts';
import { type JsonBytes, OTHERWISE } from './json-bytes.ts';
import { type Word, wordOf } from './word.ts';

/** How a value is written: by the name of OTLP's member, and for integers whether in quotes. */
export type Form = 'string' | 'integer' | 'quoted integer' | 'boolean' | 'double' | 'strings';

/** How an attribute begins, up to its value. */
interface Begin {
  readonly word: Word;
  readonly key: string;
  readonly form: Form;
  readonly weight: Weight;
  readonly isOfEvents: boolean;
}

/** The begin of an attribute at its place in a list, and what came after it the last two times. */
export interface Place extends Begin {
  next: Place | undefined;
  other: Place | undefined;
  /** How many more are remembered after it. */
  readonly left: number;
}

/** The lists of attributes of spans that have one name. */
export interface NamedList {
  readonly begin: Place;
  /** Whether spans of the name are read whole. */
  readonly isWhole: boolean;
}

const KEY = wordOf('{"key":"');
const VALUE = wordOf(',"value":{"');
const FORMS = (
  [
    ['string', 'stringValue":"'],
    ['quoted integer', 'intValue":"'],
    ['integer', 'intValue":'],
    ['boolean', 'boolValue":'],
    ['double', 'doubleValue":'],
    ['strings', 'arrayValue":{"values":['],
  ] as const
).map(([form, text]) => ({ form, text, word: wordOf(text) }));

/** Keys and names are few where they are not hostile. */
const MOST_BEGINS = 4096;
const LONGEST_KEY = 64;
const MOST_LISTS = 256;
const LONGEST_LIST = 64;
const PLAIN = /^[ !#-[\]-~]*$/;
const NOWHERE: Begin = {
  word: wordOf('    '),
  key: '',
  form: 'string',
  weight: 'passed',
  isOfEvents: false,
};

/**
 * How attributes begin. Spans of one name are written alike: what is expected to come next is compared as a whole, and
 * read letter by letter only where something else comes. Changes no result, and is bounded.
 */
export class AttributeBegins {
  /** Before the first attribute of an event: its name may come later. */
  readonly ofEvents: Place = placeOf(NOWHERE, LONGEST_LIST);
  readonly #wanted: Wanted;
  readonly #known = new Map<string, Begin>();
  readonly #lists = new Map<string, NamedList>();

  constructor(wanted: Wanted) {
    this.#wanted = wanted;
  }

  listOf(name: string): NamedList {
    const known = this.#lists.get(name);
    if (known !== undefined) return known;
    const list = { begin: placeOf(NOWHERE, LONGEST_LIST), isWhole: this.#wanted.name(name) };
    if (this.#lists.size < MOST_LISTS && name.length <= LONGEST_KEY) this.#lists.set(name, list);
    return list;
  }

  /** Passes the begin of the attribute that stands here, after `before`. */
  passAfter(before: Place, json: JsonBytes): Place {
    const { next, other } = before;
    if (next !== undefined && json.passes(next.word)) return next;
    const isOther = other !== undefined && json.passes(other.word);
    const place = isOther ? other : placeOf(this.#read(json), before.left - 1);
    if (before.left > 0) {
      before.next = place;
      before.other = next;
    }
    return place;
  }

  #read(json: JsonBytes): Begin {
    json.pass(KEY);
    const key = json.key();
    json.pass(VALUE);
    for (const { form, text, word } of FORMS) if (json.passes(word)) return this.#begin(form, text, key);
    throw OTHERWISE;
  }

  #begin(form: Form, text: string, key: string): Begin {
    const name = text + key;
    const known = this.#known.get(name);
    if (known !== undefined) return known;
    // What cannot be compared is never what comes next.
    const isPlain = key.length <= LONGEST_KEY && PLAIN.test(key);
    const begin = {
      word: isPlain ? wordOf(`{"key":"${key}","value":{"${text}`) : NOWHERE.word,
      key,
      form,
      weight: this.#wanted.key(key),
      isOfEvents: this.#wanted.eventKey(key) === 'kept',
    };
    if (isPlain && this.#known.size < MOST_BEGINS) this.#known.set(name, begin);
    return begin;
  }
}

function placeOf({ word, key, form, weight, isOfEvents }: Begin, left: number): Place {
  return { word, key, form, weight, isOfEvents, next: undefined, other: undefined, left };
}
