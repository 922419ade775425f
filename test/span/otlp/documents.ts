/** Builders of OTLP/JSON for tests; every id is fixed, every part can be replaced by anything. */

export const TRACE = '0af7651916cd43dd8448eb211c80319c';
export const SPAN = 'b7ad6b7169203331';

export interface Fields {
  readonly [field: string]: unknown;
}

export function otlpSpan(fields: Fields = {}): Fields {
  return { traceId: TRACE, spanId: SPAN, name: 'span', ...fields };
}

export function otlpDocument(spans: readonly unknown[], resource: Fields = {}, scope: Fields = {}): Fields {
  return { resourceSpans: [{ resource, scopeSpans: [{ scope, spans }] }] };
}

export function otlpAttribute(key: string, value: unknown): Fields {
  return { key, value };
}
