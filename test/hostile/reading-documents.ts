/** OTLP/JSON pieces for the hostile reading tests. */

export type AnyValue = Readonly<Record<string, unknown>>;
export interface KeyValue {
  readonly key: string;
  readonly value: AnyValue;
}

export const TRACE_ID = '0af7651916cd43dd8448eb211c80319c';
const SPAN_ID = 'b7ad6b7169203331';

export function pair(key: string, value: string | AnyValue): KeyValue {
  return { key, value: typeof value === 'string' ? { stringValue: value } : value };
}

/** The attributes of a proven call; what is given comes first, as a conflicting producer would write it. */
export function callAttributes(toolName: string, ...attributes: readonly KeyValue[]): readonly KeyValue[] {
  return [pair('mcp.method.name', 'tools/call'), pair('gen_ai.tool.name', toolName), ...attributes];
}

export function spanOf(attributes: readonly KeyValue[], fields: AnyValue = {}): AnyValue {
  const times = { startTimeUnixNano: '1700000000000000000', endTimeUnixNano: '1700000001000000000' };
  return { traceId: TRACE_ID, spanId: SPAN_ID, name: 'tools/call', kind: 3, ...times, attributes, ...fields };
}

export function documentOf(
  spans: readonly AnyValue[],
  resource: readonly KeyValue[] = [],
  scope = 'test',
): AnyValue {
  return {
    resourceSpans: [
      { resource: { attributes: resource }, scopeSpans: [{ scope: { name: scope }, spans: [...spans] }] },
    ],
  };
}
