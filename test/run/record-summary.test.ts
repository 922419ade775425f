import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { canonicalJson } from '../../src/decision/canonical-json.ts';
import type { DecisionRecord } from '../../src/decision/record.ts';
import { summaryOf } from '../../src/run/record-summary.ts';

/** What could pass for another member, or for the end of an object. */
const HOSTILE = [
  ...['', 'x', '"', '\\', '{', '}', '}}', '},"classification":"classified', '","name":"other'],
  ...[
    'classification',
    '"source":"other"},',
    'source',
    'detail',
    '"tool":{"category":null,"name":"other"}}',
    'é\n',
  ],
];

const text = fc.oneof(fc.constantFrom(...HOSTILE), fc.string());
const textOrNull = fc.option(text);
const unknownMembers = fc.dictionary(
  fc.constantFrom('classification', 'decision', 'detail', 'name', 'source', 'tool', 'zeta', 'aaa'),
  fc.oneof(
    text,
    fc.integer(),
    fc.constant(null),
    fc.array(text, { maxLength: 2 }),
    fc.record({ name: text, source: text }),
  ),
  { maxKeys: 2 },
);
const object = (members: Record<string, fc.Arbitrary<unknown>>) =>
  fc.tuple(unknownMembers, fc.record(members)).map(([more, known]) => ({ ...more, ...known }));
const plain = (members: Record<string, fc.Arbitrary<unknown>>) => fc.record(members);

const records = (of: typeof object) => {
  const target = fc.option(of({ provider: text, repo: textOrNull, tags: fc.array(text, { maxLength: 2 }) }));
  const members = {
    action: of({ class: text, target, verb: textOrNull }),
    classification: text,
    correlation: of({ basis: text, traceparent: textOrNull }),
    decision: of({ effect: text, enforced: fc.boolean(), rule_id: textOrNull, source: text }),
    detail: fc.option(text, { nil: undefined }),
    reason_code: text,
    redaction: of({ arguments_redacted: fc.constant(true) }),
    response: of({ status: text }),
    server: of({ id: text, transport: text }),
    tool: of({ category: textOrNull, name: text }),
  };
  return of(members);
};

function expectSame(record: unknown): void {
  const json = canonicalJson(record);
  const { classification, decision, detail, tool } = JSON.parse(json) as DecisionRecord;
  const summary = summaryOf(json);
  expect([summary.classification, summary.decision.source, summary.detail, summary.tool.name]).toEqual([
    classification,
    decision.source,
    detail,
    tool.name,
  ]);
}

describe('what is asked of every record', () => {
  it('is what parsing says, of records as they are written now', () => {
    fc.assert(fc.property(records(plain), expectSame), { seed: 20261130, numRuns: 3_000 });
  });

  it('is what parsing says, of records with members that are not known', () => {
    fc.assert(fc.property(records(object), expectSame), { seed: 20261130, numRuns: 3_000 });
  });
});
