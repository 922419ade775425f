import type { Painter } from '../report/painter.ts';
import { decisionWords, targetWords, toolWords } from '../report/words/call-words.ts';
import { counted, listed, listedWords, named, paragraph } from '../report/words/paragraph.ts';
import type { AuditReference, CallReference, ToolVerification } from '../verify/tool-verification.ts';
import { MALFORMED_WORDS, UNBOUND_WORDS, UNVERIFIED_WORDS, VERDICT_WORDS } from './verification-words.ts';

const VERDICT_COLOURS = { pass: 'green', fail: 'red', inconclusive: 'yellow' } as const;

/** A verification in words, for a person; whatever comes from outside is escaped and stays within its line. */
export function verificationText(verification: ToolVerification, painter: Painter): string {
  const { verdict, runs, inputs, non_claims: nonClaims } = verification;
  const calls = runs.reduce((sum, run) => sum + run.tool_calls_observed, 0);
  const verified = runs.reduce((sum, run) => sum + run.verified, 0);
  const colour = painter[VERDICT_COLOURS[verdict]];
  const counts = [
    `${counted(calls, 'call')} in ${counted(runs.length, 'run')}`,
    `${verified} verified`,
    counted(inputs.audit_records.length, 'audit record'),
  ].join(', ');
  return [
    paragraph(`verification: ${painter.bold(colour(verdict))}: ${VERDICT_WORDS[verdict]}`, 0),
    paragraph(counts, 0),
    ...sections(verification).map(([title, lines]) => section(title, lines, painter)),
    section(
      'not claimed',
      nonClaims.map((said) => paragraph(said, 2)),
      painter,
    ),
  ].join('');
}

type Section = readonly [title: string, lines: readonly string[]];

function sections(verification: ToolVerification): readonly Section[] {
  const { contradictions, verified, unverified, unbound, malformed, identical_calls } = verification;
  return [
    [
      'contradictions (audit_contradicts_decision)',
      contradictions.map(({ audit, calls, call_count: count }) => {
        const beyond = count > calls.length ? paragraph(`and ${count - calls.length} more`, 4) : '';
        const meant = calls.map((call) => paragraph(`${callWords(call)}: ${outcomeWords(call)}`, 4));
        return paragraph(`${auditWords(audit)} says that it happened`, 2) + meant.join('') + beyond;
      }),
    ],
    [
      'verified',
      verified.map((call) => {
        const apart = call.told_apart ? '' : '; which of the calls of its subject it is, cannot be told';
        const asserted = call.asserted ? '' : '; the tool itself did not say that it succeeded';
        return (
          paragraph(`${callWords(call)}: by ${auditWords(call.audit)}${apart}${asserted}`, 2) +
          paragraph(`target: ${targetWords(call, named)}`, 4)
        );
      }),
    ],
    [
      'not verified',
      tallied(unverified.map((call) => `${callWords(call)}: ${UNVERIFIED_WORDS[call.reason]}`)),
    ],
    ['verified in the input, and reset', tallied(unverified.filter(({ reset }) => reset).map(callWords))],
    [
      'audit records that confirm no call',
      unbound.map(({ audit, reason }) => paragraph(`${auditWords(audit)}: ${UNBOUND_WORDS[reason]}`, 2)),
    ],
    [
      'malformed audit records',
      malformed.map(({ source, reason, problems }) => {
        const told = problems.map(({ message }) => paragraph(message, 4));
        return paragraph(`${named(source)}: ${MALFORMED_WORDS[reason]}`, 2) + listed(told, 4);
      }),
    ],
    [
      'calls that cannot be told apart',
      identical_calls.map(({ calls }) => {
        const places = calls.map(({ run_id, record }) => `${record + 1} of ${runWords(run_id)}`);
        return paragraph(`calls ${listedWords(places, ', ')}`, 2);
      }),
    ],
  ];
}

function section(title: string, lines: readonly string[], painter: Painter): string {
  return lines.length === 0 ? '' : `\n${paragraph(painter.bold(title), 0)}${listed(lines, 2)}`;
}

function callWords(call: Pick<CallReference, 'run_id' | 'tool' | 'server'>): string {
  return `${toolWords(call, named)} in ${runWords(call.run_id)}`;
}

function runWords(runId: string | null): string {
  return runId === null ? 'a run without a name' : `run ${named(runId)}`;
}

function outcomeWords(call: CallReference): string {
  return `${decisionWords(call, named)}, ${named(call.status)}`;
}

function auditWords({ provider, record_id: id, action_class, verb, sources }: AuditReference): string {
  const where = listedWords(sources.map(named), ', ');
  return `audit record ${named(id)} of ${named(provider)} (${named(verb)} ${named(action_class)}; ${where})`;
}

/** What is said of several calls is said once. */
function tallied(said: readonly string[]): readonly string[] {
  const counts = new Map<string, number>();
  for (const words of said) counts.set(words, (counts.get(words) ?? 0) + 1);
  return [...counts].map(([words, count]) => paragraph(count === 1 ? words : `${words} (${count} calls)`, 2));
}
