import type { EventAttributes } from '../decision/codec.ts';
import { CHECKPOINT_EVENT, DECISION_EVENT } from '../decision/names.ts';
import type { ScrubRules } from '../redact/scrub.ts';
import type { SdkEvent, SdkReadableSpan } from '../span/sdk-span.ts';
import { isWritten, type SpanEvidence } from './evidence.ts';
import { safeContext, safeResource, safeScope } from './resource-and-scope.ts';
import { isSafe, type SafeContent, safeContent } from './safe-content.ts';

/** A root that carries a checkpoint is no call: under the audit allow-list its name says only that. */
const CHECKPOINT_NAME = { plainNames: [CHECKPOINT_EVENT] };

/**
 * The span as it may leave: with its evidence on it and its raw content off, on an object that lies over the
 * real one. Ended spans are never changed, since other exporters hold the same object. Returns the span
 * itself where nothing has to change.
 */
export function overlay(span: SdkReadableSpan, evidence: SpanEvidence, rules: ScrubRules): SdkReadableSpan {
  const isOwn = (event: SdkEvent): boolean => isWritten(event, evidence);
  const name = evidence.call?.name ?? { ...CHECKPOINT_NAME, toolName: '' };
  const content = safeContent(span, rules, name, { isOwn, attributes: ownAttributes(evidence) });
  const missing = missingEvents(span, evidence);
  const resource = safeResource(span.resource);
  const scope = safeScope(span.instrumentationScope);
  const context = safeContext(span.spanContext());
  const isShared =
    resource === span.resource && scope === span.instrumentationScope && context === span.spanContext();
  if (isSafe(content) && missing.length === 0 && isShared) return span;
  return Object.create(
    span,
    ownFields({
      ...fixed(span),
      name: {
        value:
          evidence.call === undefined && content.name !== undefined
            ? CHECKPOINT_EVENT
            : (content.name ?? span.name),
      },
      attributes: { value: safeAttributes(span, content, evidence) },
      events: { value: [...(content.events ?? span.events), ...missing] },
      links: { value: content.links ?? span.links },
      status: { value: content.status ?? span.status },
      resource: { value: resource },
      instrumentationScope: { value: scope },
      spanContext: { value: () => context },
    }),
  );
}

/** As on any object: an exporter below may write to a span, copy it or print it. */
function ownFields(fields: PropertyDescriptorMap): PropertyDescriptorMap {
  const open = { writable: true, enumerable: true, configurable: true };
  return Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, { ...field, ...open }]));
}

/** Read from the real span: a class with private fields does not answer through a prototype chain. */
function fixed(span: SdkReadableSpan): PropertyDescriptorMap {
  const fields = [
    ...['kind', 'parentSpanContext', 'startTime', 'endTime', 'duration', 'ended'],
    ...['droppedAttributesCount', 'droppedEventsCount', 'droppedLinksCount'],
  ];
  const source = span as unknown as Record<string, unknown>;
  return Object.fromEntries(fields.map((field) => [field, { value: source[field] }]));
}

function safeAttributes(
  span: SdkReadableSpan,
  content: SafeContent,
  evidence: SpanEvidence,
): EventAttributes {
  const attributes: Record<string, unknown> = { ...span.attributes };
  for (const key of content.attributes.remove) delete attributes[key];
  for (const [key, value] of content.attributes.replace) attributes[key] = value;
  return Object.assign(attributes, ownAttributes(evidence)) as EventAttributes;
}

function ownAttributes({ call, checkpoint }: SpanEvidence): EventAttributes {
  return { ...call?.span, ...checkpoint?.span };
}

function missingEvents(span: SdkReadableSpan, evidence: SpanEvidence): SdkEvent[] {
  const { call, checkpoint } = evidence;
  const wanted: [string, EventAttributes | undefined][] = [
    [DECISION_EVENT, call?.isLogged === true ? undefined : call?.event],
    [CHECKPOINT_EVENT, checkpoint?.event],
  ];
  return wanted.flatMap(([name, attributes]) => {
    const isThere = span.events.some((event) => event.name === name && isWritten(event, evidence));
    if (attributes === undefined || isThere) return [];
    return [{ name, attributes: { ...attributes }, time: span.endTime, droppedAttributesCount: 0 }];
  });
}
