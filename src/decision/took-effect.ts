import { canonicalJson } from './canonical-json.ts';

/** What a policy layer said, raw or as a record has it. */
interface Said {
  readonly effect: 'allow' | 'deny' | 'error';
  readonly source: string;
  readonly advisedEffect?: unknown;
  readonly advised_effect?: unknown;
}

/**
 * What took effect of a call's own decision and those that were heard about it from elsewhere. Its own stands, unless
 * another layer refused it. Of several that were heard, a refusal counts first, then a layer that failed to decide,
 * then advice that was not followed. In whatever order they are given.
 */
export function tookEffect<T extends Said>(own: T | undefined, heard: readonly T[]): T | undefined {
  const [first] = [...heard].sort((a, b) => rank(a) - rank(b) || byText(a, b));
  if (own === undefined || own.source === 'none') return first ?? own;
  const isRefused = first?.effect === 'deny' && own.effect !== 'deny' && first.source !== own.source;
  return isRefused ? first : own;
}

function rank({ effect, advisedEffect, advised_effect }: Said): number {
  if (effect === 'deny') return 0;
  if (effect === 'error') return 1;
  return (advisedEffect ?? advised_effect) === undefined ? 3 : 2;
}

function byText(a: Said, b: Said): number {
  const [left, right] = [canonicalJson(a), canonicalJson(b)];
  return left < right ? -1 : left > right ? 1 : 0;
}
