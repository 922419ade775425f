import { visible } from './terminal-text.ts';

/** Marks text from outside so that nobody takes it for words of ours. What it gives stays on its line. */
export type Quote = (text: string) => string;

const LONGEST = 100;

/**
 * A name from outside, quoted unless it is plain; a long one is cut. Plain ones do not begin with a colon: a line
 * that does is a command to some CI systems.
 */
export function quoted(name: string): string {
  const shown = visible(name.length > LONGEST ? `${name.slice(0, LONGEST)}…` : name);
  return /^[\w./@+-][\w.:/@+-]*$/.test(shown) ? shown : `"${shown.replaceAll('"', '\\"')}"`;
}
