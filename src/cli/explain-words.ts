import type { Place, Sign } from '../dialect/explain-place.ts';
import { named } from '../report/words/paragraph.ts';
import type { ExplainedDecision } from './explain-document.ts';

const PARTS = {
  span_name: "the span's name",
  scope_name: 'the instrumentation scope',
  span_kind: "the span's kind",
  span_status: "the span's status",
  span_parent: "the span's parent",
} as const;

/** A place on a span, in words that hold nothing of the span. */
function placeWords(place: Place): string {
  switch (place.in) {
    case 'attribute':
      return `\`${place.key}\``;
    case 'resource':
      return `resource attribute \`${place.key}\``;
    case 'event':
      return `\`${place.key}\` of a span event`;
    case 'family':
      return place.family === undefined
        ? `${number(place.count)} whose names are not shown`
        : `${number(place.count)} \`${place.family}\``;
    default:
      return PARTS[place.in];
  }
}

function number(count: number): string {
  return count === 1 ? 'one attribute' : `${count} attributes`;
}

/** `a`, `a and b`, `a, b and c`. */
export function joined(words: readonly string[]): string {
  const [last = '', ...before] = [...words].reverse();
  return before.length === 0 ? last : `${before.reverse().join(', ')} and ${last}`;
}

/** Places in one phrase; attributes are called so once. */
export function placesWords(places: readonly Place[]): string {
  const keys = places.flatMap((place) => (place.in === 'attribute' ? [`\`${place.key}\``] : []));
  const others = places.flatMap((place) => (place.in === 'attribute' ? [] : [placeWords(place)]));
  const attributes =
    keys.length === 0 ? [] : [`${keys.length === 1 ? 'attribute' : 'attributes'} ${joined(keys)}`];
  return joined([...attributes, ...others]);
}

/** What of a dialect's fingerprint a span bears. */
export function signWords({ by, text }: Sign): string {
  if (by === 'attribute') return `attribute \`${text}\``;
  return by === 'scope' ? `the scope \`${text}\`` : `a name that begins with \`${text.trimEnd()}\``;
}

/** What a policy layer said, also where it only would have refused. */
export function decidedWords({
  effect,
  source,
  enforced,
  advised_effect: advised,
}: ExplainedDecision): string {
  const how = enforced ? 'enforced' : 'not enforced';
  return `${named(effect)} by ${named(source)}, ${how}${advised === undefined ? '' : ', though it advised to deny'}`;
}
