import type { Attributes, SpanView } from '../span/view.ts';

/** What was asked of a span: of its attributes, of those of its resource, of each event's. */
export interface Asked {
  readonly attributes: AskedKeys;
  readonly resource: AskedKeys;
  readonly events: readonly AskedKeys[];
}

/** Keys that are there and were asked for; `byName`: those asked for by a name that no list of keys gave. */
export interface AskedKeys {
  readonly read: ReadonlySet<string>;
  readonly byName: ReadonlySet<string>;
}

/**
 * Which keys `reader` asks a span for. It runs twice: as the span is, which tells what is read; and with keys that
 * can be looked up but not listed, so that whatever is asked for then stands in the reader's own source.
 */
export function askedBy(span: SpanView, reader: (span: SpanView) => unknown): Asked {
  const read = watch(span, reader, true);
  const byName = watch(span, reader, false);
  return {
    attributes: both(read.attributes, byName.attributes),
    resource: both(read.resource, byName.resource),
    events: read.events.map((keys, index) => both(keys, byName.events[index])),
  };
}

function both(read: ReadonlySet<string>, byName: ReadonlySet<string> = new Set()): AskedKeys {
  return { read: new Set([...read, ...byName]), byName };
}

function watch(span: SpanView, reader: (span: SpanView) => unknown, areListed: boolean) {
  const attributes = new Set<string>();
  const resource = new Set<string>();
  const events = span.events.map(() => new Set<string>());
  reader({
    ...span,
    attributes: watched(span.attributes, attributes, areListed),
    resource: watched(span.resource, resource, areListed),
    events: span.events.map((event, index) => ({
      ...event,
      attributes: watched(event.attributes, events[index] ?? new Set(), areListed),
    })),
  });
  return { attributes, resource, events };
}

/** The same keys and values, own and enumerable; what is asked for is written down by its key. */
function watched(attributes: Attributes, asked: Set<string>, areListed: boolean): Attributes {
  const own = (key: string | symbol): key is string =>
    typeof key === 'string' && Object.hasOwn(attributes, key);
  return new Proxy<Record<string, unknown>>(Object.create(null), {
    has(_, key) {
      if (own(key)) asked.add(key);
      return own(key);
    },
    get(_, key) {
      if (!own(key)) return undefined;
      asked.add(key);
      return attributes[key];
    },
    ownKeys: () => (areListed ? Object.keys(attributes) : []),
    getOwnPropertyDescriptor(_, key) {
      if (!own(key)) return undefined;
      // A list of keys asks this of each of them.
      if (!areListed) asked.add(key);
      return { value: attributes[key], enumerable: true, configurable: true, writable: true };
    },
  });
}
