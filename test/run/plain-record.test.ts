import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CLASSIFIERS } from '../../src/classify/registry.ts';
import { DEFAULTS } from '../../src/config.ts';
import { canonicalJson } from '../../src/decision/canonical-json.ts';
import type { DecisionRecord } from '../../src/decision/record.ts';
import { observe } from '../../src/pipeline.ts';
import { isPlainRecord } from '../../src/run/plain-record.ts';
import { DecisionRecordSchema } from '../../src/schema/decision-record.ts';
import { RECORDS } from '../schema/records.ts';
import { mutated } from './mutated.ts';
import { spanView } from './span-views.ts';

const { sanitized_fields: _, ...plainRedaction } = RECORDS.unknown.redaction;
const { advised_effect: __, ...plainDecision } = RECORDS.workspace.decision;
const noManifest = { id: 'mcp.example:443', transport: 'mcp' } as const;

const TRACE_ID = RECORDS.github.correlation.traceparent?.slice(3, 35) ?? '';

/** One plain record per shape. */
const PLAIN: readonly DecisionRecord[] = [
  RECORDS.github,
  RECORDS.slack,
  { ...RECORDS.workspace, decision: plainDecision },
  { ...RECORDS.unknown, redaction: plainRedaction },
  { ...RECORDS.github, server: noManifest, correlation: RECORDS.slack.correlation },
];

function observedCall(tool: string, args: string) {
  const attributes = {
    'mcp.method.name': 'tools/call',
    'gen_ai.tool.name': tool,
    'gen_ai.tool.call.arguments': args,
    'server.address': 'mcp.example',
  };
  const observed = observe(spanView({ name: `tools/call ${tool}`, attributes }), DEFAULTS);
  if (observed.is !== 'call') throw new Error('Expected a call');
  return observed;
}

/** What reading by parsing finds out. */
function isCanonicalAndValid(text: string): boolean {
  try {
    const value: unknown = JSON.parse(text);
    return canonicalJson(value) === text && DecisionRecordSchema.safeParse(value).success;
  } catch {
    return false;
  }
}

describe('isPlainRecord', () => {
  it('takes nothing but canonical JSON of valid records', () => {
    let plain = 0;
    fc.assert(
      fc.property(mutated([...PLAIN, ...Object.values(RECORDS)]), (text) => {
        if (!isPlainRecord(text)) return;
        plain += 1;
        expect(isCanonicalAndValid(text)).toBe(true);
      }),
      { numRuns: 10_000 },
    );
    expect(plain).toBeGreaterThan(500);
  });

  it.each(PLAIN.map((record) => [record.reason_code, record] as const))('takes %s', (_title, record) => {
    expect(isPlainRecord(canonicalJson(record))).toBe(true);
  });

  const tools = CLASSIFIERS.flatMap((rule) => Object.keys(rule.verbs).map((tool) => ({ tool, rule })));
  it.each(tools)('takes what the pipeline makes of $tool', ({ tool, rule }) => {
    const values = rule.fields.map(
      ({ aliases, as }) => [aliases[0], as === 'flag' ? true : 'value'] as const,
    );
    const { record, encoded } = observedCall(tool, JSON.stringify(Object.fromEntries(values)));
    expect(record.classification).toBe('classified');
    expect(isPlainRecord(encoded.record)).toBe(true);
  });

  it('takes what the pipeline makes of an unknown tool', () => {
    expect(isPlainRecord(observedCall('search', '{"query":"value"}').encoded.record)).toBe(true);
  });

  it.each([
    ['white space', (text: string) => text.replace(':', ': ')],
    ['a repeated member', (text: string) => text.replace('{', '{"action":null,')],
    ['an escape', (text: string) => text.replace('"mcp"', '"\\u006dcp"')],
    ['an escape in a label', (text: string) => text.replace('allow.prod', 'allow\\/prod')],
    ['a backslash before the end of a label', (text: string) => text.replace('allow.prod', 'allow\\')],
    ['a label that is empty', (text: string) => text.replace('allow.prod', '')],
    ['a trace id of zeros', (text: string) => text.replace(TRACE_ID, '0'.repeat(32))],
    ['a span id of zeros', (text: string) => text.replace(/-[0-9a-f]{16}-/, `-${'0'.repeat(16)}-`)],
    ['text behind it', (text: string) => `${text}\n`],
    ['an unknown member', (text: string) => text.replace(/\}$/, ',"zzz":1}')],
    ['a character that JSON escapes', (text: string) => text.replace('allow.prod', 'a\u007f')],
    [
      'an outcome that nobody asserts',
      (text: string) => text.replace('"side_effect_asserted":true', '"side_effect_asserted":false'),
    ],
  ])('leaves to the parser what has %s', (_title, change) => {
    const text = canonicalJson(RECORDS.github);
    expect(change(text)).not.toBe(text);
    expect(isPlainRecord(change(text))).toBe(false);
  });

  it('leaves a target of which both keys are null', () => {
    const { target } = RECORDS.slack.action;
    const record = {
      ...RECORDS.slack,
      action: { ...RECORDS.slack.action, target: { ...target, workspace_id_hash: null } },
    };
    expect(isPlainRecord(canonicalJson(record))).toBe(false);
  });
});
