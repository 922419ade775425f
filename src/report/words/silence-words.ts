import type { RowName } from '../../gate/rows.ts';
import type { Silence } from '../../gate/silence.ts';
import type { SilentClassifier } from '../../gate/surface-diff.ts';
import { listedWords } from './paragraph.ts';
import type { Quote } from './quote.ts';

/** What it is, wherever it is told. It is no finding: it has no level that counts. */
export const SILENT_CLASSIFIERS = 'known to loaded classifier files, and not classified, which is no finding';

const NOT_AGAIN = 'records are not classified again';

/** What to do, beside what the row of the call asks for; by name, so that a reason which the type gains has words. */
const REMEDIES: { readonly [Why in Silence]: string } = {
  record_made_without_classifier: `load the classifier file in the process too (option \`classifiers\` of the span processor): ${NOT_AGAIN}`,
  classifier_not_bound: `if it is the same server, bind the classifier file to it where calls are classified (\`surface --bind\`, or \`bindClassifiers\` in the process): ${NOT_AGAIN}; else find out what the tool does: add a classifier, or name it under \`reviewed_tools\``,
};

/** Whether a reason is that a loaded classifier file knows the tool. */
export function isSilence(reason: string): reason is Silence {
  return Object.hasOwn(REMEDIES, reason);
}

/** What to do about such a call; of one that was not allowed, what its row says comes first. */
export function silenceRemedy(row: RowName, why: Silence): string | undefined {
  return row === 'unclassified.high_risk' || row === 'unclassified.other' ? REMEDIES[why] : undefined;
}

/** `github knows create_repository, not on my-github: …`. */
export function silenceWords({ file, server, why, tools }: SilentClassifier, quote: Quote): string {
  const knows = `${quote(file)} knows ${listedWords(tools.map(quote), ', ')}`;
  if (why === 'record_made_without_classifier') {
    return `${knows} on ${quote(server)}, but the records were made without it: load it in the process (option \`classifiers\`); ${NOT_AGAIN}`;
  }
  return `${knows}, not on ${quote(server)}: if it is the same server, ${bindWords(file, server)} where calls are classified (\`bindClassifiers\` in the process); ${NOT_AGAIN}`;
}

/** The option as a shell takes it; an id that holds what means something there stands beside in the sentence. */
function bindWords(file: string, server: string): string {
  return /^[\w.:/@+-]+$/.test(server)
    ? `\`--bind '${file}/*=${server}'\``
    : `bind \`${file}/*\` to it (\`--bind\`)`;
}
