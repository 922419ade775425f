import { type Level, ROWS, type RowName } from '../../gate/rows.ts';
import { ROW_WORDS } from '../words/row-words.ts';
import { codeWord } from './code-word.ts';
import type { Page } from './page.ts';
import { prose, sentence } from './prose.ts';
import { type Html, html } from './safe-html.ts';
import type { Section } from './section.ts';
import { table } from './table.ts';

/** What each row means and at what level it counts. */
export function levelsSection({ names, report }: Page): Section {
  const { levels } = report.diff;
  const rows = (Object.keys(ROWS) as RowName[]).map((row) => [
    codeWord(row),
    prose(names, sentence(ROW_WORDS[row].says)),
    levelCell(levels[row], ROWS[row].level),
  ]);
  const caption = 'Rows, and the level at which each counts here';
  return {
    id: 'levels',
    title: 'Levels in force',
    content: table({ kind: 'levels', caption, columns: ['Row', 'What was observed', 'Level'], rows }),
  };
}

function levelCell(level: Level, otherwise: Level): Html {
  const word = html`<span class="level ${level}">${level}</span>`;
  return level === otherwise
    ? word
    : html`${word}<div class="also">instead of ${otherwise}, by configuration</div>`;
}
