import { quoted } from './quote.ts';

const WIDTH = 80;

/** What switches a colour on or off takes no column. Text from outside holds none: {@link quoted} spells it out. */
const COLOUR = /\u001b\[[0-9;]*m/g;

/** Stands for a space at which no line may break; text from outside cannot hold it, since {@link quoted} spells it out. */
const FIRM = '\u0000';

/** A name from outside as one word of a paragraph: no line breaks in it, so no part of it can begin one. */
export function named(name: string): string {
  return quoted(name).replaceAll(' ', FIRM);
}

/** Lines of at most 80 columns, words permitting; those after the first are indented by two more. */
export function paragraph(text: string, indent: number): string {
  const lines: string[] = [];
  let line = '';
  for (const word of text.replace(/`[^`]*`/g, (code) => code.replaceAll(' ', FIRM)).split(' ')) {
    const margin = ' '.repeat(lines.length === 0 ? indent : indent + 2);
    const longer = line === '' ? `${margin}${word}` : `${line} ${word}`;
    if (line === '' || longer.replace(COLOUR, '').length <= WIDTH) {
      line = longer;
    } else {
      lines.push(line);
      line = `${' '.repeat(indent + 2)}${word}`;
    }
  }
  return `${[...lines, line].join('\n').replaceAll(FIRM, ' ')}\n`;
}

/** `1 call`, `2 calls`. */
export function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}

/** How much of a list a person is shown; `--format json` has all of it. */
const MOST_LISTED = 20;

/** The first paragraphs of many. */
export function listed(paragraphs: readonly string[], indent = 4): string {
  const rest = paragraphs.length - MOST_LISTED;
  const beyond = rest > 0 ? paragraph(`and ${rest} more (--format json)`, indent) : '';
  return paragraphs.slice(0, MOST_LISTED).join('') + beyond;
}

/** The first words of many. */
export function listedWords(words: readonly string[], separator: string): string {
  const rest = words.length - MOST_LISTED;
  return words.slice(0, MOST_LISTED).join(separator) + (rest > 0 ? ` and ${rest} more` : '');
}
