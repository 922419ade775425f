import { expect, type Fields, fieldsOf, type Refinement } from './refinement.ts';
import { nanoseconds } from './shapes.ts';

/** Limits that may hide calls; they make no gap. */
const BLOCKING_LIMITS: readonly unknown[] = [
  'calls_recorded_elsewhere',
  'detached_calls',
  'unattributed_tool_spans',
  'uncovered_calls',
  'unrecognised_mcp_spans',
];

/** When a claim of absence must be blocked. That it is blocked without need is no error. */
export function claimRules(health: Fields, context: Refinement): void {
  const { scope, coverage, limits, claims, tool_calls_observed, unknown_tool_count } = health;
  const isLimited = listOf(limits).some(({ code }) => BLOCKING_LIMITS.includes(code));
  const always: readonly Reason[] = [
    [fieldsOf(coverage).state !== 'complete', 'unless `coverage.state` is "complete"'],
    [isLimited, 'where `limits` tell of calls that may be hidden'],
    [
      !isWatched(scope),
      'unless every run root attests `client`, of the process, since no later than its `from`',
    ],
  ];
  const reasons: Readonly<Record<string, readonly Reason[]>> = {
    no_tool_use: [...always, [tool_calls_observed !== 0, 'unless `tool_calls_observed` is 0']],
    no_undeclared_tool_use: [...always, [unknown_tool_count !== 0, 'unless `unknown_tool_count` is 0']],
  };
  for (const [claim, blocking] of Object.entries(reasons)) {
    if (fieldsOf(claims)[claim] !== 'allowed') continue;
    for (const [isBlocked, why] of blocking) {
      expect(context, !isBlocked, ['claims', claim], `"blocked" ${why}`, '"allowed"');
    }
  }
}

type Reason = readonly [isBlocked: boolean, why: string];

/** Client calls of the whole process were watched, at every run root, from no later than its beginning. */
function isWatched(scope: unknown): boolean {
  const roots = listOf(fieldsOf(scope).emitters).filter(({ run_root }) => run_root === true);
  return (
    roots.length > 0 &&
    roots.every(({ attested, from }) =>
      listOf(attested).some(
        ({ vantage, covers, since }) =>
          vantage === 'client' && covers === 'process' && isNoLater(since, from),
      ),
    )
  );
}

function isNoLater(since: unknown, from: unknown): boolean {
  const [a, b] = [nanoseconds.safeParse(since), nanoseconds.safeParse(from)];
  return a.success && b.success && BigInt(a.data) <= BigInt(b.data);
}

function listOf(value: unknown): readonly Fields[] {
  return Array.isArray(value) ? value.map(fieldsOf) : [];
}
