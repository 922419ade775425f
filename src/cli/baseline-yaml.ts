import type { AcceptedFinding } from '../gate/baseline.ts';
import type { DraftBaseline } from '../gate/draft-baseline.ts';
import type { Finding } from '../gate/surface-diff.ts';
import { targetWords, toolWords } from '../report/words/call-words.ts';
import { titleWords } from '../report/words/finding-words.ts';
import { named } from '../report/words/paragraph.ts';
import { yamlComment, yamlScalar } from './yaml-text.ts';

/** A baseline as YAML; above each entry, in words, what it accepts. */
export function baselineYaml({ baseline, accepts }: DraftBaseline): string {
  const { schema, accepted } = baseline;
  return [
    yamlComment(HEAD),
    `schema: ${yamlScalar(schema)}\n`,
    accepted.length === 0 ? '\naccepted: []\n' : '\naccepted:\n',
    ...accepted.map((entry) => entryYaml(entry, accepts.get(entry.fingerprint))),
  ].join('');
}

const HEAD =
  'Findings that are accepted. A finding is known by its fingerprint: row, server, tool, category and target, in whatever run. What is here leaves the verdict and stays in the report.';

function entryYaml({ fingerprint, reason, until }: AcceptedFinding, finding: Finding | undefined): string {
  return [
    ...(finding === undefined ? [] : [yamlComment(findingWords(finding), 2)]),
    `  - fingerprint: ${yamlScalar(fingerprint)}\n`,
    `    reason: ${yamlScalar(reason)}\n`,
    ...(until === undefined ? [] : [`    until: ${until}\n`]),
  ].join('');
}

function findingWords(finding: Finding): string {
  const { level } = finding;
  const title = titleWords(finding, named);
  return `${level}, ${title}: ${toolWords(finding, named)}; target: ${targetWords(finding, named)}`;
}
