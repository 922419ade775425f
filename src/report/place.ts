import type { Finding } from '../gate/surface-diff.ts';
import type { DeclaredFile } from './report.ts';

/** Where a finding leads: a file below the root, and a line of it. */
export interface Place {
  readonly file: string;
  /** From 1. */
  readonly line: number;
}

/** The line of the action that speaks of a call, or comes nearest to it; the first line where none does. */
export function placeOf(
  file: DeclaredFile,
  { nearest, declared }: Pick<Finding, 'nearest' | 'declared'>,
): Place {
  const action = declared ?? nearest;
  const line = action === null ? undefined : lineIn(file, action.index);
  return { file: fileBelowRoot(file.file), line: line ?? 1 };
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
