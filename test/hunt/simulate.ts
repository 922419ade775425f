import { DEFAULTS, type Settings } from '../../src/config.ts';
import { mayBeToolSpan } from '../../src/dialect/fingerprint.ts';
import { newRegistry, type Registry } from '../../src/emitter/registry.ts';
import { Recorder } from '../../src/recorder.ts';
import type { SdkSpanContext } from '../../src/span/sdk-span.ts';
import { FakeSpan } from './fake-span.ts';
import { argumentsOf, attributesOf, isRunRoot, KINDS, nameOf, SCOPES } from './span-shapes.ts';
import type { ProcessPlan, SpanPlan, World } from './world.ts';

/** One side of a true request: where, when and through what it began, whatever became of its span. */
export interface Side {
  readonly request: number;
  readonly plan: SpanPlan;
  readonly scope: string;
  readonly trace: string;
  readonly emitter: string | undefined;
  readonly epoch: string | undefined;
  /** Unix nanoseconds on the clock of its emitter. */
  readonly at: bigint;
}

/** A span as it left its process, and the record that was written on it. */
export interface Exported {
  readonly plan: SpanPlan;
  readonly span: FakeSpan;
  readonly settings: Settings;
  readonly branch: 0 | 1;
}

export interface Simulated {
  readonly world: World;
  readonly exported: readonly Exported[];
  readonly sides: readonly Side[];
}

const BASE_MILLIS = 1_800_000_000_000;
const STEP_MILLIS = 100;
/** By how much a clock is set back: less than an epoch lasts, so that a later call falls before an earlier word. */
const SET_BACK_MILLIS = 300;
const OUR_SCOPE = 'assay-otel/mcp';

export const traceIdOf = (trace: number): string => (trace + 1).toString(16).padStart(32, '0');
export const spanIdOf = (plan: Pick<SpanPlan, 'index'>): string =>
  (plan.index + 2).toString(16).padStart(16, '0');

/** One real recorder with a registry of its own. */
class Process {
  readonly plan: ProcessPlan;
  readonly settings: Settings;
  readonly registry: Registry = newRegistry();
  readonly spans = new Map<number, FakeSpan>();
  readonly #recorder: Recorder;

  constructor(plan: ProcessPlan) {
    this.plan = plan;
    this.settings = {
      ...DEFAULTS,
      toolSpans: plan.toolSpans,
      open: { openTraces: plan.openTraces, openCalls: plan.openCalls },
    };
    const facts = {
      scrub: 'strict' as const,
      policyHook: false,
      sampler: plan.sampler,
      configuredSince: plan.emitter === 'configured' ? this.registry.emitter.clock.nanos() : undefined,
      runIsTrace: plan.runIsTrace,
    };
    this.#recorder = new Recorder(this, this.settings, facts, isRunRoot, this.registry);
    if (plan.emitter !== 'installed') return;
    const ours = { scope: OUR_SCOPE, version: '0', basis: 'installed', covers: 'process' } as const;
    this.registry.emitter.attestations.add({ ...ours, vantage: 'client' });
    this.registry.emitter.attestations.add({ ...ours, vantage: 'server' });
  }

  start(plan: SpanPlan, span: FakeSpan): void {
    this.spans.set(plan.index, span);
    if (this.plan.emitter === 'none') return;
    if (!plan.unsampled && !plan.startNotSeen) this.#recorder.start(span, looksLikeCall(span));
    if (!this.isCounted(plan)) return;
    this.registry.emitter.callBegan(span.spanContext().traceId);
    if (plan.unsampled) return;
    this.registry.handOvers.set(span.spanContext(), { toolName: plan.tool, arguments: argumentsOf(plan) });
    this.registry.emitter.recognised(span.spanContext());
  }

  end(plan: SpanPlan): FakeSpan | undefined {
    const span = this.spans.get(plan.index);
    if (span === undefined || plan.unsampled) return undefined;
    span.endAt(Date.now());
    Object.assign(span.attributes, attributesOf(plan));
    const isCall = looksLikeCall(span) || this.registry.handOvers.get(span.spanContext()) !== undefined;
    if (this.plan.emitter !== 'none') this.#recorder.end(span, isCall, true);
    return span;
  }

