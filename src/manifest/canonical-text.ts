import { type Budget, MANIFEST_DEPTH, Refused } from './limits.ts';

/**
 * The RFC 8785 text of a value that nobody vouches for, read once, within limits, in linear time; of what is JSON it
 * is the text that `canonicalJson` writes. Members that `JSON.stringify` leaves out are left out.
 *
 * @throws {Refused} for a number that is not finite, a big integer, a lone surrogate (none has a form in RFC 8785),
 * an object that is no plain one, and what is beyond a limit, a cycle among it; and whatever a getter throws.
 */
export function canonicalText(value: unknown, budget: Budget, depth: number = MANIFEST_DEPTH): string {
  budget.values -= 1;
  if (budget.values < 0) throw new Refused('too_large');
  if (typeof value === 'string') return textOf(value, budget);
  if (value === null || typeof value === 'boolean' || Number.isFinite(value)) return JSON.stringify(value);
  if (typeof value !== 'object') throw new Refused('not_canonical');
  if (depth === 0) throw new Refused('too_large');
  return Array.isArray(value) ? arrayText(value, budget, depth - 1) : objectText(value, budget, depth - 1);
}

function textOf(text: string, budget: Budget): string {
  budget.text -= text.length;
  if (budget.text < 0) throw new Refused('too_large');
  if (!text.isWellFormed()) throw new Refused('not_canonical');
  return JSON.stringify(text);
}

/** A hole is `undefined`, which has no form in an array. */
function arrayText(value: readonly unknown[], budget: Budget, depth: number): string {
  if (value.length > budget.values) throw new Refused('too_large');
  return `[${Array.from(value, (item) => canonicalText(item, budget, depth)).join(',')}]`;
}

function objectText(value: object, budget: Budget, depth: number): string {
  if (!isPlain(value)) throw new Refused('not_canonical');
  const members: string[] = [];
  for (const key of Object.keys(value).sort()) {
    const member = (value as Readonly<Record<string, unknown>>)[key];
    if (member === undefined || typeof member === 'function' || typeof member === 'symbol') continue;
    members.push(`${textOf(key, budget)}:${canonicalText(member, budget, depth)}`);
  }
  return `{${members.join(',')}}`;
}

/** Of whatever realm or class; no boxed value, date or map, and nothing that says how its JSON looks. */
function isPlain(value: object): boolean {
  const isObject = Object.prototype.toString.call(value) === '[object Object]';
  return isObject && typeof (value as { toJSON?: unknown }).toJSON !== 'function';
}
