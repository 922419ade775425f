import { DEFAULT_ARGUMENT_LIMITS } from '../../src/dialect/arguments.ts';
import type { RecogniseOptions } from '../../src/dialect/recognise.ts';
import type { SpanView } from '../../src/span/view.ts';

export const OPTIONS: RecogniseOptions = {
  toolSpans: 'mcp',
  localTools: new Set(),
  limits: DEFAULT_ARGUMENT_LIMITS,
};

/** A client span of the semantic conventions, with what a test says instead. */
export function spanView(overrides: Partial<SpanView> = {}): SpanView {
  return {
    traceId: '0af7651916cd43dd8448eb211c80319c',
    spanId: 'b7ad6b7169203331',
    traceFlags: 1,
    name: 'tools/call add_deploy_key',
    kind: 'client',
    startTimeUnixNano: '1796000000000000000',
    endTimeUnixNano: '1796000000250000000',
    attributes: { 'mcp.method.name': 'tools/call', 'gen_ai.tool.name': 'add_deploy_key' },
    duplicateKeys: [],
    droppedAttributesCount: 0,
    droppedEventsCount: 0,
    events: [],
    links: [],
    status: { code: 'unset' },
    scope: { name: 'example.mcp', version: '1.0.0' },
    resource: { 'service.name': 'agent-host' },
    ...overrides,
  };
}

/** The same span with more attributes. */
export function withAttributes(attributes: Readonly<Record<string, unknown>>): SpanView {
  return spanView({ attributes: { ...spanView().attributes, ...attributes } });
}