  /** Whether the installed instrumentation begins it. */
  isCounted({ what }: SpanPlan): boolean {
    return this.plan.emitter === 'installed' && (what === 'client' || what === 'server');
  }

  scopeOf({ what }: SpanPlan): string {
    const isOurs = what === 'client' || what === 'server' || what === 'list';
    return this.plan.emitter === 'installed' && isOurs ? OUR_SCOPE : SCOPES[what];
  }

  /** The epoch in which a span of this trace that begins now begins. */
  epochNow(plan: SpanPlan): string | undefined {
    const own = this.spans.get(plan.index);
    const all = own === undefined ? [...this.spans.values()] : [...this.spans.values(), own];
    const open = all
      .filter((span) => span.spanContext().traceId === traceIdOf(plan.trace))
      .flatMap((span) => this.registry.emitter.open(span.spanContext()) ?? []);
    return open.at(-1)?.trace.epoch;
  }
}

/** Runs a world through the real code. Its clock is a counter, so that a seed gives the same run again. */
export function simulate(world: World): Simulated {
  const realNow = Date.now;
  let millis = BASE_MILLIS;
  Date.now = () => {
    millis += 1;
    return millis;
  };
  const realRandom = crypto.getRandomValues;
  try {
    return new Simulation(world, (value) => {
      millis = value;
    }).run();
  } finally {
    Date.now = realNow;
    crypto.getRandomValues = realRandom;
  }
}

class Simulation {
  readonly #world: World;
  readonly #setClock: (millis: number) => void;
  readonly #exported: Exported[] = [];
  readonly #sides: Side[] = [];

  constructor(world: World, setClock: (millis: number) => void) {
    this.#world = world;
    this.#setClock = setClock;
  }

  run(): Simulated {
    const { processes, spans, noise, clonedAt } = this.#world;
    const made = processes.map((plan, index) => this.#as(index, 0, -1, -1, () => new Process(plan)));
    // A clone has lived the same life: the same calls of the same code, with the same randomness, until then.
    const clone =
      clonedAt === undefined
        ? undefined
        : this.#as(0, 0, -1, -1, () => new Process(processes[0] as ProcessPlan));
    const steps = [
      ...spans
        .filter(({ hidden }) => !hidden)
        .flatMap((plan) => [
          { at: plan.start, plan, is: 'start' as const },
          { at: plan.end, plan, is: 'end' as const },
        ]),
      ...noise.map((at) => ({ at, plan: undefined, is: 'noise' as const })),
    ].sort((a, b) => a.at - b.at);
    steps.forEach(({ at, plan, is }, step) => {
      if (plan === undefined) {
        this.#as(0, 0, step, at, () => passing(made[0], step));
        if (clone) this.#as(0, 0, step, at, () => passing(clone, step));
        return;
      }
      const process = made[plan.process] as Process;
      if (process.plan.killedAt !== undefined && at >= process.plan.killedAt) return;
      const isShared = clone !== undefined && plan.process === 0 && plan.start < (clonedAt ?? 0);
      if (isShared) this.#one(clone, plan, is, step, at < (clonedAt ?? 0) ? 'silent' : 1);
      const isCloned = clone !== undefined && plan.process === 0 && !isShared && plan.branch === 1;
      this.#one(isCloned ? clone : process, plan, is, step, isCloned ? 1 : 0);
    });
    return { world: this.#world, exported: this.#exported, sides: this.#sides };
  }

  #one(process: Process, plan: SpanPlan, is: 'end' | 'start', step: number, branch: 0 | 1 | 'silent'): void {
    const offset = branch === 1 ? 7 : 0;
    this.#as(plan.process, offset, step, is === 'start' ? plan.start : plan.end, () => {
      if (is === 'start') {
        process.start(plan, this.#spanOf(process, plan));
        if (branch !== 'silent' && !plan.startNotSeen) this.#began(process, plan);
        return;
      }
      // Who registers late is first handed the span as it ends.
      if (branch !== 'silent' && plan.startNotSeen) this.#began(process, plan);
      const span = process.end(plan);
      if (span === undefined || branch === 'silent') return;
      this.#exported.push({ plan, span, settings: process.settings, branch });
    });
  }

