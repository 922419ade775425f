import { TWIN } from './build.ts';
import type { ProcessPlan, SpanPlan, World } from './world.ts';

type Fault = (world: World, pick: number) => World;

const isCall = ({ what }: SpanPlan): boolean =>
  what === 'client' || what === 'framework' || what === 'server';
const isClient = ({ what }: SpanPlan): boolean => what === 'client';

/** Faults of a process while it runs; `pick` chooses where, modulo what there is. */
export const WORLD_FAULTS = {
  alien_instrumentation: (world, pick) =>
    onSpan(world, pick, isClient, (span) => ({ ...span, what: 'alien' })),
  clock_set_back: (world, pick) => onProcess(world, pick % 2, { setBackAt: 2 + (pick % 11) }),
  cloned: (world, pick) => cloned(world, pick),
  ended_early: (world, pick) => ({
    ...world,
    ends: world.ends.map((end) => ({ ...end, at: Math.min(end.at, 2 + (pick % 9)) })),
  }),
  forgotten_trace: (world, pick) => ({
    ...onProcess(world, 0, { openTraces: 1 }),
    noise: [...world.noise, 1 + (pick % 12)],
  }),
  forked: (world, pick) => ({ ...cloned(world, pick), isFork: true }),
  guard_alone: (world, pick) => onProcess(world, pick % 3, { emitter: 'guard', guard: 'all' }),
  hooks_without_guard: (world, pick) => onProcess(world, pick % 3, { hooks: 'ended', guard: 'none' }),
  killed: (world, pick) => onProcess(world, pick % 3, { killedAt: 2 + (pick % 11) }),
  late_registration: (world, pick) => registeredLate(world, pick, 'ending'),
  late_without_hook: (world, pick) => registeredLate(world, pick, 'ended'),
  many_open_calls: (world, pick) => onProcess(world, pick % 2, { openCalls: 1 }),
  never_ended: (world, pick) => ({
    ...world,
    ends: world.ends.filter((_, at) => at !== pick % world.ends.length),
  }),
  only_recorded: (world, pick) =>
    [0, 1, 2].reduce(
      (now, at) => onProcess(now, at, { wrapper: 'record' }),
      onSpan(world, pick, isCall, (span) => ({ ...span, unsampled: true })),
    ),
  says_trace: (world, pick) => onProcess(world, pick % 2, { runIsTrace: true }),
  shut_down: (world, pick) => onProcess(world, pick % 3, { shutDownAt: 2 + (pick % 13) }),
  twin_without_processor: (world, pick) =>
    onSpan(world, pick, isClient, (span) => ({ ...span, process: TWIN })),
  twin_with_guard: (world, pick) => {
    const twin = world.processes[TWIN] as ProcessPlan;
    const now = onSpan(world, pick, isClient, (span) => ({ ...span, process: TWIN }));
    return { ...now, processes: now.processes.with(TWIN, { ...twin, emitter: 'guard', guard: 'all' }) };
  },
  unsampled_trace: (world, pick) => {
    const traces = [...new Set(world.spans.map(({ trace }) => trace))];
    const dropped = traces[pick % traces.length];
    const spans = world.spans.map((span) => (span.trace === dropped ? { ...span, unsampled: true } : span));
    return unknownSampler({ ...world, spans });
  },
  unattested: (world, pick) => onProcess(world, pick % 2, { emitter: 'unattested' }),
  uninstrumented_client: (world, pick) =>
    onSpan(world, pick, isClient, (span) => ({ ...span, hidden: true })),
  unknown_sampler: (world) => unknownSampler(world),
  // An operator who declares a sampler that drops calls is believed: here nobody vouches for it.
  unsampled_call: (world, pick) =>
    unknownSampler(onSpan(world, pick, isCall, (span) => ({ ...span, unsampled: true }))),
} as const satisfies Record<string, Fault>;

function registeredLate(world: World, pick: number, hooks: ProcessPlan['hooks']): World {
  const can = (span: SpanPlan): boolean => isCall(span) && world.processes[span.process]?.hooks === hooks;
  return onSpan(world, pick, can, (span) => ({ ...span, startNotSeen: true }));
}

function cloned(world: World, pick: number): World {
  const clonedAt = 1 + (pick % 8);
  const spans: SpanPlan[] = [];
  for (const span of world.spans) {
    const above = spans[span.parent ?? -1];
    // What is done within a span is done where that span is.
    const isWithin = above?.process === 0 && above.start >= clonedAt;
    spans.push({ ...span, branch: isWithin ? above.branch : (span.index + pick) % 2 === 0 ? 0 : 1 });
  }
  return { ...world, clonedAt, spans };
}

function unknownSampler(world: World): World {
  return [0, 1, 2].reduce((now, at) => onProcess(now, at, { sampler: 'unknown' }), world);
}

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
