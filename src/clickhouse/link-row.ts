import { INPUT } from '../decision/names.ts';
import type { SpanView } from '../span/view.ts';

/** What is selected of a row of links, in the order in which {@link spansOfLinkRow} takes it. */
export const LINK_ROW: readonly string[] = [
  'TraceId',
  'ServiceName',
  'ServiceInstance',
  'RunId',
  ...['SpanId', 'ParentSpanId', 'Remote', 'RunId', 'Operation', 'Model'].map(
    (member) => `arrayMap(s -> s.${member}, Spans)`,
  ),
];

type LinkRow = readonly [
  trace: string,
  service: string,
  instance: string,
  run: string,
  spans: readonly string[],
  parents: readonly string[],
  remote: readonly number[],
  runs: readonly string[],
  operations: readonly string[],
  models: readonly number[],
];

/** What a request to a model is known by. */
const OPERATION = 'gen_ai.operation.name';
const MODEL = 'gen_ai.request.model';
/** Which one it was is nowhere asked. */
const UNKNOWN = 'unknown';

/** By what the view writes. */
const REMOTE = [undefined, false, true];

/**
 * The spans of a row, with all that is kept of them: what they are below, whose they are, which run they
 * name, whether they are requests to a model.
 */
export function spansOfLinkRow(row: readonly unknown[]): readonly SpanView[] {
  const [traceId, service, instance, run, spans, parents, remote, runs, operations, models] = row as LinkRow;
  const resource = named({ 'service.name': service, 'service.instance.id': instance, [INPUT.runId]: run });
  return spans.map((spanId, at) => ({
    traceId,
    spanId,
    parentSpanId: parents[at] || undefined,
    parentIsRemote: REMOTE[remote[at] ?? 0],
    traceFlags: 0,
    name: '',
    kind: 'unspecified',
    startTimeUnixNano: '0',
    endTimeUnixNano: '0',
    attributes: named({
      [INPUT.runId]: runs[at] ?? '',
      [OPERATION]: operations[at] ?? '',
      [MODEL]: models[at] === 1 ? UNKNOWN : '',
    }),
    duplicateKeys: [],
    droppedAttributesCount: 0,
    droppedEventsCount: 0,
    events: [],
    links: [],
    status: { code: 'unset' },
    scope: { name: '', version: '' },
    resource,
  }));
}

function named(texts: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(texts).filter(([, text]) => text !== ''));
}