  #began(process: Process, plan: SpanPlan): void {
    // A framework's span that nothing proves to be MCP is no call, and is counted as such beside the surface.
    if (plan.what === 'framework' && process.settings.toolSpans === 'mcp' && !plan.tool.startsWith('mcp__'))
      return;
    const emitter = process.plan.emitter === 'none' ? undefined : process.registry.emitter.id;
    for (const request of plan.requests) {
      this.#sides.push({
        request,
        plan,
        scope: process.scopeOf(plan),
        trace: traceIdOf(plan.trace),
        emitter,
        epoch: process.epochNow(plan),
        at: BigInt(process.registry.emitter.clock.nanos()),
      });
    }
  }

  #spanOf(process: Process, plan: SpanPlan): FakeSpan {
    const traceId = traceIdOf(plan.trace);
    const above = this.#world.spans[plan.parent ?? -1];
    const isRemote = plan.parent === -1 || (above !== undefined && above.process !== plan.process);
    // A hidden client makes no span: what is below it hangs on what was above it.
    const parent: SdkSpanContext | undefined =
      plan.parent === undefined
        ? undefined
        : {
            traceId,
            spanId: above === undefined ? 'f'.repeat(16) : spanIdOf(above),
            traceFlags: 1,
            isRemote,
          };
    return new FakeSpan({
      traceId,
      spanId: spanIdOf(plan),
      parent,
      name: nameOf(plan),
      kind: KINDS[plan.what],
      scope: process.scopeOf(plan),
      resource: { 'service.name': process.plan.service },
      attributes: plan.late ? {} : attributesOf(plan),
      startMillis: Date.now(),
    });
  }

  /** With the clock and the randomness of one process at one step. */
  #as<T>(process: number, offset: number, step: number, at: number, action: () => T): T {
    const { skewMillis, setBackAt = Number.POSITIVE_INFINITY } = this.#world.processes[
      process
    ] as ProcessPlan;
    const setBack = at >= setBackAt ? SET_BACK_MILLIS : 0;
    this.#setClock(BASE_MILLIS + skewMillis - setBack + (step + 1) * STEP_MILLIS + offset);
    let state = (process * 7919 + step * 104_729 + 17) >>> 0;
    crypto.getRandomValues = <T extends ArrayBufferView | null>(array: T): T => {
      const bytes = array as unknown as Uint8Array;
      for (let at = 0; at < bytes.length; at += 1) {
        state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
        bytes[at] = state >>> 24;
      }
      return array;
    };
    return action();
  }
}

function passing(process: Process | undefined, step: number): void {
  if (process === undefined || process.plan.emitter === 'none') return;
  const plan: SpanPlan = { ...NOISE, index: 10_000 + step, trace: 1_000 + step };
  const span = new FakeSpan({
    traceId: traceIdOf(plan.trace),
    spanId: spanIdOf(plan),
    parent: undefined,
    name: 'passing',
    kind: 0,
    scope: 'host',
    resource: {},
    attributes: {},
    startMillis: Date.now(),
  });
  process.start(plan, span);
}

const NOISE: SpanPlan = {
  index: 0,
  trace: 0,
  process: 0,
  parent: undefined,
  what: 'work',
  start: 0,
  end: 0,
  requests: [],
  tool: '',
  late: false,
  unsampled: false,
  startNotSeen: false,
  hidden: false,
  branch: 0,
};

function looksLikeCall({ instrumentationScope, name, attributes }: FakeSpan): boolean {
  return mayBeToolSpan(instrumentationScope.name, name, attributes);
}
