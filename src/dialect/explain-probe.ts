import type { Attributes, SpanKind, SpanView } from '../span/view.ts';
import type { Asked, AskedKeys } from './explain-asked.ts';
import type { Place } from './explain-place.ts';

/** No instrumentation writes it, and it breaks no name: where it shows in what was read, its place was the source. */
export const MARK = 'qexplainq';
/** The same as a number, of a port or a code. */
export const MARK_NUMBER = 47_119;

/** One place of a span that can be changed, to see what depends on it. */
export interface Probe {
  readonly place: Place;
  /** Keys of the span's own attributes that it changes. */
  readonly keys: readonly string[];
  readonly without: (span: SpanView) => SpanView;
  /** The span with something else there, in every way that a reader could tell apart. */
  readonly others: (span: SpanView) => readonly SpanView[];
  /** The span with arguments there that nobody gave, in the form in which most of them are written. */
  readonly argued?: (span: SpanView) => SpanView;
}

const KINDS: readonly SpanKind[] = ['internal', 'server', 'client'];
const CODES = ['unset', 'ok', 'error'] as const;

/**
 * Every place of a span that anybody asked for, those first that say least: where two places say the same, the one
 * that comes later here is told.
 */
export function probesOf(
  span: SpanView,
  asked: Asked,
  families: ReadonlyMap<string, string>,
  fingerprint: readonly string[],
): readonly Probe[] {
  const attributes = attributeProbes(asked.attributes, families);
  const isSign = ({ place }: Probe) => place.in === 'attribute' && fingerprint.includes(place.key);
  const events = span.events.flatMap((_, index) => eventProbes(index, asked.events[index]));
  const resource = [...asked.resource.read].filter((key) => asked.resource.byName.has(key));
  return [
    PARENT,
    STATUS,
    NAME,
    KIND,
    ...resource.map((key) => keyProbe({ in: 'resource', key }, [key], RESOURCE)),
    ...events,
    ...attributes.filter((probe) => !isSign(probe)),
    ...attributes.filter(isSign),
    SCOPE,
  ];
}

interface Holder {
  readonly of: (span: SpanView) => Attributes;
  readonly put: (span: SpanView, attributes: Attributes) => SpanView;
}

const ATTRIBUTES: Holder = {
  of: ({ attributes }) => attributes,
  put: (span, attributes) => ({ ...span, attributes }),
};
const RESOURCE: Holder = {
  of: ({ resource }) => resource,
  put: (span, resource) => ({ ...span, resource }),
};

function eventHolder(index: number): Holder {
  return {
    of: ({ events }) => events[index]?.attributes ?? {},
    put: (span, attributes) => ({
      ...span,
      events: span.events.map((event, at) => (at === index ? { ...event, attributes } : event)),
    }),
  };
}

function eventProbes(index: number, asked: AskedKeys | undefined): readonly Probe[] {
  const keys = [...(asked?.read ?? [])].filter((key) => asked?.byName.has(key));
  return keys.map((key) => keyProbe({ in: 'event', key }, [key], eventHolder(index)));
}

function attributeProbes({ read, byName }: AskedKeys, families: ReadonlyMap<string, string>): Probe[] {
  const byFamily = new Map<string | undefined, string[]>();
  const probes: Probe[] = [];
  const prefixes = [...families.keys()];
  for (const key of read) {
    if (byName.has(key)) {
      probes.push(keyProbe({ in: 'attribute', key }, [key], ATTRIBUTES));
      continue;
    }
    const prefix = prefixes.find((candidate) => key.startsWith(candidate));
    const family = prefix === undefined ? undefined : families.get(prefix);
    const known = byFamily.get(family);
    if (known === undefined) byFamily.set(family, [key]);
    else known.push(key);
  }
  for (const [family, keys] of byFamily) {
    probes.push(keyProbe({ in: 'family', family, count: keys.length }, keys, ATTRIBUTES));
  }
  return probes;
}

/** Several keys are one place: they are changed together. */
function keyProbe(place: Place, keys: readonly string[], { of, put }: Holder): Probe {
  const ours = new Set(keys);
  const changed = (span: SpanView, change: (value: unknown) => unknown) => {
    const map: Record<string, unknown> = Object.create(null);
    const before = of(span);
    for (const key of Object.keys(before)) {
      const value = ours.has(key) ? change(before[key]) : before[key];
      if (value !== GONE) map[key] = value;
    }
    return put(span, map);
  };
  const without = (span: SpanView) => changed(span, () => GONE);
  return {
    place,
    keys: place.in === 'attribute' || place.in === 'family' ? keys : [],
    without,
    others: (span) => CHANGES.map((change) => changed(span, change)),
    argued: (span) => changed(span, () => `{"${MARK}":"${MARK}"}`),
  };
}

const GONE = Symbol('gone');

const CHANGES: readonly ((value: unknown) => unknown)[] = [
  (value) => other(value, (text) => text + MARK),
  (value) => other(value, (text) => MARK + text),
];

function other(value: unknown, marked: (text: string) => string): unknown {
  if (typeof value === 'string') return /^-?\d{1,10}$/.test(value) ? String(MARK_NUMBER) : marked(value);
  if (typeof value === 'number' || typeof value === 'bigint') return MARK_NUMBER;
  if (typeof value === 'boolean') return !value;
  return { [MARK]: MARK };
}

const NAME: Probe = {
  place: { in: 'span_name' },
  keys: [],
  without: (span) => ({ ...span, name: '' }),
  others: (span) => [span.name + MARK, MARK + span.name].map((name) => ({ ...span, name })),
};
const SCOPE: Probe = {
  place: { in: 'scope_name' },
  keys: [],
  without: (span) => ({ ...span, scope: { ...span.scope, name: '' } }),
  others: (span) =>
    [span.scope.name + MARK, MARK + span.scope.name].map((name) => ({
      ...span,
      scope: { ...span.scope, name },
    })),
};
const KIND: Probe = {
  place: { in: 'span_kind' },
  keys: [],
  without: (span) => ({ ...span, kind: 'unspecified' }),
  others: (span) => KINDS.filter((kind) => kind !== span.kind).map((kind) => ({ ...span, kind })),
};
const STATUS: Probe = {
  place: { in: 'span_status' },
  keys: [],
  without: (span) => ({ ...span, status: { code: 'unset' } }),
  others: (span) => [
    ...CODES.map((code) => ({ ...span, status: { code } })),
    { ...span, status: { ...span.status, message: MARK } },
  ],
};
const PARENT: Probe = {
  place: { in: 'span_parent' },
  keys: [],
  without: ({ parentSpanId: _, parentIsRemote: __, ...span }) => span,
  others: (span) => [{ ...span, parentSpanId: '00f067aa0ba902b8', parentIsRemote: true }],
};
