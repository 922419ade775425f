import { visible } from '../report/words/terminal-text.ts';
import type { Check } from './doctor-checks.ts';
import type { Colors } from './printer.ts';

const COLORS = { ok: 'green', note: 'yellow', problem: 'red' } as const;

/** One line per check, and one below it for what to do. */
export function doctorText(checks: readonly Check[], colors: Colors): string {
  const lines = checks.flatMap(({ state, id, says, mend }) => [
    `${colors[COLORS[state]](state.padEnd(7))}  ${id.padEnd(13)}  ${visible(says)}`,
    ...(mend === undefined ? [] : [`${' '.repeat(24)} → ${visible(mend)}`]),
  ]);
  const problems = checks.filter(({ state }) => state === 'problem').length;
  const end = problems === 0 ? 'All is well.' : `${problems} to be changed.`;
  return `${lines.join('\n')}\n\n${end}\n`;
}
