import { ToolDecisionSpanExporter } from '../../src/index.ts';
import type { SdkReadableSpan } from '../../src/span/sdk-span.ts';
import type { SpanView } from '../../src/span/view.ts';

/** All of a span that the guarded exporter hands on, with the event that it adds. */
export function leaving(view: SpanView): unknown {
  const left: SdkReadableSpan[] = [];
  const delegate = {
    export: (spans: SdkReadableSpan[], done: (result: { code: number }) => void) => {
      left.push(...spans);
      done({ code: 0 });
    },
    shutdown: async () => {},
  };
  new ToolDecisionSpanExporter(delegate, { toolSpans: 'all' }).export([sdkSpan(view)], () => {});
  return left.map(({ name, attributes, events, links, status }) => ({
    name,
    attributes,
    events,
    links,
    status,
  }));
}

const KINDS = ['internal', 'server', 'client', 'producer', 'consumer'];
const STATUSES = ['unset', 'ok', 'error'];

/** As the SDK has a span that has ended. */
export function sdkSpan(view: SpanView): SdkReadableSpan {
  const { traceId, spanId, traceFlags } = view;
  return {
    ...view,
    kind: Math.max(0, KINDS.indexOf(view.kind)),
    spanContext: () => ({ traceId, spanId, traceFlags }),
    startTime: [1, 0],
    endTime: [2, 0],
    ended: true,
    status: { code: STATUSES.indexOf(view.status.code), message: view.status.message },
    attributes: { ...view.attributes },
    events: view.events.map((event) => ({ ...event, time: [1, 0] as [number, number] })),
    links: view.links.map(({ attributes, ...ids }) => ({ attributes, context: { ...ids, traceFlags: 1 } })),
    resource: { attributes: { ...view.resource } },
    instrumentationScope: view.scope,
  } as SdkReadableSpan;
}
