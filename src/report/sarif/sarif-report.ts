import { ROWS, type RowName } from '../../gate/rows.ts';
import type { ChangedManifest, OtherClassifiers, SilentClassifier } from '../../gate/surface-diff.ts';
import type { Report } from '../report.ts';
import type { Reporter } from '../reporter.ts';
import { toldFindings, worstFirst } from '../told-finding.ts';
import { classifierWords, OTHER_CLASSIFIERS } from '../words/classifier-words.ts';
import { MANIFEST_CHANGED, manifestWords } from '../words/manifest-words.ts';
import { SILENT_CLASSIFIERS, silenceWords } from '../words/silence-words.ts';
import { visibleJson } from '../words/terminal-text.ts';
import { verdictWords } from '../words/verdict-words.ts';
import { logicalResults } from './logical-results.ts';
import { messageOf, resultOf, withoutLinks } from './result.ts';
import { ruleOf } from './rules.ts';

/** SARIF 2.1.0 (OASIS Standard, 27 March 2020), within what GitHub's code scanning takes. */
export const sarifReport: Reporter = {
  format: 'sarif',
  extension: 'sarif',
  mediaType: 'application/sarif+json',
  summary: 'SARIF 2.1.0 for code scanning: findings stand at the declared surface',
  render: (report) => {
    const lines = JSON.stringify(sarifLog(report), null, 2).split('\n');
    return `${lines.map(visibleJson).join('\n')}\n`;
  },
};

/** GitHub refuses a file with more. */
const MOST_RESULTS = 25_000;

/** As a person is shown of any list. */
const MOST_MANIFESTS = 20;
const MOST_SILENT = 20;

const ROW_NAMES = Object.keys(ROWS) as RowName[];

function sarifLog(report: Report) {
  const { diff, declared, version } = report;
  const results = logicalResults(worstFirst(toldFindings(diff.findings)));
  const left = results.length - MOST_RESULTS;
  const notices = [
    ...(left > 0 ? [leftOut(left)] : []),
    ...(diff.manifests ?? []).slice(0, MOST_MANIFESTS).map(manifestNotice),
    ...(diff.classifiers === undefined ? [] : [classifiersNotice(diff.classifiers)]),
    ...(diff.silent_classifiers ?? []).slice(0, MOST_SILENT).map(silentNotice),
  ];
  return {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: {
          driver: { name: 'assay-otel', version, semanticVersion: version, rules: ROW_NAMES.map(ruleOf) },
        },
        invocations: [
          {
            executionSuccessful: true,
            ...(notices.length > 0 && { toolExecutionNotifications: notices }),
          },
        ],
        columnKind: 'utf16CodeUnits',
        results: results
          .slice(0, MOST_RESULTS)
          .map((result) => resultOf(result, ROW_NAMES.indexOf(result.finding.row), declared)),
        properties: propertiesOf(report),
      },
    ],
  };
}

function leftOut(left: number) {
  return {
    level: 'warning',
    message: {
      text: `${left} ${left === 1 ? 'result more is' : 'results more are'} left out: \`--format json\` has all of them.`,
    },
  };
}

function manifestNotice(manifest: ChangedManifest) {
  const words = `${MANIFEST_CHANGED}: ${manifestWords(manifest, withoutLinks)}`;
  return { level: 'note', message: messageOf(words) };
}

function classifiersNotice(classifiers: OtherClassifiers) {
  const words = `${OTHER_CLASSIFIERS}: ${classifierWords(classifiers, withoutLinks).join('; ')}`;
  return { level: 'note', message: messageOf(words) };
}

function silentNotice(silent: SilentClassifier) {
  return {
    level: 'note',
    message: messageOf(`${SILENT_CLASSIFIERS}: ${silenceWords(silent, withoutLinks)}`),
  };
}

function propertiesOf({ diff, isJudged }: Report) {
  return {
    ...(isJudged && { verdict: verdictWords(diff) }),
    toolCallsObserved: diff.runs.reduce((sum, { tool_calls_observed: observed }) => sum + observed, 0),
    matched: diff.matched.length,
    reviewed: diff.reviewed.length,
    baselined: diff.baselined.length,
    unobserved: diff.unobserved.length,
    nonClaims: diff.non_claims,
  };
}
