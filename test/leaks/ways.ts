import { expect } from 'vitest';
import { simple } from '../sdk/line.ts';
import { logsOf, together, tracesOf } from './as-otlp.ts';
import { type Arrange, leaving } from './as-sdk.ts';
import type { Reach } from './corpus.ts';
import { stringsOf } from './detect.ts';
import type { FilledCase } from './filled.ts';

/** One way on which spans leave. */
export interface Way {
  readonly name: string;
  /** The head of its column. */
  readonly title: string;
  /** The places that it cannot be tried in. */
  readonly without: readonly Reach[];
  /** All that comes out of it, as texts. */
  run(cases: readonly FilledCase[]): Promise<ReadonlySet<string>>;
}

export const NOT_IN_PROCESS: readonly Reach[] = ['OTLP', 'logs'];
export const NOT_OVER_OTLP: readonly Reach[] = ['in process'];

function inProcess(name: string, title: string, without: readonly Reach[], arrange: Arrange): Way {
  return {
    name,
    title,
    without: [...NOT_IN_PROCESS, ...without],
    async run(cases) {
      const found = await leaving(cases, arrange);
      // Each call has left, and its record with it.
      expect(JSON.stringify(found).split('"name":"assay.tool_decision"').length - 1).toBe(cases.length);
      return stringsOf(found);
    },
  };
}

export const PROCESSOR = inProcess('processor', 'processor alone', ['walls'], (exporter, ours) => [
  new ours.ToolDecisionSpanProcessor(),
  simple(exporter),
]);

export const GUARD = inProcess('guard', 'guard', ['walls'], (exporter, ours) => [
  simple(new ours.ToolDecisionSpanExporter(exporter)),
]);

export const AUDIT = inProcess('audit', 'guard, `audit`', [], (exporter, ours) => [
  new ours.ToolDecisionSpanProcessor(),
  simple(new ours.ToolDecisionSpanExporter(exporter, { forward: 'audit' })),
]);

/** Nothing at all between spans and exporter: what is not found here was never there. */
export const UNGUARDED: Way = {
  name: 'nothing',
  title: 'nothing',
  without: NOT_IN_PROCESS,
  run: async (cases) => stringsOf(await leaving(cases, (exporter) => [simple(exporter)])),
};

/** The same of what is sent. */
export const UNTOUCHED: Way = {
  name: 'as-sent',
  title: 'as sent',
  without: NOT_OVER_OTLP,
  run: async (cases) => stringsOf([traces(cases), logs(cases)].map((text) => JSON.parse(text))),
};

/** The spans of these cases as one OTLP/JSON document. */
export function traces(cases: readonly FilledCase[]): string {
  return together('resourceSpans', cases.map(tracesOf));
}

/** Their log records. */
export function logs(cases: readonly FilledCase[]): string {
  return together(
    'resourceLogs',
    cases.map(logsOf).filter((log) => log !== undefined),
  );
}
