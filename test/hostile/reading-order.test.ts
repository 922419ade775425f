import fc from 'fast-check';
import { expect, it } from 'vitest';
import { DEFAULTS } from '../../src/config.ts';
import { canonicalJson } from '../../src/decision/canonical-json.ts';
import { observe } from '../../src/pipeline.ts';
import { readOtlpJson } from '../../src/span/otlp/read-otlp-json.ts';
import { documentsIn } from '../run/stated.ts';
import {
  type AnyValue,
  callAttributes,
  documentOf,
  type KeyValue,
  pair,
  spanOf,
} from './reading-documents.ts';

function bytesOf(documents: readonly AnyValue[]): string {
  return documentsIn(documents, { runKey: 'run' }).map(canonicalJson).join('\n');
}

/** Event `assay.tool_decision` with the record of the call itself, and what else an emitter may say. */
function eventOf(attributes: readonly KeyValue[], more: readonly KeyValue[]): readonly AnyValue[] {
  const [view] = readOtlpJson(documentOf([spanOf(attributes)])).spans;
  const observation = view && observe(view, DEFAULTS);
  if (observation?.is !== 'call') return [];
  const { record, digest } = observation.encoded;
  const own = [pair('assay.record', record), pair('assay.record.digest', digest)];
  return [{ name: 'assay.tool_decision', attributes: [...own, ...more] }];
}

const maybe = (key: string, ...values: readonly string[]) =>
  fc.oneof(
    fc.constant([]),
    fc.constantFrom(...values).map((value) => [pair(key, value)]),
  );

const documents = fc
  .record({
    ids: fc.record({
      traceId: fc.constantFrom('1', '2').map((digit) => digit.repeat(32)),
      spanId: fc.constantFrom('1', '2').map((digit) => digit.repeat(16)),
    }),
    times: fc.record({
      startTimeUnixNano: fc.constantFrom('1', '2', '10'),
      endTimeUnixNano: fc.constantFrom('0', '11', '12'),
    }),
    place: fc.constantFrom(
      {},
      { parentSpanId: '3'.repeat(16), flags: 0x100 },
      { parentSpanId: '3'.repeat(16), flags: 0x300 },
    ),
    kind: fc.constantFrom(2, 3),
    tool: fc.constantFrom('x', 'y', 'add_deploy_key', undefined),
    run: maybe('assay.run.id', 'a', 'b', 'c\0', 'c\u0001'),
    key: maybe('run', 'a', 'd'),
    resourceRun: maybe('assay.run.id', 'a', 'e'),
    service: maybe('service.name', 's', 't'),
    emitter: maybe('assay.emitter.id', '0123456789abcdef', 'fedcba9876543210', 'none'),
    start: maybe('assay.call.start_time_unix_nano', '5', '06', '7'),
    vantage: maybe('assay.vantage', 'client', 'gateway', 'other'),
    hasEvent: fc.boolean(),
  })
  .map(({ ids, times, place, kind, tool, run, key, resourceRun, service, hasEvent, ...event }) => {
    const attributes = [...(tool === undefined ? [] : callAttributes(tool)), ...run, ...key];
    const said = [...event.emitter, ...event.start, ...event.vantage];
    const events = hasEvent ? eventOf(attributes, said) : [];
    const span = spanOf(attributes, { ...ids, ...times, ...place, kind, events });
    return documentOf([span], [...service, ...resourceRun]);
  });

it('gives the same bytes for spans with colliding ids in any order and repetition', () => {
  const lists = fc.array(documents, { minLength: 1, maxLength: 6 });
  const shuffled = lists.chain((list) =>
    fc.tuple(
      fc.constant(list),
      fc.shuffledSubarray(list, { minLength: list.length }),
      fc.shuffledSubarray(list),
    ),
  );
  fc.assert(
    fc.property(shuffled, ([list, other, again]) => {
      expect(bytesOf([...other, ...again])).toBe(bytesOf(list));
    }),
    { numRuns: 1000 },
  );
});
