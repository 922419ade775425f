import { claimWords } from '../report/words/claim-words.ts';
import { gapLines } from '../report/words/gap-lines.ts';
import { coded, limitWords, noteWords } from '../report/words/limit-words.ts';
import { counted, listed, listedWords, named, paragraph } from '../report/words/paragraph.ts';
import { HEALTH_NON_CLAIMS, type Health } from '../run/health.ts';
import type { Colors } from './printer.ts';
import { scopeLines } from './scope-text.ts';

type State = Health['coverage']['state'];

const STATE_COLORS = { complete: 'green', partial: 'yellow', unknown: 'red' } as const;

/**
 * A health document in words, for a person: lines of 80 columns, each with its newline. Everything from outside
 * is escaped and stays within its line.
 */
export function healthText(health: Health, colors: Colors): string {
  const { state, notes } = health.coverage;
  const { limits, non_claims: nonClaims, run_id: runId } = health;
  const section = (title: string, lines: readonly string[]) =>
    lines.length === 0 ? '' : paragraph(colors.bold(title), 2) + listed(lines);
  return [
    paragraph(`run ${colors.bold(named(runId))}: ${colors[STATE_COLORS[state]](state)}`, 0),
    paragraph(signals(health), 2),
    section('in scope', scopeLines(health)),
    section('missing', missingLines(health, colors)),
    section(
      'notes',
      notes.map((note) => paragraph(coded(note.code, noteWords(note)), 4)),
    ),
    section(
      'limits',
      limits.map((limit) => paragraph(coded(limit.code, limitWords(limit)), 4)),
    ),
    ...claimLines(health, colors),
    section(
      'not claimed: this document',
      nonClaims.map((said) => paragraph(nonClaim(said), 4)),
    ),
  ].join('');
}

/** `3 runs: 1 complete, 2 partial, 0 unknown`. */
export function summaryText(states: readonly State[]): string {
  const count = (state: State) => `${states.filter((other) => other === state).length} ${state}`;
  return paragraph(
    `${counted(states.length, 'run')}: ${count('complete')}, ${count('partial')}, ${count('unknown')}`,
    0,
  );
}

function signals(health: Health): string {
  const {
    tool_calls_observed: calls,
    unknown_tool_count: unknown,
    policy_decisions_observed: decided,
  } = health;
  const layers = {
    present: 'policy layer present',
    absent: 'no policy layer',
    unknown: 'policy layer unknown',
  };
  return [
    `${counted(calls, 'call')} observed${unknown > 0 ? `, ${unknown} of an unknown tool` : ''}`,
    `${layers[health.policy_layer]}${decided > 0 ? `, ${counted(decided, 'call')} decided` : ''}`,
    health.redaction_active ? 'redaction active' : 'redaction not active: call spans may hold content',
    ...(health.proxy_seen ? [] : ['nothing that observes MCP was seen']),
  ].join('; ');
}

/** Gaps come in the order of their codes: what to do about a code is said once, after its last gap. */
function missingLines({ coverage, scope }: Health, colors: Colors): string[] {
  const { gaps, state } = coverage;
  if (state === 'complete') return [paragraph('nothing', 4)];
  const nobody = [
    paragraph('not known: without an emitter nobody counts the calls', 4),
    paragraph('→ put the span processor into the process, and export all its spans', 6),
  ];
  const told = gapLines(gaps, scope).map(({ code, says, remedy }) => {
    const lines = says.map((said) => paragraph(`${colors.yellow(code)}: ${said}`, 4));
    return `${listed(lines)}${paragraph(`→ ${remedy}`, 6)}`;
  });
  return state === 'unknown' ? [...nobody, ...told] : told;
}

function claimLines(health: Health, colors: Colors): string[] {
  return claimWords(health).map(({ claim, because }) => {
    if (because.length === 0) return paragraph(`${colors.green('may claim')}: ${claim}`, 2);
    const reasons = listedWords(because, '; ');
    return paragraph(`${colors.yellow('may not claim')}: ${claim}, because ${reasons}`, 2);
  });
}

/** Our own sentences may be broken over lines. */
function nonClaim(said: string): string {
  return HEALTH_NON_CLAIMS.includes(said) ? said : named(said);
}
