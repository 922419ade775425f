import fc from 'fast-check';
import { canonicalJson } from '../../src/decision/canonical-json.ts';
import { digestOf } from '../../src/decision/codec.ts';
import { CHECKPOINT, CHECKPOINT_EVENT, DECISION_EVENT, EVENT } from '../../src/decision/names.ts';
import type { DecisionRecord } from '../../src/decision/record.ts';
import type { FakeSpan } from './fake-span.ts';
import { TWIN } from './generate.ts';
import type { Exported, Simulated } from './simulate.ts';
import type { ProcessPlan, SpanPlan, World } from './world.ts';

/** What goes wrong; `pick` chooses where, modulo what there is. */
export interface Fault {
  readonly is: (typeof IN_WORLD)[number] | (typeof ON_THE_WAY)[number];
  readonly pick: number;
}

/** Faults of a process while it runs. */
export const IN_WORLD = [
  'alien_instrumentation',
  'clock_set_back',
  'cloned',
  'forgotten_trace',
  'killed',
  'late_registration',
  'many_open_calls',
  'twin_without_processor',
  'unattested',
  'uninstrumented_client',
  'unknown_sampler',
  'unsampled_call',
  'wider_run',
] as const;

/** Faults between a process and the reader. */
export const ON_THE_WAY = [
  'cut_checkpoint',
  'cut_event',
  'lost_checkpoint',
  'lost_event',
  'lost_evidence',
  'lost_last',
  'lost_process',
  'lost_span',
  'lost_trace',
  'repeated',
  'repeated_without_event',
  'rewritten_event',
] as const;

export const faults = (
  kinds: readonly Fault['is'][] = [...IN_WORLD, ...ON_THE_WAY],
  most = 3,
): fc.Arbitrary<Fault[]> =>
  fc.array(fc.record({ is: fc.constantFrom(...kinds), pick: fc.nat(1_000) }), {
    minLength: 1,
    maxLength: most,
  });

/** The world in which the faults of processes happen. */
export function troubled(world: World, all: readonly Fault[]): World {
  return all.reduce((now, fault) => {
    const change = IN_WORLD.includes(fault.is as never)
      ? WORLD_FAULTS[fault.is as keyof typeof WORLD_FAULTS]
      : undefined;
    return change === undefined ? now : change(now, fault.pick);
  }, world);
}

const isCall = ({ what }: SpanPlan): boolean =>
  what === 'client' || what === 'framework' || what === 'server';
const isClient = ({ what }: SpanPlan): boolean => what === 'client';

const WORLD_FAULTS: Record<(typeof IN_WORLD)[number], (world: World, pick: number) => World> = {
  alien_instrumentation: (world, pick) =>
    onSpan(world, pick, isClient, (span) => ({ ...span, what: 'alien' })),
  clock_set_back: (world, pick) => onProcess(world, pick % 2, { setBackAt: 2 + (pick % 11) }),
  cloned: (world, pick) => ({
    ...world,
    clonedAt: 1 + (pick % 8),
    spans: world.spans.map((span) => ({ ...span, branch: (span.index + pick) % 2 === 0 ? 0 : 1 })),
  }),
  forgotten_trace: (world, pick) => ({
    ...onProcess(world, 0, { openTraces: 1 }),
    noise: [...world.noise, 1 + (pick % 12)],
  }),
  killed: (world, pick) => onProcess(world, pick % 3, { killedAt: 2 + (pick % 11) }),
  late_registration: (world, pick) =>
    onSpan(world, pick, isCall, (span) => ({ ...span, startNotSeen: true })),
  many_open_calls: (world, pick) => onProcess(world, pick % 2, { openCalls: 1 }),
  twin_without_processor: (world, pick) =>
    onSpan(world, pick, isClient, (span) => ({ ...span, process: TWIN })),
  unattested: (world, pick) => onProcess(world, pick % 2, { emitter: 'unattested' }),
  uninstrumented_client: (world, pick) =>
    onSpan(world, pick, isClient, (span) => ({ ...span, hidden: true })),
  unknown_sampler: (world) =>
    [0, 1, 2].reduce((now, at) => onProcess(now, at, { sampler: 'unknown' }), world),
  // An operator who declares a sampler that drops calls is believed: here nobody vouches for it.
  unsampled_call: (world, pick) =>
    [0, 1, 2].reduce(
      (now, at) => onProcess(now, at, { sampler: 'unknown' }),
      onSpan(world, pick, isCall, (span) => ({ ...span, unsampled: true })),
    ),
  wider_run: (world) => {
    const wider = { ...world, processes: world.processes.map((one) => ({ ...one, runIsTrace: false })) };
    const [root] = wider.spans;
    if (root === undefined || root.trace !== 0 || wider.spans.some(({ trace }) => trace === 1)) return wider;
    const { length } = wider.spans;
    const second: SpanPlan[] = [
      { ...root, index: length, trace: 1, parent: undefined, start: 1, end: 9, runId: 'upstream-run' },
      {
        ...root,
        index: length + 1,
        trace: 1,
        parent: length,
        what: 'client',
        start: 2,
        end: 4,
        tool: 'search',
        requests: [wider.requests],
        runId: undefined,
      },
    ];
    const spans = [{ ...root, runId: 'upstream-run' }, ...wider.spans.slice(1), ...second];
    return { ...wider, spans, requests: wider.requests + 1 };
  },
};

