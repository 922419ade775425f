import { rootAttributes } from '../../decision/checkpoint.ts';
import type { EventAttributes } from '../../decision/codec.ts';
import {
  CARRIER,
  CHECKPOINT,
  CHECKPOINT_EVENT,
  DECISION_EVENT,
  EVENT,
  INPUT,
  OWN_SCOPE,
  ROOT_SPAN_ID,
  RUN_END_EVENT,
  SUMMARY_SPAN,
} from '../../decision/names.ts';
import { planScrub, type ScrubPlan, type ScrubRules, scrubbedEvent } from '../../redact/scrub.ts';
import type { SpanFact } from '../../run/span-fact.ts';
import {
  type Attributes,
  attribute,
  type EventView,
  type SpanView,
  stringAttribute,
} from '../../span/view.ts';
import { keptMeaning, OF_ANOTHER_METHOD } from './kept-meaning.ts';
import { isLogged, loggedCall } from './logged-call.ts';
import { keyValues } from './otlp-values.ts';
import { ownEvents } from './own-events.ts';
import { isReadAs } from './reads-as.ts';
import { rewrittenCall } from './rewritten-call.ts';

const KINDS: readonly SpanView['kind'][] = [
  'unspecified',
  'internal',
  'server',
  'client',
  'producer',
  'consumer',
];
const CODES: Readonly<Record<SpanView['status']['code'], number>> = { unset: 0, ok: 1, error: 2, unknown: 3 };

const HAS_IS_REMOTE = 0x100;
const IS_REMOTE = 0x200;

/** What a span is called that none of these names is for: names hold whatever an application put there. */
const NAME = 'span';

/**
 * A span as it may leave, in OTLP/JSON: under the strict allow-list, whatever it is. Its evidence is written anew from
 * its fact, which holds nothing but what was read and checked; of anything else not one free text stays.
 */
export function scrubbedSpan(span: SpanView, fact: SpanFact, rules: ScrubRules) {
  const plan = planScrub(span.attributes, rules, {});
  const made = (fact.calls ?? []).map((call) => rewrittenCall(call, fact, span.events, plan.remove));
  // Whose record comes as a log record has one: another, made of what is left of the span, would contradict it.
  const calls = isLogged(span, fact) ? [] : made;
  const onSpan = isLogged(span, fact) ? [loggedCall(span, fact)] : calls.map((call) => call.onSpan);
  const own = Object.assign({}, ...onSpan, ...rootNumbers(fact), ownParts(span));
  const safe = safeAttributes(span, plan);
  const [call] = made;
  const { name, attributes } =
    call === undefined
      ? asRead(span, fact, safe, rules)
      : { name: `tools/call ${call.record.tool.name}`, attributes: safe };
  const isRemote = span.parentIsRemote === true ? IS_REMOTE : 0;
  return {
    traceId: span.traceId,
    spanId: span.spanId,
    ...(span.parentSpanId !== undefined && { parentSpanId: span.parentSpanId }),
    flags: span.traceFlags + (span.parentIsRemote === undefined ? 0 : HAS_IS_REMOTE + isRemote),
    name,
    kind: KINDS.indexOf(span.kind),
    startTimeUnixNano: span.startTimeUnixNano,
    endTimeUnixNano: span.endTimeUnixNano,
    attributes: keyValues({ ...attributes, ...own }),
    droppedAttributesCount: span.droppedAttributesCount,
    droppedEventsCount: span.droppedEventsCount,
    events: [
      ...ownEvents(calls, fact),
      ...span.events.filter(({ name }) => !OWN_EVENTS.has(name)).map(scrubbed),
    ].map(([name, held]) => ({ name, timeUnixNano: span.endTimeUnixNano, attributes: keyValues(held) })),
    links: span.links.map(({ traceId, spanId }) => ({ traceId, spanId })),
    status: { code: CODES[span.status.code] },
  };
}

const OWN_EVENTS: ReadonlySet<string> = new Set([DECISION_EVENT, CHECKPOINT_EVENT, RUN_END_EVENT]);

function scrubbed(event: EventView): readonly [string, Attributes] {
  const { name, attributes } = scrubbedEvent(event);
  return [name, attributes];
}

/** Numbers of a local root, also where its checkpoint was lost. */
function rootNumbers({ emitter, epoch, ordinal, checkpoints = [] }: SpanFact): EventAttributes[] {
  const [checkpoint] = checkpoints;
  if (emitter === undefined || epoch === undefined)
    return checkpoint === undefined ? [] : [rootAttributes(checkpoint)];
  const numbers: EventAttributes = { [EVENT.emitterId]: emitter, [EVENT.epoch]: epoch };
  if (ordinal !== undefined) Object.assign(numbers, { [CHECKPOINT.ordinal]: ordinal });
  return [numbers];
}

/** What else of ours on a span a reader needs. */
function ownParts({ attributes }: SpanView): EventAttributes {
  const own: EventAttributes = {};
  const root = stringAttribute(attributes, ROOT_SPAN_ID);
  if (root !== undefined && /^[0-9a-f]{16}$/.test(root)) own[ROOT_SPAN_ID] = root;
  if (attribute(attributes, CARRIER) === 'log') own[CARRIER] = 'log';
  return own;
}

/** A span that is no call, so that the next reader takes it for what it was taken for here. */
function asRead(
  span: SpanView,
  fact: SpanFact,
  safe: Attributes,
  { allow }: ScrubRules,
): { readonly name: string; readonly attributes: Attributes } {
  const kept = keptMeaning(span, fact);
  const name = kept.name ?? (isOwn(span) ? span.name : NAME);
  const attributes = { ...safe, ...kept.attributes };
  if (fact.policy === undefined && isReadAs({ ...span, name, attributes }, fact)) return { name, attributes };
  // What told one thing from another is gone, or one layer's word from another's: then so is all that would tell the other.
  const runs = Object.entries(safe).filter(([key]) => key === INPUT.runId || allow.has(key));
  // Its own method, which was to say that it is one of MCP, is gone with them.
  const mcp = fact.unproven === undefined && fact.mcp !== undefined ? OF_ANOTHER_METHOD : {};
  return { name, attributes: { ...Object.fromEntries(runs), ...kept.attributes, ...mcp } };
}

function safeAttributes({ attributes }: SpanView, { remove, replace }: ScrubPlan): Attributes {
  const safe: Record<string, unknown> = { ...attributes, ...Object.fromEntries(replace) };
  for (const key of remove) delete safe[key];
  return safe;
}

function isOwn({ name, scope }: SpanView): boolean {
  const isOfOurs = name === CHECKPOINT_EVENT || name === RUN_END_EVENT || name === SUMMARY_SPAN;
  return isOfOurs && scope.name === OWN_SCOPE;
}
