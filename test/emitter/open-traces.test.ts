import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { EpochNames } from '../../src/emitter/epoch-names.ts';
import { OpenTraces } from '../../src/emitter/open-traces.ts';
import { TraceState } from '../../src/emitter/trace-state.ts';

const NAMES = new EpochNames();
const traceOf = (traceId: string) => new TraceState(traceId, '00f067aa0ba902b7', NAMES, 0, 10, 0);
const IDS = ['a', 'b', 'c', 'd'] as const;

describe('OpenTraces', () => {
  it('is at every moment what a map in order of insertion is', () => {
    const step = fc.record({ id: fc.constantFrom(...IDS), does: fc.constantFrom('begin', 'end') });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 30 }), (steps) => {
        const open = new OpenTraces();
        const model = new Map<string, TraceState>();
        for (const { id, does } of steps) {
          if (does === 'end') {
            open.delete(id);
            model.delete(id);
          } else if (!model.has(id)) {
            const trace = traceOf(id);
            open.add(trace);
            model.set(id, trace);
          }
          expect(open.size).toBe(model.size);
          expect(open.all()).toEqual([...model.values()]);
          expect(open.oldest).toBe([...model.values()][0]);
          for (const one of IDS) expect(open.get(one)).toBe(model.get(one));
        }
        open.clear();
        expect([open.size, open.oldest, open.all()]).toEqual([0, undefined, []]);
      }),
    );
  });
});

describe('EpochNames', () => {
  it('counts the epochs that are mentioned, each under one name', () => {
    const names = new EpochNames();
    const [first, never, second] = IDS.map((id) => new TraceState(id, '00f067aa0ba902b7', names, 0, 10, 0));
    expect(never).toBeInstanceOf(TraceState);
    const given = [second?.epoch, first?.epoch, second?.epoch];
    expect(given.map((name) => name?.split('-')[0])).toEqual(['1', '2', '1']);
    expect(given[0]).toMatch(/^1-[0-9a-f]{16}$/);
    expect(given[2]).toBe(given[0]);
  });
});
