import { otlpSpan } from '../span/otlp/documents.ts';
import { callSpan, line } from './call-spans.ts';

/** The second from which the times of these spans count. */
export const BEGIN_MS = 1_600_000_000_000;

const ROOT = 'a'.repeat(16);

export const traceId = (run: number): string => run.toString(16).padStart(32, '0');

const at = (second: number) => `${BEGIN_MS + second * 1_000}000000`;
const during = (second: number) => ({ startTimeUnixNano: at(second), endTimeUnixNano: at(second) });

/** Call `n` of a run, which ends in this second, as a line. */
export function callLine(run: number, second: number, n = 1): string {
  const spanId = n.toString(16).padStart(16, 'c');
  return line([callSpan({ traceId: traceId(run), spanId, parentSpanId: ROOT, ...during(second) })]);
}

/** The span of a run that has no parent. */
export function rootLine(run: number, second: number): string {
  return line([otlpSpan({ traceId: traceId(run), spanId: ROOT, ...during(second) })]);
}

/** A span of nothing that is ours: time passes. */
export function tickLine(second: number): string {
  const spanId = second.toString(16).padStart(16, 'e');
  return line([otlpSpan({ traceId: 'f'.repeat(32), spanId, ...during(second) })]);
}

/** Of each printed line: which run (its number), and what its emission says. */
export function emissionsIn(stdout: string) {
  return linesIn(stdout).map(({ run_id, surface, emission }) => ({
    run: Number.parseInt(run_id, 16),
    closedBy: emission.closed_by,
    revision: emission.revision,
    supersedes: emission.supersedes,
    fragment: emission.fragment,
    calls: surface.observed_tool_decisions.length,
  }));
}

export function linesIn(stdout: string) {
  return stdout
    .split('\n')
    .filter((text) => text !== '')
    .map((text) => JSON.parse(text));
}
