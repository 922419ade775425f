import type { EventAttributes } from '../decision/codec.ts';
import {
  planScrub,
  type ScrubPlan,
  type ScrubRules,
  scrubbedEvent,
  withoutContentKeys,
} from '../redact/scrub.ts';
import type { SdkEvent, SdkLink, SdkReadableSpan, SdkStatus } from '../span/sdk-span.ts';
import { safeContext } from './resource-and-scope.ts';

/** How a call span may be named: what its dialect writes for this tool, or `tools/call <tool>`. */
export interface SafeName {
  /** The tool's name as the record stores it. */
  readonly toolName: string;
  /** Names that hold nothing but the tool's own name. */
  readonly plainNames: readonly string[];
}

/** What must change on a span before it may leave; `undefined` parts stay as they are. */
export interface SafeContent {
  readonly attributes: ScrubPlan;
  readonly name: string | undefined;
  readonly status: SdkStatus | undefined;
  readonly events: SdkEvent[] | undefined;
  readonly links: SdkLink[] | undefined;
}

const ERROR = 2;

/** What on the span is already ours: the events, and the attributes as they were written. */
export interface OwnParts {
  readonly isOwn: (event: SdkEvent) => boolean;
  readonly attributes: EventAttributes;
}

export const NOTHING_OWN: OwnParts = { isOwn: () => false, attributes: {} };

/**
 * Plans what `strict` takes off a call span: attributes by the allow-list, the status message, attributes of
 * links and of every event that is not ours, and a name with anything but the tool's in it. `content` takes
 * known content keys off the span, its events and its links. Changes nothing itself, so it serves open spans
 * and overlays alike.
 */
export function safeContent(
  span: SdkReadableSpan,
  rules: ScrubRules,
  name: SafeName,
  own: OwnParts,
): SafeContent {
  const attributes = planScrub(span.attributes, rules, own.attributes);
  if (rules.mode === 'off') {
    return { attributes, name: undefined, status: undefined, events: undefined, links: undefined };
  }
  const isStrict = rules.mode === 'strict';
  return {
    attributes,
    name:
      !isStrict || name.plainNames.includes(span.name) ? undefined : `tools/call ${name.toolName}`.trimEnd(),
    status: isStrict ? safeStatus(span.status) : undefined,
    events: safeEvents(span.events, own.isOwn, isStrict ? scrubbedEvent : withoutContent),
    links: safeLinks(span.links, isStrict),
  };
}

/** Whether nothing has to change. */
export function isSafe(content: SafeContent): boolean {
  const { attributes, name, status, events, links } = content;
  return (
    attributes.remove.length === 0 &&
    attributes.replace.length === 0 &&
    name === undefined &&
    status === undefined &&
    events === undefined &&
    links === undefined
  );
}

/** The message is replaced by the name of its code. */
function safeStatus({ code, message }: SdkStatus): SdkStatus | undefined {
  if (message === undefined || message === '' || (code === ERROR && message === 'ERROR')) return undefined;
  return code === ERROR ? { code, message: 'ERROR' } : { code };
}

function safeEvents(
  events: readonly SdkEvent[],
  isOwn: (event: SdkEvent) => boolean,
  scrubbed: (event: SdkEvent) => { name: string; attributes: Record<string, unknown> },
): SdkEvent[] | undefined {
  let changed = false;
  const safe = events.map((event) => {
    if (isOwn(event)) return event;
    const kept = scrubbed(event);
    const same = Object.keys(kept.attributes).length === Object.keys(event.attributes ?? {}).length;
    if (kept.name === event.name && same) return event;
    changed = true;
    return { ...kept, time: event.time, droppedAttributesCount: event.droppedAttributesCount ?? 0 };
  });
  return changed ? safe : undefined;
}

function withoutContent({ name, attributes = {} }: SdkEvent) {
  return { name, attributes: withoutContentKeys(attributes) };
}

/** Attributes go (all of them, or known content); a trace state in the shape of a secret goes in every mode. */
function safeLinks(links: readonly SdkLink[], isStrict: boolean): SdkLink[] | undefined {
  let changed = false;
  const safe = links.map((link) => {
    const { attributes = {}, droppedAttributesCount } = link;
    const kept = isStrict ? {} : withoutContentKeys(attributes);
    const context = safeContext(link.context);
    if (context === link.context && Object.keys(kept).length === Object.keys(attributes).length) return link;
    changed = true;
    return { context, attributes: kept, droppedAttributesCount };
  });
  return changed ? safe : undefined;
}
