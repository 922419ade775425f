import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { factReader } from '../../../../src/cli/read-fact.ts';
import { wantedForFacts } from '../../../../src/run/wanted-for-facts.ts';
import { OtlpBytes } from '../../../../src/span/otlp/json-bytes/read-otlp-bytes.ts';
import { readOtlpJson } from '../../../../src/span/otlp/read-otlp-json.ts';
import type { Wanted } from '../../../../src/span/otlp/wanted.ts';
import type { SpanView } from '../../../../src/span/view.ts';
import { otlpAttribute, otlpDocument, otlpSpan, SPAN, TRACE } from '../documents.ts';

const ROOT = join(import.meta.dirname, '../../../..');

const ALL: Wanted = {
  scope: () => true,
  name: () => true,
  key: () => 'whole',
  kept: () => true,
  eventKey: () => 'kept',
};

const bytesOf = (value: unknown) => Buffer.from(typeof value === 'string' ? value : JSON.stringify(value));
const exactly = (bytes: Uint8Array) => readOtlpJson(JSON.parse(Buffer.from(bytes).toString()));

/** Documents of traces that stand in the tree, each in one piece. */
const DOCUMENTS = ['fixtures', 'conformance']
  .flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name)),
  )
  .filter((name) => /\.jsonl?$/.test(name))
  .sort()
  .flatMap((name) =>
    readFileSync(join(ROOT, name), 'utf8')
      .split(/^(?=\{)/m)
      .flatMap(documentOf),
  );

function documentOf(text: string): Buffer[] {
  try {
    const value: unknown = JSON.parse(text);
    const isOfTraces = typeof value === 'object' && value !== null && 'resourceSpans' in value;
    return isOfTraces ? [bytesOf(value)] : [];
  } catch {
    return [];
  }
}

const call = otlpSpan({
  parentSpanId: 'a'.repeat(16),
  kind: 3,
  startTimeUnixNano: '1796000000000000000',
  endTimeUnixNano: '1796000000250000000',
  attributes: [
    otlpAttribute('mcp.method.name', { stringValue: 'tools/call' }),
    otlpAttribute('text', { stringValue: 'größer \\ "工具"\n 🔑' }),
    otlpAttribute('json', { stringValue: '{"a":"b \\\\ c","d":[""]}' }),
    otlpAttribute('integer', { intValue: '-17' }),
    otlpAttribute('number', { intValue: 17 }),
    otlpAttribute('double', { doubleValue: -1.5e-7 }),
    otlpAttribute('flag', { boolValue: false }),
    otlpAttribute('list', { arrayValue: { values: [{ stringValue: 'a' }, { stringValue: '"' }] } }),
  ],
  events: [
    {
      timeUnixNano: '1796000000250000000',
      name: 'event',
      attributes: [otlpAttribute('a', { stringValue: '' })],
      droppedAttributesCount: 1,
    },
    { name: 'bare' },
  ],
  status: { code: 2 },
  flags: 769,
});
const other = otlpSpan({
  spanId: 'b'.repeat(16),
  startTimeUnixNano: '1',
  endTimeUnixNano: '2',
  attributes: [
    otlpAttribute('http.request.method', { stringValue: 'GET' }),
    otlpAttribute('url.full', { stringValue: 'http://127.0.0.1/\u0001' }),
  ],
  status: {},
});
const usual = bytesOf(
  otlpDocument([call, other], { attributes: [otlpAttribute('service.name', { stringValue: 'agent' })] }),
);

describe('documents that are read from their bytes', () => {
  it('hold what they hold when they are parsed', () => {
    expect(new OtlpBytes(ALL).read(usual)).toEqual(exactly(usual));
  });

  it('are most of those that stand in the tree, with the same spans', () => {
    const reader = new OtlpBytes(ALL);
    let read = 0;
    for (const document of DOCUMENTS) {
      const found = reader.read(document);
      if (found === undefined) continue;
      read += 1;
      expect(found).toEqual(exactly(document));
    }
    expect(read).toBeGreaterThan(300);
    expect(read / DOCUMENTS.length).toBeGreaterThan(0.8);
  });

  it.each(['mcp', 'all'] as const)('give the same facts without what is not wanted: %s', (toolSpans) => {
    const runKey = 'session.id';
    const reader = new OtlpBytes(wantedForFacts(runKey));
    const factOf = factReader({ toolSpans, runKey });
    const facts = (spans: readonly SpanView[]) => spans.map((span) => factOf(span));
    let left = 0;
    for (const document of DOCUMENTS) {
      const found = reader.read(document);
      if (found === undefined) continue;
      const { spans } = exactly(document);
      expect(facts(found.spans)).toEqual(facts(spans));
      left += spans.filter(
        (span, at) => span.attributes !== found.spans[at]?.attributes && isLess(found.spans[at], span),
      ).length;
    }
    expect(left).toBeGreaterThan(100);
  });

  it.each([8191, 8192, 8193, 20_000])('hold text with quotes of %i characters', (length) => {
    for (const end of ['"', '\\', '\n"', 'é"', 'a']) {
      const stringValue = `"${'x'.repeat(length - end.length - 1)}${end}`;
      const document = bytesOf(
        otlpDocument([{ ...call, attributes: [otlpAttribute('a', { stringValue })] }]),
      );
      const { spans } = new OtlpBytes(ALL).read(document) ?? {};
      expect(spans?.map(({ attributes }) => attributes.a === stringValue)).toEqual([true]);
    }
  });

  it('end where they are cut', () => {
    const reader = new OtlpBytes(ALL);
    for (let length = 0; length < usual.length; length += 1) {
      expect(reader.read(usual.subarray(0, length))).toBeUndefined();
    }
    expect(reader.read(Buffer.concat([usual, Buffer.from('\r')]))).toEqual(exactly(usual));
    expect(reader.read(Buffer.concat([usual, Buffer.from('}')]))).toBeUndefined();
  });

  const attribute = (key: string, value: string) => `{"key":"${key}","value":${value}}`;
  const span = (attributes: string, rest = '') =>
    `{"resourceSpans":[{"resource":{},"scopeSpans":[{"scope":{},"spans":[{"traceId":"${TRACE}","spanId":"${SPAN}","name":"n","startTimeUnixNano":"1","endTimeUnixNano":"2","attributes":[${attributes}]${rest}}]}]}]}`;

  it.each([
    ['a raw control character', attribute('a', '{"stringValue":"\u0007"}')],
    ['a raw control character in a key', attribute('\u0007', '{"stringValue":""}')],
    ['an escape that there is not', attribute('a', '{"stringValue":"\\q"}')],
    ['an escape that is cut', attribute('a', '{"stringValue":"\\u12"}')],
    ['an integer that begins with 0', attribute('a', '{"intValue":017}')],
    ['a double without a digit', attribute('a', '{"doubleValue":1.}')],
    ['a comma too many', `${attribute('a', '{"stringValue":""}')},`],
    ['two values', attribute('a', '{"stringValue":"","stringValue":""}')],
    ['a repeated list', '', ',"attributes":[]'],
    ['two repeated events', '', ',"events":[],"events":[]'],
  ])('are left to the exact way with %s', (_, attributes, rest = '') => {
    for (const wanted of [ALL, wantedForFacts(undefined)]) {
      const bytes = Buffer.from(span(attributes, rest));
      const found = new OtlpBytes(wanted).read(bytes);
      if (found !== undefined) expect(found).toEqual(exactly(bytes));
    }
  });

  it('refuse nothing by themselves', () => {
    const reader = new OtlpBytes(ALL);
    const wrong = otlpSpan({ spanId: '0'.repeat(16) });
    expect(exactly(bytesOf(otlpDocument([wrong]))).refused).toHaveLength(1);
    expect(reader.read(bytesOf(otlpDocument([call, wrong])))).toBeUndefined();
    expect(
      reader.read(bytesOf({ resourceSpans: [{ resource: { attributes: 1 }, scopeSpans: [] }] })),
    ).toBeUndefined();
  });

  it('are read the same after more keys and names than are remembered', () => {
    const reader = new OtlpBytes(ALL);
    for (let at = 0; at < 6000; at += 1) {
      const attributes = [0, 1].map((each) => otlpAttribute(`key-${at}-${each}`, { stringValue: `${at}` }));
      const named = otlpSpan({
        name: `name-${at}`,
        startTimeUnixNano: '1',
        endTimeUnixNano: '2',
        attributes,
      });
      const document = bytesOf(otlpDocument([named]));
      expect(reader.read(document)).toEqual(exactly(document));
    }
    const long = Array.from({ length: 300 }, (_, at) => otlpAttribute(`k${at}`, { intValue: at }));
    const document = bytesOf(
      otlpDocument([
        { ...call, attributes: long },
        { ...call, attributes: long.reverse() },
      ]),
    );
    expect(reader.read(document)).toEqual(exactly(document));
    expect(reader.read(usual)).toEqual(exactly(usual));
  });

  const byte = fc.oneof(fc.constantFrom(...Buffer.from('{}[]",:\\0a9-.eu ')), fc.nat(255));
  it('hold what they hold when they are parsed, whatever a byte of them is', () => {
    // One reader sees them all: what it remembers of one changes nothing in the next.
    const reader = new OtlpBytes(ALL);
    const property = fc.property(
      fc.array(fc.tuple(fc.nat(usual.length - 1), byte, fc.constantFrom('set', 'insert', 'remove')), {
        minLength: 1,
        maxLength: 3,
      }),
      (changes) => {
        const bytes = [...usual];
        for (const [at, value, how] of changes)
          bytes.splice(at, how === 'insert' ? 0 : 1, ...(how === 'remove' ? [] : [value]));
        const changed = Buffer.from(bytes);
        const found = reader.read(changed);
        if (found !== undefined) expect(found).toEqual(exactly(changed));
      },
    );
    fc.assert(property, { numRuns: 5000, seed: 20261201 });
  });
});

function isLess(found: SpanView | undefined, span: SpanView): boolean {
  return Object.keys(found?.attributes ?? {}).length < Object.keys(span.attributes).length;
}
