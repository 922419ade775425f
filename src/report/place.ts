import type { Nearest } from '../gate/nearest.ts';
import type { DeclaredFile } from './report.ts';

/** Where a finding leads: a file below the root, and a line of it. */
export interface Place {
  readonly file: string;
  /** From 1. */
  readonly line: number;
}

/** The nearest action's line in the declared surface; its first line where no action is near. */
export function placeOf(declared: DeclaredFile, nearest: Nearest | null): Place {
  const line = nearest === null ? undefined : lineIn(declared, nearest.index);
  return { file: fileBelowRoot(declared.file), line: line ?? 1 };
}

/** The line of an action, where it is known. */
export function lineIn(declared: DeclaredFile, index: number): number | undefined {
  const line = declared.lineOf(index);
  return line !== undefined && Number.isSafeInteger(line) && line > 0 ? line : undefined;
}

/**
 * The file as a path below the root, without `.` and `..`: CI systems take no other. Of one that lies outside only
 * the last part is left, since no path below the root leads there.
 */
function fileBelowRoot(file: string): string {
  const all = file.replaceAll('\\', '/').split('/');
  const isOutside = all[0] === '' || /^[A-Za-z]:$/.test(all[0] ?? '');
  const parts: string[] = [];
  let climbs = isOutside;
  for (const part of all) {
    if (part === '' || part === '.') continue;
    if (part !== '..') parts.push(part);
    else if (parts.pop() === undefined) climbs = true;
  }
  const below = climbs ? parts.slice(-1) : parts;
  return below.join('/') || 'declared-surface';
}
