import type { Attributes } from '../../view.ts';
import { setOwn } from '../any-value.ts';
import type { AttributeBegins, Place } from './attribute-begins.ts';
import { passValue, readValue } from './attribute-values.ts';
import { type JsonBytes, OTHERWISE } from './json-bytes.ts';
import { CLOSE, COMMA, LIST, LIST_END } from './punctuation.ts';

export const NO_ATTRIBUTES: Attributes = {};

/** What of a list is read: all, what a span keeps, what is read of an event. */
export type Part = 'all' | 'kept' | 'event';

/**
 * The attributes of the list that stands here. `undefined`, and `json` is anywhere in it, where only what is kept was to
 * be read and one says that all is.
 *
 * @throws {@link OTHERWISE} also where a key stands twice.
 */
export function readAttributes(
  json: JsonBytes,
  begins: AttributeBegins,
  list: Place,
  part: Part,
): Attributes | undefined {
  json.passByte(LIST);
  if (json.passesByte(LIST_END)) return NO_ATTRIBUTES;
  const attributes: Record<string, unknown> = {};
  let count = 0;
  let place = list;
  do {
    place = begins.passAfter(place, json);
    const { weight } = place;
    if (part === 'kept' && weight === 'whole') return undefined;
    if (part === 'all' || (part === 'kept' ? weight === 'kept' : place.isOfEvents)) {
      setOwn(attributes, place.key, readValue(json, place.form));
      count += 1;
    } else passValue(json, place.form);
    json.passBytes(CLOSE, CLOSE);
  } while (json.passesByte(COMMA));
  json.passByte(LIST_END);
  if (Object.keys(attributes).length !== count) throw OTHERWISE;
  return attributes;
}
