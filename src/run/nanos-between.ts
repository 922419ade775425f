/** Digits whose difference a double holds exactly. */
const EXACT = 15;

/** Decimal nanoseconds from one moment to another. A clock that was set back between them makes no negative time. */
export function nanosBetween(start: string, end: string): string {
  const same = end.length - EXACT;
  if (start.length === end.length && (same <= 0 || start.startsWith(end.slice(0, same)))) {
    const nanoseconds = Number(end.slice(-EXACT)) - Number(start.slice(-EXACT));
    return nanoseconds > 0 ? String(nanoseconds) : '0';
  }
  const nanoseconds = BigInt(end) - BigInt(start);
  return nanoseconds > 0n ? nanoseconds.toString() : '0';
}

/** Order of two moments in decimal nanoseconds. */
export function compareNanos(a: string, b: string): number {
  if (a.length !== b.length) return a.length - b.length;
  return a < b ? -1 : a > b ? 1 : 0;
}
