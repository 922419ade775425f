import { describe, expect, it } from 'vitest';
import { canonicalJson } from '../../src/decision/canonical-json.ts';
import { digestOf } from '../../src/decision/codec.ts';
import { CHECKPOINT } from '../../src/decision/names.ts';
import { documentsOf } from '../../src/run/documents.ts';
import { factCost } from '../../src/run/fact-cost.ts';
import { readCheckpoint } from '../../src/run/read-evidence.ts';
import type { SpanFact } from '../../src/run/span-fact.ts';
import { call, traced } from './traced.ts';

const { facts } = traced((start) => call(start, 'search').end());
const [checkpoint = expect.fail('no checkpoint')] = facts.flatMap((fact) => fact.checkpoints ?? []);

function read(value: object) {
  const text = canonicalJson(value);
  const attributes = { [CHECKPOINT.checkpoint]: text, [CHECKPOINT.digest]: digestOf(text) };
  return readCheckpoint({ attributes });
}

describe('evidence from whoever sends it', () => {
  it('holds no checkpoint that is larger than any that is written here', () => {
    // Every second call of as many as are followed is open: ranges of one.
    const open = Array.from({ length: 10_000 }, (_, at) => [2 * at + 1, 2 * at + 1]);
    expect(read({ ...checkpoint, open })).toMatchObject({ open });
    expect(read({ ...checkpoint, classifier_version: ['x'.repeat(300_000)] })).toBeUndefined();
  });

  it('counts with its length, whatever makes it long', () => {
    const fact: SpanFact = { trace: 'a'.repeat(32), span: 'b'.repeat(16), checkpoints: [checkpoint] };
    const long = { ...checkpoint, classifier_version: ['x'.repeat(100_000)] };
    expect(factCost({ ...fact, checkpoints: [long] }) - factCost(fact)).toBeGreaterThan(100_000);
    const parts = Array.from({ length: 1_000 }, () => ({
      trace: fact.trace,
      emitter: fact.span,
      epoch: '1-0',
    }));
    expect(factCost({ ...fact, checkpoints: [], seals: [{ run_id: 'r', parts }] })).toBeGreaterThan(100_000);
  });

  it('is assessed in linear time where all of it claims one span', () => {
    const [seen = expect.fail('no call')] = facts.filter((fact) => fact.calls !== undefined);
    let asked = 0;
    const copies = Array.from({ length: 3_000 }, (_, at): SpanFact => {
      const [known = expect.fail('no record')] = seen.calls ?? [];
      const record = known.record.replace('"search"', `"search-${at}"`);
      const fact = { ...seen, calls: [{ ...known, record }] };
      // What is looked at once per fact and not once per pair of them.
      return Object.defineProperty(fact, 'epoch', {
        enumerable: true,
        get: () => {
          asked += 1;
          return seen.epoch;
        },
      });
    });
    const { surface } = documentsOf(seen.trace, copies, false);
    expect(surface.observed_tool_decisions).toHaveLength(3_000);
    expect(asked).toBeLessThan(20 * 3_000);
  });
});
