import type { Health, ScopeEntry } from '../../run/health.ts';
import { limitWords } from './limit-words.ts';
import { counted, named } from './paragraph.ts';
import type { Quote } from './quote.ts';

/** A claim in words, and what blocks it; nothing where it is allowed. */
export interface ClaimWords {
  readonly claim: string;
  readonly because: readonly string[];
}

/** Limits that may hide calls, and so block every claim of absence. */
const HIDING = [
  'calls_recorded_elsewhere',
  'detached_calls',
  'unattributed_tool_spans',
  'uncovered_calls',
  'unrecognised_mcp_spans',
];

/** Every claim that a health document speaks of, in words. */
export function claimWords(health: Health): readonly ClaimWords[] {
  const { claims, tool_calls_observed: calls, unknown_tool_count: unknown } = health;
  const seen = {
    claim: calls === 1 ? 'the call that was seen' : `the ${calls} calls that were seen`,
    because: [],
  };
  const some = calls > 0 ? [`${counted(calls, 'call')} ${calls === 1 ? 'was' : 'were'} observed`] : [];
  const strange = unknown > 0 ? [`${counted(unknown, 'call')} went to an unknown tool`] : [];
  const absence = againstAbsence(health);
  return [
    ...(calls > 0 ? [seen] : []),
    claimed(claims.no_tool_use, 'no tool use', [...some, ...absence], 'its writer blocked it'),
    claimed(
      claims.no_undeclared_tool_use,
      'no undeclared tool use',
      [...strange, ...absence],
      'not every call is classified in full (`classification` in the surface)',
    ),
  ];
}

function claimed(
  state: 'allowed' | 'blocked',
  claim: string,
  reasons: readonly string[],
  otherwise: string,
): ClaimWords {
  if (state === 'allowed') return { claim: `${claim} within the scope`, because: [] };
  return { claim, because: reasons.length > 0 ? reasons : [otherwise] };
}

function againstAbsence({ coverage, limits, scope }: Health): string[] {
  const { state, gaps } = coverage;
  return [
    ...(state === 'unknown' ? ['no emitter speaks for the run'] : []),
    ...(state === 'partial' ? [`the run is partial (${counted(gaps.length, 'gap')} above)`] : []),
    ...limits.filter(({ code }) => HIDING.includes(code)).map(limitWords),
    ...unwatchedWords(scope.emitters),
  ];
}

/** Where a run began, client calls of the whole process must have been watched from no later than that. */
export function unwatchedWords(emitters: readonly ScopeEntry[], quote: Quote = named): string[] {
  if (emitters.length === 0) return [];
  const roots = emitters.filter(({ run_root }) => run_root);
  if (roots.length === 0) return ['no emitter in scope saw the run begin'];
  const blind = roots.filter(
    ({ attested, from }) =>
      !attested.some(
        ({ vantage, covers, since }) =>
          vantage === 'client' && covers === 'process' && BigInt(since) <= BigInt(from),
      ),
  );
  return [...new Set(blind.map(({ service, emitter }) => service ?? emitter))].map(
    (name) => `client calls of the whole process of ${quote(name)} were not watched from its beginning`,
  );
}
