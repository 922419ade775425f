import fc from 'fast-check';
import { AGENT, type Beginning, Build, type Op, RUN, SERVER, TOOLS } from './build.ts';
import type { ProcessPlan, SpanPlan, World } from './world.ts';

/** Where a world departs from one in which everything is seen. */
export interface Worldly {
  readonly beginning: Beginning;
  readonly emitters: readonly ProcessPlan['emitter'][];
  readonly toolSpans: 'all' | 'mcp';
  readonly skews: readonly number[];
  /** Per process: what its exporter is wrapped with, and the last hook that its processor gets. */
  readonly guards: readonly ('all' | 'audit' | 'ended' | 'none')[];
  /** Spans that the samplers drop, as bits by index; 0 where they take all and nothing is around them. */
  readonly dropped: number;
  /** Each process reads its own spans, and what is dropped is recorded and no more. */
  readonly isRead: boolean;
  /** Further traces of the run, and whether roots or whole processes name it. */
  readonly wider: number;
  readonly named: 'resource' | 'root';
  readonly ops: readonly Op[];
}

/** A world in which nothing happens. */
export const PLAIN: Worldly = {
  beginning: 'agent',
  emitters: ['configured', 'configured', 'configured'],
  toolSpans: 'mcp',
  skews: [],
  guards: [],
  dropped: 0,
  isRead: false,
  wider: 0,
  named: 'root',
  ops: [],
};

const DAY = 86_400_000;

const op = (kinds: readonly Op['kind'][]) =>
  fc.record<Op>({
    kind: fc.constantFrom(...kinds),
    tool: fc.nat(TOOLS.length - 1),
    framework: fc.constantFrom('none', 'none', 'bare', 'mcp'),
    client: fc.constantFrom('seen', 'seen', 'seen', 'hidden'),
    server: fc.boolean(),
    between: fc.constantFrom('none', 'http', 'third'),
    retries: fc.constantFrom(1, 1, 1, 2),
    nested: fc.boolean(),
    late: fc.boolean(),
    fired: fc.constantFrom(false, false, true),
    gap: fc.nat(5),
    length: fc.nat(5),
    under: fc.nat(3),
  });

const KINDS: readonly Op['kind'][] = [
  'call',
  'call',
  'call',
  'callback',
  'detached',
  'list',
  'stream',
  'work',
];

const emitter = fc.constantFrom('configured' as const, 'installed' as const, 'none' as const);
const guard = fc.constantFrom(
  'none' as const,
  'none' as const,
  'all' as const,
  'audit' as const,
  'ended' as const,
);

export const worldly: fc.Arbitrary<Worldly> = fc.record({
  beginning: fc.constantFrom('agent', 'agent', 'agent', 'lost upstream', 'exported upstream'),
  emitters: fc.tuple(fc.constantFrom('configured' as const, 'installed' as const), emitter, emitter),
  toolSpans: fc.constantFrom('all' as const, 'mcp' as const),
  skews: fc.array(fc.constantFrom(0, 0, -DAY, DAY), { minLength: 5, maxLength: 5 }),
  guards: fc.tuple(guard, guard, guard),
  dropped: fc.oneof(fc.constant(0), fc.constant(0), fc.nat(0xffff)),
  isRead: fc.boolean(),
  wider: fc.constantFrom(0, 0, 0, 1, 2),
  named: fc.constantFrom('resource', 'root'),
  ops: fc.array(op(KINDS), { maxLength: 4 }),
});

/** The ground truth that some choices describe, without any fault. */
export function worldOf(choices: Worldly): World {
  const { beginning, emitters, ops, wider } = choices;
  const build = new Build(beginning);
  for (let at = 0; at < wider; at += 1)
    build.wider(at % 2 === 0 && emitters[SERVER] !== 'none' ? SERVER : AGENT);
  for (const one of ops) build.op(one);
  const over = build.close();
  const processes = ['agent', 'server', 'back', 'proxy', 'agent'].map((service, at) =>
    processOf(choices, service, at),
  );
  const watched = [...processes.keys()].filter((at) => processes[at]?.emitter !== 'none');
  return {
    processes,
    spans: build.spans.map((span) => ({ ...span, unsampled: isDropped(choices, span) })),
    requests: build.requests,
    noise: [],
    ends: wider === 0 ? [] : watched.map((process) => ({ process, at: over, runId: RUN })),
    isFork: false,
  };
}

function processOf(choices: Worldly, service: string, at: number): ProcessPlan {
  const { emitters, guards, isRead, skews, toolSpans, dropped, wider, named } = choices;
  const emitter = emitters[at] ?? 'none';
  const chosen = emitter === 'none' ? 'none' : (guards[at] ?? 'none');
  return {
    service,
    emitter,
    sampler: 'declared',
    wrapper: dropped === 0 || emitter === 'none' ? 'none' : isRead ? 'record' : 'sample',
    isRead,
    guard: chosen === 'ended' ? 'all' : chosen,
    hooks: chosen === 'ended' ? 'ended' : 'ending',
    runIsTrace: wider === 0,
    resourceRun: wider > 0 && emitter !== 'none' && named === 'resource' ? RUN : undefined,
    skewMillis: skews[at] ?? 0,
    openTraces: 10_000,
    openCalls: 10_000,
    toolSpans,
  };
}

/**
 * Under our wrapper every call that its start shows is sampled; of any other the wrapper cannot know, and a run in
 * which one was dropped is rightly partial. A root that alone names the run takes the name with it.
 */
function isDropped(
  { dropped, emitters, named, wider }: Worldly,
  { index, process, what, late }: SpanPlan,
): boolean {
  if ((emitters[process] ?? 'none') === 'none' || what === 'framework' || late) return false;
  if (what === 'root' && wider > 0 && named === 'root') return false;
  return ((dropped >> (index % 16)) & 1) === 1;
}
