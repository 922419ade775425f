import { ROWS } from '../gate/rows.ts';
import type { CallReference } from '../gate/surface-diff.ts';
import { lineIn } from './place.ts';
import type { Report } from './report.ts';
import { repeatedFindings, toldFindings } from './told-finding.ts';
import { decisionWords, toolWords } from './words/call-words.ts';
import { classifierWords, OTHER_CLASSIFIERS } from './words/classifier-words.ts';
import { MANIFEST_CHANGED, manifestWords } from './words/manifest-words.ts';
import { counted, listedWords } from './words/paragraph.ts';
import type { Quote } from './words/quote.ts';
import { ROW_WORDS } from './words/row-words.ts';
import { SILENT_CLASSIFIERS, silenceWords } from './words/silence-words.ts';
import { changedLevels } from './words/verdict-words.ts';

/** What is told in short: a title, and a line for each. */
export interface ListSection {
  readonly title: string;
  readonly lines: readonly string[];
}

/** Everything of a diff that is neither finding nor coverage; sections with nothing in them are left out. */
export function listSections(report: Report, quote: Quote): readonly ListSection[] {
  const { diff } = report;
  const sections = [
    manifestsSection(report, quote),
    classifiersSection(report, quote),
    {
      title: SILENT_CLASSIFIERS,
      lines: (diff.silent_classifiers ?? []).map((silent) => silenceWords(silent, quote)),
    },
    {
      title: `matched: ${counted(diff.matched.length, 'call')}`,
      lines: tally(diff.matched, (call) => {
        return `${callWords(call, quote)}; declared as ${listedWords(call.actions.map(quote), ', ')}`;
      }),
    },
    {
      title: `reviewed, which is not called clean: ${counted(diff.reviewed.length, 'call')}`,
      lines: tally(diff.reviewed, (call) => {
        const risk = call.high_risk ? ', high risk' : '';
        return `${callWords(call, quote)}; ${acceptedWords(call, quote)}${risk}`;
      }),
    },
    baselinedSection(report, quote),
    {
      title: `entries of the baseline that accepted nothing: ${diff.baseline_unused.length}`,
      lines: diff.baseline_unused.map(({ fingerprint, why }) => `${quote(fingerprint)}: ${UNUSED[why]}`),
    },
    {
      title: `declared and not observed, which is no regression: ${counted(diff.unobserved.length, 'action')}`,
      lines: diff.unobserved.map((action) => `${quote(action.id)}${lineWords(report, action.index)}`),
    },
    { title: 'levels that are not the default', lines: levelLines(diff.levels) },
    { title: 'allowed, no decision observed', lines: undecidedLines(report) },
    { title: 'not claimed', lines: diff.non_claims },
  ];
  return sections.filter(({ lines }) => lines.length > 0);
}

const UNUSED = {
  expired: 'it has expired',
  until_missing: 'it has no `until`, which a call that is unknown or not known in full asks for',
  not_seen: 'nothing has this fingerprint',
} as const;

function baselinedSection({ diff }: Report, quote: Quote): ListSection {
  const told = toldFindings(diff.baselined);
  const lines = repeatedFindings(told).map(({ finding, calls }) => {
    const words = `${callWords(finding, quote)}; ${acceptedWords(finding.accepted, quote)}`;
    return `${ROW_WORDS[finding.row].title}: ${words}${calls === 1 ? '' : ` (${calls} calls)`}`;
  });
  return { title: `accepted by the baseline: ${counted(told.length, 'finding')}`, lines };
}

function manifestsSection({ diff: { manifests = [] } }: Report, quote: Quote): ListSection {
  return {
    title: `${MANIFEST_CHANGED}: ${counted(manifests.length, 'server')}`,
    lines: manifests.map((manifest) => manifestWords(manifest, quote)),
  };
}

function classifiersSection({ diff: { classifiers } }: Report, quote: Quote): ListSection {
  return {
    title: OTHER_CLASSIFIERS,
    lines: classifiers === undefined ? [] : classifierWords(classifiers, quote),
  };
}

function callWords(call: CallReference, quote: Quote): string {
  return `${toolWords(call, quote)}: ${decisionWords(call, quote)}`;
}

function acceptedWords(
  { reason, until }: { readonly reason: string; readonly until: string | null },
  quote: Quote,
): string {
  return `${quote(reason)}${until === null ? '' : `, until ${quote(until)}`}`;
}

function lineWords({ declared }: Report, index: number): string {
  const line = lineIn(declared, index);
  return line === undefined ? '' : ` (line ${line})`;
}

function levelLines(levels: Report['diff']['levels']): readonly string[] {
  return changedLevels(levels).map((row) => `${row}: ${levels[row]} instead of ${ROWS[row].level}`);
}

/** Said once, where it stands in the report. */
function undecidedLines({ diff }: Report): readonly string[] {
  const calls: readonly CallReference[] = [
    ...diff.findings,
    ...diff.matched,
    ...diff.reviewed,
    ...diff.baselined,
  ];
  const isUndecided = ({ decision }: CallReference) =>
    decision?.effect === 'allow' && decision.source === 'none';
  return calls.some(isUndecided) ? ['no refusal was seen, and nobody decided: that is no permission'] : [];
}

/** Calls of which the same is said are told once, with how many there are. */
function tally<Call>(calls: readonly Call[], say: (call: Call) => string): readonly string[] {
  const counts = new Map<string, number>();
  for (const call of calls) {
    const said = say(call);
    counts.set(said, (counts.get(said) ?? 0) + 1);
  }
  return [...counts].map(([said, count]) => (count === 1 ? said : `${said} (${count} calls)`));
}
