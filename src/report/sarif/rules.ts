import { type Level, ROWS, type RowName } from '../../gate/rows.ts';
import { ROW_WORDS } from '../words/row-words.ts';

/** `inconclusive` is a warning: SARIF's kinds for what could not be judged have no level, and would be hidden. */
export const SARIF_LEVELS = {
  error: 'error',
  inconclusive: 'warning',
  warning: 'warning',
  note: 'note',
} as const satisfies Readonly<Record<Level, string>>;

/** A row as a rule; its level is the table's, what configuration set stands at the results. */
export function ruleOf(row: RowName) {
  const { title, says, remedy } = ROW_WORDS[row];
  const { level, codes } = ROWS[row];
  const full = sentence(`${says}. Codes: ${codes.join(', ')}. Level unless configured: ${level}`);
  return {
    id: row,
    name: pascalCase(row),
    shortDescription: { text: sentence(title) },
    fullDescription: { text: full },
    help: {
      text: `${full} What to do: ${remedy}.`,
      markdown: `${full}\n\n**What to do**: ${remedy}.`,
    },
    defaultConfiguration: { level: SARIF_LEVELS[level] },
    properties: {
      tags: ['security', 'ai-agent', 'mcp'],
      precision: 'high',
      'problem.severity': SEVERITIES[level],
    },
  };
}

const SEVERITIES = {
  error: 'error',
  inconclusive: 'warning',
  warning: 'warning',
  note: 'recommendation',
} as const satisfies Readonly<Record<Level, string>>;

function sentence(words: string): string {
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}.`;
}

function pascalCase(row: string): string {
  return row.replace(/(?:^|[._])([a-z])/g, (_, letter: string) => letter.toUpperCase());
}
