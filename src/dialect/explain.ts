import type { ObservedCall } from '../span/observed-call.ts';
import type { SpanView } from '../span/view.ts';
import { aboutDialect } from './about.ts';
import { DEFAULT_ARGUMENT_LIMITS } from './argument-limits.ts';
import type { Dialect } from './dialect.ts';
import { askedBy } from './explain-asked.ts';
import { type FieldSources, fieldSources } from './explain-fields.ts';
import { familiesOf, type Place, type Sign, signsOf } from './explain-place.ts';
import { type Probe, probesOf } from './explain-probe.ts';
import { smallest } from './explain-smallest.ts';
import { identify, type RecogniseOptions, recognise } from './recognise.ts';
import { DIALECTS } from './registry.ts';

/** A dialect that a span could have spoken, since it bears one of the signs by which that one is known. */
export interface Candidate {
  readonly dialect: Dialect;
  /** Those of its signs that the span bears. */
  readonly bears: readonly Sign[];
  readonly took: boolean;
}

/** Why a span was read as it was. Nothing in it is a value of an attribute, but for what `call` holds. */
export interface Explanation {
  readonly is: 'call' | 'mcp' | 'tool' | 'other';
  /** The dialect that took it, be it as a call or as another method. */
  readonly dialect: Dialect | undefined;
  /** What that dialect knew it by: without any one of these it would not have taken it. */
  readonly knownBy: readonly Place[];
  /** In the order in which they are asked, down to the one that took it. */
  readonly asked: readonly Candidate[];
  /** Dialects that come later and would have taken it too. */
  readonly also: readonly Dialect[];
  /** Of a call: whether it is MCP beyond doubt, and what says so beside `knownBy`. */
  readonly proof: { readonly proven: boolean; readonly by: readonly Place[] } | undefined;
  /** Of another method: which; raw. */
  readonly method: string | undefined;
  /** Of a call, or of a tool span that would be one under `toolSpans: "all"`: what was read; raw. */
  readonly call: ObservedCall | undefined;
  /** Where each part of it came from. */
  readonly sources: FieldSources | undefined;
  /** Keys that came twice: those that a dialect asks for by name, and how many others. */
  readonly repeated: { readonly keys: readonly string[]; readonly others: number };
}

/**
 * Why recognition makes of a span what it makes of it. It holds no rule of its own: it asks the dialects themselves,
 * changes one place of the span after the other, and asks again. Pure, total, some hundred times as slow as
 * recognition, and nothing that recognition runs.
 */
export function explain(span: SpanView, { toolSpans }: Pick<RecogniseOptions, 'toolSpans'>): Explanation {
  const { is } = recognise(span, { ...ALL, toolSpans });
  const taken = takenBy(span);
  const { dialect, method } = taken;
  const asked = DIALECTS.flatMap((candidate) => {
    const bears = signsOf(candidate).filter((sign) => isBorne(sign, span));
    return bears.length > 0 || candidate === dialect
      ? [{ dialect: candidate, bears, took: candidate === dialect }]
      : [];
  });
  if (dialect === undefined) return { ...NOTHING, is, asked };
  const probes = probesFor(span, dialect);
  const thin = thinned(span, probes, dialect);
  const { needed: knownBy } = smallest(probes, thin, (candidate) => {
    const now = takenBy(candidate);
    return now.dialect === dialect && now.method === method;
  });
  const call = asCall(span, dialect);
  return {
    is,
    dialect,
    knownBy: knownBy.map(({ place }) => place),
    asked: asked.slice(0, asked.findIndex(({ took }) => took) + 1),
    also: DIALECTS.slice(DIALECTS.indexOf(dialect) + 1).filter(
      (later) => later.recognise(span) !== undefined,
    ),
    method,
    proof: call && proofOf(thin, dialect, probes, knownBy),
    call,
    sources: call && fieldSources(thin, probes, (candidate) => asCall(candidate, dialect)),
    repeated: repeatedKeys(span, probes),
  };
}

/** What is said of a span that no dialect takes. */
const NOTHING = {
  dialect: undefined,
  knownBy: [],
  also: [],
  proof: undefined,
  method: undefined,
  call: undefined,
  sources: undefined,
  repeated: { keys: [], others: 0 },
} as const;

function repeatedKeys({ duplicateKeys }: SpanView, probes: readonly Probe[]): Explanation['repeated'] {
  const named = new Set(probes.flatMap(({ place }) => (place.in === 'attribute' ? [place.key] : [])));
  const keys = [...new Set(duplicateKeys)].filter((key) => named.has(key));
  return { keys, others: new Set(duplicateKeys).size - keys.length };
}

/** What shows every call that a dialect would read. */
const ALL: RecogniseOptions = {
  toolSpans: 'all',
  localTools: new Set(),
  limits: DEFAULT_ARGUMENT_LIMITS,
};

interface Taken {
  readonly dialect: Dialect | undefined;
  readonly method: string | undefined;
}

function takenBy(span: SpanView): Taken {
  const identified = identify(span, ALL);
  if (identified.is === 'call') return { dialect: identified.dialect, method: undefined };
  if (identified.is !== 'mcp') return { dialect: undefined, method: undefined };
  return {
    dialect: DIALECTS.find(({ name }) => name === identified.dialect),
    method: identified.method,
  };
}

/** The call that `dialect` reads there; `undefined` where it is another's or none. */
function asCall(span: SpanView, { name }: Dialect): ObservedCall | undefined {
  const recognised = recognise(span, ALL);
  return recognised.is === 'call' && recognised.call.dialect === name ? recognised.call : undefined;
}

function isBorne({ by, text }: Sign, { scope, name, attributes }: SpanView): boolean {
  if (by === 'scope') return scope.name === text;
  return by === 'attribute' ? Object.hasOwn(attributes, text) : name.startsWith(text);
}

function probesFor(span: SpanView, dialect: Dialect): readonly Probe[] {
  const asked = askedBy(span, (watched) => recognise(watched, ALL));
  return probesOf(span, asked, familiesOf(dialect), aboutDialect(dialect).fingerprint.attributes ?? []);
}

/** How many keys of a family are enough to see what depends on them. */
const ENOUGH = 16;

/** The span without what nobody asked for; each change of it is then cheap, however much there is on the span. */
function thinned(span: SpanView, probes: readonly Probe[], dialect: Dialect): SpanView {
  const attributes: Record<string, unknown> = Object.create(null);
  const kept = new Set(
    probes.flatMap(({ place, keys }) => (place.in === 'family' ? keys.slice(0, ENOUGH) : keys)),
  );
  for (const key of Object.keys(span.attributes)) if (kept.has(key)) attributes[key] = span.attributes[key];
  const thin = { ...span, attributes };
  return takenBy(thin).dialect === dialect ? thin : span;
}

function proofOf(
  span: SpanView,
  dialect: Dialect,
  probes: readonly Probe[],
  knownBy: readonly Probe[],
): Explanation['proof'] {
  const isProven = (candidate: SpanView) => {
    const recognition = takenBy(candidate).dialect === dialect ? dialect.recognise(candidate) : undefined;
    return recognition?.is === 'call' && recognition.proven;
  };
  if (!isProven(span)) return { proven: false, by: [] };
  const by = smallest(probes, span, isProven).needed.filter((probe) => !knownBy.includes(probe));
  return { proven: true, by: by.map(({ place }) => place) };
}
