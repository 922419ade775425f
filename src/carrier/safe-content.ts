import { planScrub, type ScrubPlan, type ScrubRules, scrubbedEvent } from '../redact/scrub.ts';
import type { SdkEvent, SdkLink, SdkReadableSpan, SdkStatus } from '../span/sdk-span.ts';

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

/**
 * Plans what `strict` takes off a call span: attributes by the allow-list, the status message, attributes of
 * links and of every event that `isOwn` does not claim, and a name with anything but the tool's in it. In the
 * other modes only attributes change. Changes nothing itself, so it serves open spans and overlays alike.
 */
export function safeContent(
  span: SdkReadableSpan,
  rules: ScrubRules,
  name: SafeName,
  isOwn: (event: SdkEvent) => boolean,
): SafeContent {
  const attributes = planScrub(span.attributes, rules);
  if (rules.mode !== 'strict') {
    return { attributes, name: undefined, status: undefined, events: undefined, links: undefined };
  }
  return {
    attributes,
    name: name.plainNames.includes(span.name) ? undefined : `tools/call ${name.toolName}`,
    status: safeStatus(span.status),
    events: safeEvents(span.events, isOwn),
    links: safeLinks(span.links),
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
): SdkEvent[] | undefined {
  let changed = false;
  const safe = events.map((event) => {
    if (isOwn(event)) return event;
    const attributes = event.attributes ?? {};
    const kept = scrubbedEvent(event.name, attributes);
    const same = Object.keys(kept.attributes).length === Object.keys(attributes).length;
    if (kept.name === event.name && same) return event;
    changed = true;
    return { ...kept, time: event.time, droppedAttributesCount: event.droppedAttributesCount ?? 0 };
  });
  return changed ? safe : undefined;
}

function safeLinks(links: readonly SdkLink[]): SdkLink[] | undefined {
  if (!links.some(({ attributes }) => attributes !== undefined && Object.keys(attributes).length > 0)) {
    return undefined;
  }
  return links.map(({ context, droppedAttributesCount }) => ({
    context,
    attributes: {},
    droppedAttributesCount,
  }));
}
