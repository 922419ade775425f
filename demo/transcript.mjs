// What the demo says: on the terminal, and once more as text, to be searched for secrets at the end.
import { stripVTControlCharacters } from 'node:util';
import picocolors from 'picocolors';

export const colours = picocolors.createColors(
  process.stdout.isTTY === true && !process.env.NO_COLOR && process.env.TERM !== 'dumb',
);

const printed = [];
let failures = 0;

export function say(line = '') {
  printed.push(stripVTControlCharacters(line));
  console.log(line);
}

/** One step, under the name of what takes it. */
export function step(name, text) {
  say(`  ${colours.bold(name.padEnd(11))} ${text}`);
}

/** One thing that must hold. */
export function check(holds, text) {
  if (!holds) failures += 1;
  say(`  ${holds ? colours.green('✓') : colours.red('✗')} ${text}`);
}

/** Whether everything held so far. */
export function isSound() {
  return failures === 0;
}

/** All that was said so far, without colours. */
export function transcript() {
  return `${printed.join('\n')}\n`;
}
