import { claimRules } from './claim-rules.ts';
import { rangeRules, sizeOf } from './ranges.ts';
import { expect, type Fields, fieldsOf, type Refinement } from './refinement.ts';

/** What the fields of a health document must be together. */
export function healthRules(value: unknown, context: Refinement): void {
  const health = fieldsOf(value);
  countRules(health, context);
  stateRules(health, context);
  coverageRules(fieldsOf(health.coverage), context);
  completeRules(health, context);
  claimRules(health, context);
}

function countRules(health: Fields, context: Refinement): void {
  const { tool_calls_observed: calls, policy_decisions_observed: decided, policy_layer } = health;
  for (const name of ['policy_decisions_observed', 'unknown_tool_count']) {
    const part = health[name];
    if (typeof calls !== 'number' || typeof part !== 'number') continue;
    expect(context, part <= calls, [name], 'at most `tool_calls_observed`');
  }
  const hasSpoken = typeof decided === 'number' && decided > 0;
  expect(
    context,
    !hasSpoken || policy_layer === 'present',
    ['policy_layer'],
    '"present" where decisions were observed',
  );
}

const STATES = {
  unknown: '"unknown" where `scope.emitters` is empty',
  partial: '"partial" where there are gaps',
  complete: '"complete" where there are emitters and no gaps',
} as const;

function stateRules({ scope, coverage }: Fields, context: Refinement): void {
  const { emitters } = fieldsOf(scope);
  const { state, gaps } = fieldsOf(coverage);
  if (!Array.isArray(emitters) || !Array.isArray(gaps)) return;
  const expected = emitters.length === 0 ? 'unknown' : gaps.length > 0 ? 'partial' : 'complete';
  expect(context, state === expected, ['coverage', 'state'], STATES[expected]);
}

function coverageRules({ gaps, emitters }: Fields, context: Refinement): void {
  const epochs = (Array.isArray(emitters) ? emitters : []).map(fieldsOf);
  epochs.forEach(({ open }, index) => {
    rangeRules(['coverage', 'emitters', index, 'open'], open, context);
  });
  if (!Array.isArray(gaps)) return;
  gaps.map(fieldsOf).forEach((gap, index) => {
    const path = ['coverage', 'gaps', index];
    rangeRules([...path, 'missing'], gap.missing, context);
    rangeRules([...path, 'open'], gap.open, context);
    if (gap.code === 'sequence_gap') missingRules(path, gap, epochs, context);
  });
}

/** What is complete has told of every emitter of its scope, to the end; anything else is a gap that is not listed. */
function completeRules({ scope, coverage }: Fields, context: Refinement): void {
  const { state, gaps, emitters } = fieldsOf(coverage);
  const hasGaps = Array.isArray(gaps) && gaps.length > 0;
  if (state !== 'complete' || hasGaps || !Array.isArray(emitters)) return;
  const told = new Set<string>();
  emitters.map(fieldsOf).forEach(({ emitter, epoch, sealed, open, ...counts }, index) => {
    told.add(`${emitter} ${epoch}`);
    const path = ['coverage', 'emitters', index];
    expect(context, sealed !== false, [...path, 'sealed'], 'true where the state is "complete"', 'false');
    const isOpen = Array.isArray(open) && open.length > 0;
    expect(context, !isOpen, [...path, 'open'], 'empty where the state is "complete"', 'open calls');
    const [numbered, ...known] = [counts.numbered, counts.recorded, counts.withdrawn].map(Number);
    const isShort = numbered !== undefined && known.reduce((sum, number) => sum + number, 0) < numbered;
    const all = 'at most `recorded` and `withdrawn` where the state is "complete"';
    expect(context, !isShort, [...path, 'numbered'], all, 'more');
  });
  const { emitters: entries } = fieldsOf(scope);
  (Array.isArray(entries) ? entries : []).map(fieldsOf).forEach(({ emitter, epoch }, index) => {
    const isTold = told.has(`${emitter} ${epoch}`);
    const one = 'one that `coverage.emitters` tells of where the state is "complete"';
    expect(context, isTold, ['scope', 'emitters', index, 'epoch'], one, 'another');
  });
}

function missingRules(
  path: readonly (string | number)[],
  { emitter, count, missing }: Fields,
  epochs: readonly Fields[],
  context: Refinement,
): void {
  const isListed = Array.isArray(missing);
  expect(context, isListed, [...path, 'missing'], 'the ranges of numbers that are missing');
  const size = isListed ? sizeOf(missing) : undefined;
  if (size === undefined || typeof count !== 'number') return;
  // Gaps are grouped by emitter: a number that is missing in several of its epochs is listed once, and counts in each.
  const most = size * Math.max(1, epochs.filter((epoch) => epoch.emitter === emitter).length);
  expect(context, size <= count && count <= most, [...path, 'count'], 'as many as `missing` lists');
}
