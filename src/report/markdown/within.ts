import { counted } from '../words/paragraph.ts';

/**
 * The first of some lines that fit into `budget` UTF-16 units together, and how many do not: a summary that is too
 * long is not shown at all, and long names must not bring that about.
 */
export function linesWithin(
  lines: readonly string[],
  budget: number,
): { readonly shown: readonly string[]; readonly left: number } {
  let rest = budget;
  const end = lines.findIndex((line) => {
    rest -= line.length + 1;
    return rest < 0;
  });
  const shown = end < 0 ? lines : lines.slice(0, end);
  return { shown, left: lines.length - shown.length };
}

/** Says how many were left out, where any were. */
export function leftOut(left: number, noun: string): readonly string[] {
  return left === 0 ? [] : ['', `And ${counted(left, noun)} more: \`--format json\` has them all.`];
}
