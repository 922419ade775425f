import { placeOf } from '../place.ts';
import type { DeclaredFile } from '../report.ts';
import { findingSentences } from '../words/finding-words.ts';
import { type Quote, quoted } from '../words/quote.ts';
import { spelledOut } from '../words/terminal-text.ts';
import type { LogicalResult } from './logical-results.ts';
import { SARIF_LEVELS } from './rules.ts';

const MOST_RUNS = 100;

export function resultOf(
  { finding, codes, identity, occurrences, runs }: LogicalResult,
  ruleIndex: number,
  declared: DeclaredFile,
) {
  const { row, level } = finding;
  const { file, line } = placeOf(declared, finding);
  return {
    ruleId: row,
    ruleIndex,
    level: SARIF_LEVELS[level],
    message: messageOf(findingSentences(finding, declared, withoutLinks)),
    locations: [
      {
        physicalLocation: {
          artifactLocation: { uri: uriOf(file) },
          region: { startLine: line, startColumn: 1, endLine: line, endColumn: 2 },
        },
      },
    ],
    // GitHub reads the first alone, and would make one of the line where it is missing: all findings of a line
    // would be one alert.
    partialFingerprints: { primaryLocationLineHash: identity, 'assayFinding/v0': identity },
    occurrenceCount: occurrences,
    properties: { level, codes, runs: runs.slice(0, MOST_RUNS).map(quoted) },
  };
}

/** `[text](target)` is a link in a SARIF message (section 3.11.6). */
export const withoutLinks: Quote = (text) => quoted(text).replace(/[[\]]/g, spelledOut);

/** A message of words that hold no links. `{0}` is a placeholder in it, and a literal brace stands twice (section 3.11.5). */
export function messageOf(text: string) {
  return { text: text.replace(/[{}]/g, '$&$&') };
}

/** A relative reference (RFC 3986, section 4.2): its first part may hold no colon, so every part is encoded. */
function uriOf(file: string): string {
  return file.split('/').map(encoded).join('/');
}

function encoded(part: string): string {
  return encodeURIComponent(part.toWellFormed());
}
