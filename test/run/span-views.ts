import type { SpanView } from '../../src/span/view.ts';

/** A span view with nothing in it but what `parts` says. */
export function spanView(parts: Partial<SpanView> = {}): SpanView {
  return {
    traceId: '0af7651916cd43dd8448eb211c80319c',
    spanId: '00f067aa0ba902b7',
    traceFlags: 1,
    name: 'span',
    kind: 'internal',
    startTimeUnixNano: '1',
    endTimeUnixNano: '2',
    attributes: {},
    duplicateKeys: [],
    droppedAttributesCount: 0,
    droppedEventsCount: 0,
    events: [],
    links: [],
    status: { code: 'unset' },
    scope: { name: '', version: '' },
    resource: {},
    ...parts,
  };
}
