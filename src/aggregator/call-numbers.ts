import { type Range, united } from '../decision/ranges.ts';
import type { Fragment } from '../run/mark.ts';
import type { SpanFact } from '../run/span-fact.ts';

type Numbers = Fragment['numbers'];

/** Ranges that are remembered of a trace: what has more is remembered without its numbers. */
const MOST_RANGES = 16;

/** The numbers of the calls that these facts hold, by epoch, united with those that are known already. */
export function callNumbers(facts: readonly SpanFact[], known: Numbers): Numbers {
  const epochs = new Map<string, { emitter: string; epoch: string; calls: Range[] }>();
  const add = (emitter: string, epoch: string, calls: readonly Range[]): void => {
    const key = `${emitter} ${epoch}`;
    const held = epochs.get(key) ?? { emitter, epoch, calls: [] };
    for (const range of calls) held.calls.push(range);
    epochs.set(key, held);
  };
  for (const { emitter, epoch, calls } of known) add(emitter, epoch, calls);
  for (const fact of facts) {
    for (const call of [fact, ...(fact.calls ?? [])]) {
      const { emitter = fact.emitter, epoch = fact.epoch, sequence } = call;
      if (emitter !== undefined && epoch !== undefined && sequence !== undefined) {
        add(emitter, epoch, [[sequence, sequence]]);
      }
    }
  }
  const numbers = [...epochs.values()].map((held) => ({ ...held, calls: united(held.calls) }));
  const size = numbers.reduce((sum, { calls }) => sum + calls.length, 0);
  return size > MOST_RANGES ? [] : numbers;
}
