import { type Attributes, type FilledCase, isList, type Value } from './filled.ts';

type Json = Readonly<Record<string, unknown>>;

const START = '1796000000000000000';
const END = '1796000000250000000';

/** A case as OTLP/JSON, the way an instrumentation sends it where nothing of ours runs. */
export function tracesOf(one: FilledCase): Json {
  const { traceId, links, traceState, resource, scope, resourceSchemaUrl, scopeSchemaUrl, root } = one;
  const call = {
    ...span(one, traceId, '1'),
    ...(root !== undefined && { parentSpanId: spanId(traceId, '2') }),
    ...(traceState !== undefined && { traceState }),
    links: links.map((link) => ({
      traceId: 'd'.repeat(32),
      spanId: 'd'.repeat(16),
      ...(link.traceState !== undefined && { traceState: link.traceState }),
      attributes: attributes(link.attributes),
    })),
  };
  const { name, version, attributes: bag = {} } = scope;
  return {
    resourceSpans: [
      {
        resource: { attributes: attributes(resource) },
        ...(resourceSchemaUrl !== undefined && { schemaUrl: resourceSchemaUrl }),
        scopeSpans: [
          {
            scope: { name, ...(version !== undefined && { version }), attributes: attributes(bag) },
            ...(scopeSchemaUrl !== undefined && { schemaUrl: scopeSchemaUrl }),
            spans: root === undefined ? [call] : [span(root, traceId, '2'), call],
          },
        ],
      },
    ],
  };
}

/** Its log record, where it has one. */
export function logsOf({ log, traceId, resource }: FilledCase): Json | undefined {
  if (log === undefined) return undefined;
  const record = {
    traceId,
    spanId: spanId(traceId, '1'),
    timeUnixNano: START,
    ...(log.eventName !== undefined && { eventName: log.eventName }),
    ...(log.body !== undefined && { body: { stringValue: log.body } }),
    attributes: attributes(log.attributes ?? {}),
  };
  const scopeLogs = [{ scope: { name: 'agent' }, logRecords: [record] }];
  return { resourceLogs: [{ resource: { attributes: attributes(resource) }, scopeLogs }] };
}

/** Many documents as one. */
export function together(key: 'resourceSpans' | 'resourceLogs', documents: readonly Json[]): string {
  return JSON.stringify({ [key]: documents.flatMap((document) => document[key] as readonly unknown[]) });
}

function span(
  parts: Pick<FilledCase, 'name' | 'kind' | 'attributes' | 'events' | 'status'>,
  traceId: string,
  at: string,
) {
  return {
    traceId,
    spanId: spanId(traceId, at),
    name: parts.name,
    kind: parts.kind,
    startTimeUnixNano: START,
    endTimeUnixNano: END,
    attributes: attributes(parts.attributes),
    events: parts.events.map((event) => ({
      timeUnixNano: END,
      name: event.name,
      attributes: attributes(event.attributes),
    })),
    status: parts.status,
  };
}

function spanId(traceId: string, at: string): string {
  return `${at}${traceId.slice(1, 16)}`;
}

function attributes(bag: Attributes): Json[] {
  return Object.entries(bag).map(([key, value]) => ({ key, value: anyValue(value) }));
}

function anyValue(value: Value): Json {
  if (typeof value === 'string') return { stringValue: value };
  if (typeof value === 'number') return { intValue: String(value) };
  if (typeof value === 'boolean') return { boolValue: value };
  if (isList(value)) return { arrayValue: { values: value.map(anyValue) } };
  if ('bytes' in value) return { bytesValue: Buffer.from(value.bytes).toString('base64') };
  return { kvlistValue: { values: attributes(value.map) } };
}
