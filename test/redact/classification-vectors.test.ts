import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { classify } from '../../src/classify/classify.ts';
import { CLASSIFIERS } from '../../src/classify/registry.ts';
import { redactCandidate } from '../../src/redact/redact-target.ts';
import type { ObservedCall } from '../../src/span/observed-call.ts';
import { observedCall } from '../classify/observed-calls.ts';

interface Vector {
  readonly name: string;
  readonly call: Partial<ObservedCall>;
  readonly expect: unknown;
}

const FIXTURE = new URL('../../fixtures/record/classification.json', import.meta.url);
const { vectors } = JSON.parse(readFileSync(FIXTURE, 'utf8')) as { readonly vectors: readonly Vector[] };

/** What classification and redaction together say of a call, in the vectors' form. */
function outcome(call: ObservedCall): unknown {
  const candidate = classify(call, {});
  if (!candidate.known) {
    const reasonCode = candidate.secretKeySeen ? 'redacted_secret_argument' : 'unknown_tool_name';
    return { state: 'observed_unknown_tool', reasonCode };
  }
  const { verb } = candidate;
  const { category, provider, resourceType, requiredScope } = candidate.rule;
  return { category, provider, resourceType, requiredScope, verb, ...redactCandidate(candidate) };
}

describe('classification and redaction, by the vectors of fixtures/record/classification.json', () => {
  it.each(vectors)('$name', ({ call, expect: expected }) => {
    expect(outcome(observedCall(call))).toEqual(expected);
  });
});

describe.each(CLASSIFIERS)('the classifier $category', ({ category, required }) => {
  const docs = readFileSync(new URL('../../docs/record.md', import.meta.url), 'utf8');
  const outcomes = vectors.map((vector) => JSON.stringify(vector.expect));

  it('has a vector of a classified call and of each thing that can be missing', () => {
    expect(outcomes.some((text) => text.includes(`"classified_${category}"`))).toBe(true);
    const missing = required.filter(({ detail }) => !outcomes.some((text) => text.includes(`"${detail}"`)));
    expect(missing.map(({ detail }) => detail)).toEqual([]);
  });

  it('is explained in docs/record.md, with each of its details', () => {
    const unexplained = [category, ...required.map(({ detail }) => detail)];
    expect(unexplained.filter((word) => !docs.includes(`\`${word}\``))).toEqual([]);
  });
});
