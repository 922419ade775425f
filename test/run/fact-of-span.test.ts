import { describe, expect, it } from 'vitest';
import { factReader } from '../../src/cli/read-fact.ts';
import { canonicalJson } from '../../src/decision/canonical-json.ts';
import { digestOf } from '../../src/decision/codec.ts';
import { factOfSpan } from '../../src/run/fact-of-span.ts';
import { RECORDS } from '../schema/records.ts';
import { spanView } from './span-views.ts';

const event = (record: string, digest = digestOf(record), beside = {}) => ({
  name: 'assay.tool_decision',
  attributes: { 'assay.record': record, 'assay.record.digest': digest, ...beside },
  timeUnixNano: '1',
});
const PLAIN = canonicalJson(RECORDS.github);
const OTHER = canonicalJson(RECORDS.githubIncomplete);

describe('factOfSpan', () => {
  it('gives each span what its own resource says, in whatever order they come', () => {
    const read = factReader({ toolSpans: 'mcp', runKey: 'my.run' });
    const resources = ['a', 'b'].map((name) => ({ 'service.name': name, 'my.run': `run-${name}` }));
    for (const [index, name] of [
      [0, 'a'],
      [1, 'b'],
      [1, 'b'],
      [0, 'a'],
    ] as const) {
      const { fact } = read(spanView({ resource: resources[index] ?? {} }));
      expect(fact).toMatchObject({ service: name, runs: { keyResource: `run-${name}` } });
    }
  });

  it.each([
    ['a record that is plain', PLAIN],
    ['a record that is parsed', OTHER],
  ])('takes %s only with its digest', (_title, record) => {
    const observe = () => ({ is: 'other' }) as const;
    for (const problems of [undefined, () => []]) {
      const options = problems === undefined ? { observe } : { observe, problems };
      const intact = factOfSpan(spanView({ events: [event(record)] }), options);
      expect(intact.fact.calls).toMatchObject([{ origin: 'event', record }]);
      expect(intact.refused).toEqual([]);
      const changed = factOfSpan(spanView({ events: [event(record, digestOf('another'))] }), options);
      expect(changed.fact).toMatchObject({ broken: ['decision'] });
      expect(changed.fact.calls).toBeUndefined();
      expect(changed.refused).toHaveLength(1);
    }
  });

  it('tells what is broken in the order of the alphabet, and why in the order of the kinds', () => {
    const events = [
      { name: 'assay.run_end', attributes: {}, timeUnixNano: '1' },
      { name: 'assay.tool_observation', attributes: {}, timeUnixNano: '1' },
      event(PLAIN, digestOf('another')),
    ];
    const { fact, refused } = factOfSpan(spanView({ events }), { observe: () => ({ is: 'other' }) });
    expect(fact.broken).toEqual(['checkpoint', 'decision']);
    expect(refused.map((message) => /`assay\.(\w+)`/.exec(message)?.[1])).toEqual([
      'record',
      'checkpoint',
      'run_seal',
    ]);
  });

  it('takes no number beside a record that is none of a call', () => {
    const beside = { 'assay.sequence': -1, 'assay.numbered': 0, 'assay.emitter.id': '0123456789abcdef' };
    const { fact } = factOfSpan(spanView({ events: [event(PLAIN, undefined, beside)] }), {
      observe: () => ({ is: 'other' }),
    });
    expect(fact.calls).toMatchObject([
      { sequence: undefined, numbered: undefined, emitter: '0123456789abcdef' },
    ]);
  });
});
