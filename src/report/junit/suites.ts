import { GAP_ROW } from '../../gate/rows.ts';
import type {
  CallReference,
  ChangedManifest,
  Finding,
  OtherClassifiers,
  RunSummary,
} from '../../gate/surface-diff.ts';
import type { Report } from '../report.ts';
import { runSections } from '../run-section.ts';
import { type ToldFinding, toldFindings } from '../told-finding.ts';
import { decisionWords, toolWords } from '../words/call-words.ts';
import { classifierWords, OTHER_CLASSIFIERS } from '../words/classifier-words.ts';
import { findingSentences, remedyWords, titleWords } from '../words/finding-words.ts';
import { gapDetails } from '../words/gap-details.ts';
import { MANIFEST_CHANGED, manifestWords } from '../words/manifest-words.ts';
import { quoted } from '../words/quote.ts';
import { ROW_WORDS } from '../words/row-words.ts';
import { coverageWords, verdictWords } from '../words/verdict-words.ts';
import type { Outcome, TestCase, TestSuite } from './test-case.ts';

/** A suite for each run: a case for its coverage, and one for each thing that is said of a call. */
export function suitesOf(report: Report): readonly TestSuite[] {
  const { diff } = report;
  const of = {
    matched: byRun(diff.matched),
    reviewed: byRun(diff.reviewed),
    classifiers: byRun(diff.classifiers?.runs ?? []),
    manifests: byRun((diff.manifests ?? []).flatMap(inEachRun)),
    baselined: byRun(toldFindings(diff.baselined).map((told) => ({ ...told, run_id: told.finding.run_id }))),
  };
  return runSections(diff).map(({ runId, summaries, findings }) => ({
    name: runId === null ? 'no run' : `run ${quoted(runId)}`,
    verdict: report.isJudged ? verdictWords(diff) : undefined,
    cases: [
      ...summaries.flatMap(coverageCase),
      ...findings.map((told) => findingCase(told, report)),
      ...of.matched(runId).map(matchedCase),
      ...of
        .reviewed(runId)
        .map((call) => skipped(call, `reviewed, not called clean: ${quoted(call.reason)}`)),
      ...of.baselined(runId).map(({ finding }) => {
        const title = ROW_WORDS[finding.row].title;
        return skipped(finding, `${title}, accepted by the baseline: ${quoted(finding.accepted.reason)}`);
      }),
      ...of.manifests(runId).map(({ manifest }) => manifestCase(manifest)),
      ...of.classifiers(runId).map((run) => classifiersCase({ ...diff.classifiers, runs: [run] })),
    ],
  }));
}

/** Of coverage that is not enough the gap is told, as a finding. */
function coverageCase(summary: RunSummary): TestCase[] {
  if (!summary.coverage.accepted) return [];
  const says = summary.coverage.level === 'complete' ? undefined : [`coverage: ${coverageWords(summary)}`];
  return [{ name: 'coverage', outcome: { is: 'passed', ...(says && { says }) } }];
}

function findingCase(told: ToldFinding, report: Report): TestCase {
  const { finding } = told;
  const name = finding.row === GAP_ROW ? 'coverage' : `${callName(finding)}: ${finding.row}`;
  return { name, outcome: outcomeOf(told, report) };
}

/** What could not be judged is an error of its test; what is only compared has no outcome. */
function outcomeOf({ finding, codes }: ToldFinding, { declared, diff, isJudged }: Report): Outcome {
  const message = titleWords(finding, quoted);
  const sentences = findingSentences(finding, declared, quoted);
  if (!isJudged) return { is: 'skipped', message: `compared and not judged: ${sentences}` };
  const details = finding.row === GAP_ROW ? gapDetails(finding, diff, quoted) : undefined;
  const says = [
    sentences,
    ...(details === undefined ? [] : [details]),
    `What to do: ${remedyWords(finding)}.`,
    ...(finding.fingerprint === null ? [] : [`Fingerprint: ${finding.fingerprint}`]),
  ];
  const type = codes.join(' ');
  switch (finding.level) {
    case 'error':
      return { is: 'failure', type, message, says };
    case 'inconclusive':
      return { is: 'error', type, message, says };
    default:
      return { is: 'passed', says: [`${finding.level}: ${message}`, ...says] };
  }
}

function matchedCase(call: CallReference): TestCase {
  return { name: callName(call), outcome: { is: 'passed', says: [decisionWords(call, quoted)] } };
}

function skipped(call: CallReference, message: string): TestCase {
  return {
    name: callName(call),
    outcome: { is: 'skipped', message: `${message}; ${decisionWords(call, quoted)}` },
  };
}

function callName(call: CallReference): string {
  return `call ${call.record ?? '–'}, ${toolWords(call, quoted)}`;
}

/** A suite is told of a manifest of its own run that is another in some call, here or in another run. */
function inEachRun(manifest: ChangedManifest) {
  const runs = new Set(manifest.digests.flatMap(({ runs }) => runs));
  return [...runs].map((run_id) => ({ run_id, manifest }));
}

function manifestCase(manifest: ChangedManifest): TestCase {
  const says = [`note: ${MANIFEST_CHANGED}: ${manifestWords(manifest, quoted)}`];
  return { name: `manifest of ${quoted(manifest.server)}`, outcome: { is: 'passed', says } };
}

function classifiersCase({
  loaded = [],
  runs,
}: Partial<OtherClassifiers> & Pick<OtherClassifiers, 'runs'>): TestCase {
  const says = [`note: ${OTHER_CLASSIFIERS}: ${classifierWords({ loaded, runs }, quoted).join('; ')}`];
  return { name: 'classifiers', outcome: { is: 'passed', says } };
}

/** Looks up what belongs to a run. */
function byRun<T extends Pick<Finding, 'run_id'>>(all: readonly T[]): (runId: string | null) => readonly T[] {
  const groups = new Map<string | null, T[]>();
  for (const one of all) {
    const group = groups.get(one.run_id) ?? [];
    group.push(one);
    groups.set(one.run_id, group);
  }
  return (runId) => groups.get(runId) ?? [];
}