function onProcess(world: World, at: number, change: Partial<ProcessPlan>): World {
  const known = world.processes[at];
  // Nothing can be taken from a process that has no processor.
  if (known === undefined || known.emitter === 'none') return world;
  return { ...world, processes: world.processes.with(at, { ...known, ...change }) };
}

function onSpan(
  world: World,
  pick: number,
  can: (span: SpanPlan) => boolean,
  change: (span: SpanPlan) => SpanPlan,
): World {
  const able = world.spans.filter(can);
  const span = able[pick % able.length];
  return span === undefined ? world : { ...world, spans: world.spans.with(span.index, change(span)) };
}

/** What arrives of what was exported. */
export function arrived({ exported }: Simulated, all: readonly Fault[]): readonly Exported[] {
  return all.reduce<readonly Exported[]>((now, { is, pick }) => {
    const change = ON_THE_WAY.includes(is as never) ? WAY_FAULTS[is as keyof typeof WAY_FAULTS] : undefined;
    return change === undefined ? now : change(now, pick);
  }, exported);
}

type OnTheWay = (spans: readonly Exported[], pick: number) => readonly Exported[];

const has =
  (name: string) =>
  ({ span }: Exported): boolean =>
    span.events.some((event) => event.name === name);

const WAY_FAULTS: Record<(typeof ON_THE_WAY)[number], OnTheWay> = {
  cut_checkpoint: (spans, pick) =>
    changed(spans, pick, has(CHECKPOINT_EVENT), (span) =>
      cut(span, CHECKPOINT_EVENT, CHECKPOINT.checkpoint, pick),
    ),
  cut_event: (spans, pick) =>
    changed(spans, pick, has(DECISION_EVENT), (span) =>
      cut(span, DECISION_EVENT, pick % 2 === 0 ? EVENT.record : EVENT.recordDigest, pick),
    ),
  lost_checkpoint: (spans, pick) =>
    changed(spans, pick, has(CHECKPOINT_EVENT), (span) => without(span, CHECKPOINT_EVENT)),
  lost_event: (spans, pick) =>
    changed(spans, pick, has(DECISION_EVENT), (span) => without(span, DECISION_EVENT)),
  lost_evidence: (spans, pick) =>
    changed(
      spans,
      pick,
      (one) => has(DECISION_EVENT)(one) || has(CHECKPOINT_EVENT)(one),
      (span) => {
        span.events = [];
        for (const key of Object.keys(span.attributes))
          if (key.startsWith('assay.')) delete span.attributes[key];
      },
    ),
  lost_last: (spans) => spans.slice(0, -1),
  lost_process: (spans, pick) => spans.filter(({ plan }) => plan.process !== pick % 3),
  lost_span: (spans, pick) => spans.filter((_, at) => at !== pick % spans.length),
  lost_trace: (spans, pick) => spans.filter(({ plan }) => plan.trace !== pick % 2),
  repeated: (spans, pick) => [...spans, ...spans.slice(pick % (spans.length + 1))],
  repeated_without_event: (spans, pick) => {
    const again = spans
      .slice(pick % (spans.length + 1))
      .map((one): Exported => ({ ...one, span: one.span.copy() }));
    for (const { span } of again) without(span, DECISION_EVENT);
    return [...spans, ...again];
  },
  // By something on the way that redacts names and makes the digest anew: each event holds by itself.
  rewritten_event: (spans, pick) =>
    changed(spans, pick, has(DECISION_EVENT), ({ events }) => {
      for (const { name, attributes } of events) {
        if (name !== DECISION_EVENT || attributes === undefined || !isIntact(attributes)) continue;
        const record = JSON.parse(String(attributes[EVENT.record])) as DecisionRecord;
        const text = canonicalJson({ ...record, tool: { ...record.tool, name: 'masked' } });
        attributes[EVENT.record] = text;
        attributes[EVENT.recordDigest] = digestOf(text);
      }
    }),
};

function changed(
  spans: readonly Exported[],
  pick: number,
  can: (one: Exported) => boolean,
  change: (span: FakeSpan) => void,
): readonly Exported[] {
  const able = spans.filter(can);
  const chosen = able[pick % able.length];
  if (chosen === undefined) return spans;
  const span = chosen.span.copy();
  change(span);
  return spans.map((one) => (one === chosen ? { ...one, span } : one));
}

function cut(span: FakeSpan, event: string, key: string, pick: number): void {
  for (const { name, attributes } of span.events) {
    if (name !== event || attributes === undefined) continue;
    const text = String(attributes[key]);
    attributes[key] = text.slice(0, 1 + (pick % (text.length - 1)));
  }
}

function isIntact(attributes: Record<string, unknown>): boolean {
  return digestOf(String(attributes[EVENT.record])) === attributes[EVENT.recordDigest];
}

function without(span: FakeSpan, event: string): void {
  span.events = span.events.filter(({ name }) => name !== event);
}
