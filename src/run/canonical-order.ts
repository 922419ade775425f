import type { ObservedRecord } from './observed-record.ts';

/** Order of a surface's records: start time, trace id, span id; the record itself where one span has two. */
export function inCanonicalOrder(a: ObservedRecord, b: ObservedRecord): number {
  return (
    compareDecimals(a.startTimeUnixNano, b.startTimeUnixNano) ||
    compare(a.traceId, b.traceId) ||
    compare(a.spanId, b.spanId) ||
    compare(a.recordString, b.recordString)
  );
}

/** Of copies that tell one record (a retry, a file read twice), the same one whatever order they come in. */
export function leastOf(a: ObservedRecord, b: ObservedRecord): ObservedRecord {
  const order =
    // A copy that says more must not vanish behind one that says less.
    compare(b.conflicts.join(), a.conflicts.join()) ||
    compareDecimals(a.startTimeUnixNano, b.startTimeUnixNano) ||
    compareDecimals(a.durationNano, b.durationNano) ||
    compareNullable(a.service, b.service) ||
    compare(a.vantage, b.vantage) ||
    compareNullable(a.emitter, b.emitter);
  return order <= 0 ? a : b;
}

/** Compares canonical decimals as the numbers they are, without making them bigints for each comparison. */
function compareDecimals(a: string, b: string): number {
  return a.length - b.length || compare(a, b);
}

function compareNullable(a: string | null, b: string | null): number {
  if (a === null || b === null) return Number(b === null) - Number(a === null);
  return compare(a, b);
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
