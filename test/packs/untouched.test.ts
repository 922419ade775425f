import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { readPacks, speaksFor } from '../../scripts/packs/served-tools.ts';
import { recordOf } from '../../src/classifier-file/cases.ts';
import { rulesOf } from '../../src/classifier-file/load.ts';
import type { ClassifierCase } from '../../src/classify/classifier-document.ts';
import { classify } from '../../src/classify/classify.ts';
import { BUILT_IN, type RuleSet } from '../../src/classify/rule-set.ts';
import { canonicalJson } from '../../src/decision/canonical-json.ts';
import { decide } from '../../src/decision/decide.ts';
import { recognise } from '../../src/dialect/recognise.ts';
import { redactCandidate } from '../../src/redact/redact-target.ts';
import type { ObservedCall } from '../../src/span/observed-call.ts';
import { readOtlpJson } from '../../src/span/otlp/read-otlp-json.ts';
import type { SpanView } from '../../src/span/view.ts';
import { observedCall } from '../classify/observed-calls.ts';
import { fixtureDialects, loadFixtures } from '../dialect/load-fixture.ts';
import { OPTIONS } from '../dialect/span.ts';

const packs = readPacks();
const all = rulesOf(packs);

/** The bytes of the record that a call gets. */
function recordBytes(call: ObservedCall, rules: RuleSet): string {
  const candidate = classify(call, {}, rules);
  const redacted = candidate.known
    ? { candidate, target: redactCandidate(candidate) }
    : { candidate, target: undefined };
  return canonicalJson(decide(call, redacted, call.decision));
}

/** Spans as calls, whatever record they already carry. */
function callsOf(spans: readonly SpanView[], options = OPTIONS): readonly ObservedCall[] {
  return spans.flatMap((span) => {
    const recognised = recognise(span, options);
    return recognised.is === 'call' ? [recognised.call] : [];
  });
}

const read = (path: string) =>
  JSON.parse(readFileSync(new URL(`../../fixtures/${path}`, import.meta.url), 'utf8'));

const captures = readdirSync(new URL('../../fixtures/reference/', import.meta.url)).filter((name) =>
  name.endsWith('.otlp.json'),
);

/** By where they come from. */
const CALLS: readonly (readonly [of: string, calls: readonly ObservedCall[]])[] = [
  [
    'the vectors of classification',
    read('record/classification.json').vectors.map(({ call }: { call: Partial<ObservedCall> }) =>
      observedCall(call),
    ),
  ],
  [
    'the reference captures',
    captures.flatMap((name) => callsOf(readOtlpJson(read(`reference/${name}`)).spans)),
  ],
  ...fixtureDialects().map(
    (dialect) =>
      [
        `the fixtures of ${dialect}`,
        loadFixtures(dialect).flatMap(({ spans, options }) => callsOf(spans, options)),
      ] as const,
  ),
];

describe('with all packs loaded', () => {
  it.each(CALLS)('the records of %s have the same bytes', (_of, calls) => {
    expect(calls).not.toEqual([]);
    for (const call of calls) expect(recordBytes(call, all)).toBe(recordBytes(call, BUILT_IN));
  });

  it('the built-in categories come first, in their order', () => {
    expect(all.rules.slice(0, BUILT_IN.rules.length)).toEqual(BUILT_IN.rules);
  });
});

describe.each(packs)('the pack $file.name', (pack) => {
  const { file, fixtures } = pack;
  const cases = file.categories.flatMap(({ cases = [] }) => cases);

  it.each(['a-server-of-somebody', undefined])('leaves its tools unknown on the server %s', (server) => {
    const known = cases.filter(({ call }) => isKnown({ ...call, server }, all));
    expect(known.map(({ name }) => name)).toEqual([]);
  });

  it('is alone in speaking of its servers', () => {
    const others = rulesOf(packs.filter((other) => other !== pack));
    const known = cases.filter(({ call }) => isKnown(call, others));
    expect(known.map(({ name }) => name)).toEqual([]);
    // Beside the others it says what it says alone.
    const own = rulesOf([pack]);
    for (const entry of cases) {
      expect(canonicalJson(recordOf(entry, all)), entry.name).toBe(canonicalJson(recordOf(entry, own)));
    }
  });

  it('leaves every tool of its servers unknown that no category claims there', () => {
    const rules = rulesOf([pack]);
    const wrong = fixtures.flatMap((served) => {
      const claimed = file.categories
        .filter((category) => speaksFor(file, category, served))
        .flatMap(({ tools }) => Object.keys(tools));
      const server = served.server_info.name ?? undefined;
      return served.tools.filter(
        ({ name }) => !claimed.includes(name) && isKnown({ server, tool: name, arguments: {} }, rules),
      );
    });
    expect(wrong.map(({ name }) => name)).toEqual([]);
  });
});

function isKnown(call: ClassifierCase['call'], rules: RuleSet): boolean {
  return recordOf({ call }, rules).classification !== 'observed_unknown_tool';
}
