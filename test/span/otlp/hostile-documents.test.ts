import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readOtlpJson } from '../../../src/span/otlp/read-otlp-json.ts';
import { otlpAttribute, otlpDocument, otlpSpan } from './documents.ts';

const FIELDS = {
  document: ['resourceSpans'],
  resourceSpans: ['resource', 'scopeSpans'],
  resource: ['attributes'],
  scopeSpans: ['scope', 'spans'],
  span: [
    'traceId',
    'spanId',
    'parentSpanId',
    'flags',
    'kind',
    'attributes',
    'events',
    'links',
    'status',
    'name',
  ],
  value: [
    'stringValue',
    'intValue',
    'boolValue',
    'doubleValue',
    'arrayValue',
    'kvlistValue',
    'bytesValue',
    'values',
  ],
};
const fieldNames = fc.constantFrom('__proto__', 'key', 'value', ...Object.values(FIELDS).flat());

/** JSON made of OTLP's own field names, so that wrong types turn up in every place. */
const otlpLike = fc.letrec((tie) => ({
  any: fc.oneof(
    { depthSize: 'medium' },
    fc.jsonValue({ maxDepth: 1 }),
    fc.array(tie('any'), { maxLength: 3 }),
    fc.dictionary(fieldNames, tie('any'), { maxKeys: 6 }),
  ),
})).any;

describe('documents from anywhere', () => {
  it('never throws, and says something of whatever is not read', () => {
    fc.assert(
      fc.property(fc.oneof(otlpLike, fc.jsonValue()), (document) => {
        const { spans, refused } = readOtlpJson(document);
        const isEmpty = typeof document === 'object' && document !== null && !Array.isArray(document);
        expect(spans.length + refused.length > 0 || isEmpty).toBe(true);
      }),
      { numRuns: 2000 },
    );
  });

  it('reads the good spans of a batch whatever stands between them', () => {
    fc.assert(
      fc.property(fc.array(otlpLike, { maxLength: 4 }), (junk) => {
        const good = otlpSpan({ name: 'good' });
        const { spans, refused } = readOtlpJson(otlpDocument([good, ...junk, good]));
        expect(spans.filter((span) => span.name === 'good').length).toBeGreaterThanOrEqual(2);
        expect(spans.length + refused.length).toBe(junk.length + 2);
      }),
      { numRuns: 1000 },
    );
  });

  it('survives junk in each field of a span, and never quotes it', () => {
    const canary = 'canary-7f3a';
    const junk = fc.oneof(
      otlpLike,
      fc.constantFrom(canary, [canary], { [canary]: canary }, [{ key: canary, value: canary }]),
    );
    fc.assert(
      fc.property(fc.constantFrom(...FIELDS.span), junk, (field, value) => {
        const { refused } = readOtlpJson(otlpDocument([otlpSpan({ [field]: value })]));
        expect(JSON.stringify(refused)).not.toContain(canary);
      }),
      { numRuns: 1000 },
    );
  });

  it('reads numbers of any size', () => {
    for (const text of ['1e308', '-1e308', '1e400', '9'.repeat(400), '-0', '5e-324', '1e21']) {
      const intValue: unknown = JSON.parse(text);
      const attributes = [otlpAttribute('i', { intValue }), otlpAttribute('d', { doubleValue: intValue })];
      const { spans, refused } = readOtlpJson(otlpDocument([otlpSpan({ attributes, startTimeUnixNano: 1 })]));
      expect(spans.length + refused.length).toBe(1);
    }
  });

  it('survives a hundred thousand levels of anything', () => {
    const levels = 100_000;
    const texts = ['[', '{"a":', '{"resourceSpans":[', '{"value":{"arrayValue":{"values":['];
    const closing = [']', '}', ']}', ']}}}'];
    texts.forEach((text, index) => {
      const deep: unknown = JSON.parse(`${text.repeat(levels)}1${(closing[index] ?? '').repeat(levels)}`);
      expect(() => readOtlpJson(deep)).not.toThrow();
      expect(() =>
        readOtlpJson(otlpDocument([otlpSpan({ attributes: [{ key: 'k', value: deep }] })])),
      ).not.toThrow();
    });
  });
});
