import type { EventAttributes } from '../decision/codec.ts';
import { CHECKPOINT_EVENT, DECISION_EVENT, INPUT } from '../decision/names.ts';
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
  if (evidence.meaning === undefined && isSafe(content) && missing.length === 0 && isShared) return span;
  return Object.create(
    span,
    ownFields({
      ...fixed(span),
      name: { value: nameOf(span, content, evidence) },
      attributes: { value: safeAttributes(span, content, evidence, rules) },
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

function nameOf(span: SdkReadableSpan, { name }: SafeContent, { call, meaning }: SpanEvidence): string {
  if (meaning !== undefined) return meaning.name;
  return call === undefined && name !== undefined ? CHECKPOINT_EVENT : (name ?? span.name);
}

/** What has a meaning keeps nothing beside it but its run: anything else could mean another thing. */
function safeAttributes(
  span: SdkReadableSpan,
  content: SafeContent,
  evidence: SpanEvidence,
  { allow }: ScrubRules,
): EventAttributes {
  const attributes: Record<string, unknown> = { ...span.attributes };
  for (const key of content.attributes.remove) delete attributes[key];
  for (const [key, value] of content.attributes.replace) attributes[key] = value;
  const isKept = (key: string): boolean =>
    evidence.meaning === undefined || key === INPUT.runId || allow.has(key);
  const kept = Object.entries(attributes).filter(([key]) => isKept(key));
  return Object.assign(Object.fromEntries(kept), ownAttributes(evidence)) as EventAttributes;
}

function ownAttributes({ call, checkpoint, meaning }: SpanEvidence): EventAttributes {
  return { ...call?.span, ...checkpoint?.span, ...meaning?.attributes };
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
