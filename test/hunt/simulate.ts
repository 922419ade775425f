import { type Context, type TracerProvider, trace } from '@opentelemetry/api';
import { DEFAULTS, type Settings } from '../../src/config.ts';
import { registry } from '../../src/emitter/registry.ts';
import type { SdkSpanContext } from '../../src/span/sdk-span.ts';
import { FakeSpan } from './fake-span.ts';
import { Host, type Leaving } from './host.ts';
import { controlled, type Surroundings } from './surroundings.ts';
import { BLANK, type ProcessPlan, type SpanPlan, type World } from './world.ts';

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

/** A span as it left its process, and how its process reads spans. */
export interface Exported {
  readonly plan: SpanPlan;
  readonly span: FakeSpan;
  readonly settings: Settings;
  readonly branch: 0 | 1;
  /** Of the span only its one event arrives, as a log record. */
  readonly isLog?: true;
}

/** An emitter's word that a run has ended, and when it was given. */
export interface Ended {
  readonly emitter: string;
  readonly runId: string;
  readonly at: bigint;
}

/** The end of what a trace began with. */
export interface RootEnd {
  readonly plan: SpanPlan;
  readonly emitter: string;
  readonly at: bigint;
}

export interface Simulated {
  readonly world: World;
  readonly exported: readonly Exported[];
  /** What a reader in each process saw, where there was one. */
  readonly read: readonly Exported[];
  readonly sides: readonly Side[];
  readonly ended: readonly Ended[];
  readonly rootEnds: readonly RootEnd[];
}

const BASE_MILLIS = 1_800_000_000_000;
const STEP_MILLIS = 100;
/** By how much a clock is set back: less than an epoch lasts, so that a later call falls before an earlier word. */
const SET_BACK_MILLIS = 300;
const OWN_SPANS = 5_000;
const OWN_TRACES = 500;

export const traceIdOf = (trace: number): string => (trace + 1).toString(16).padStart(32, '0');
export const traceOf = (traceId: string): number => Number.parseInt(traceId, 16) - 1;
export const spanIdOf = (plan: Pick<SpanPlan, 'index'>): string =>
  (plan.index + 2).toString(16).padStart(16, '0');

/** Runs a world through the real code; what the package shares in a process is as before when it is over. */
export function simulate(world: World): Simulated {
  const before = { ...registry() };
  trace.disable();
  try {
    return controlled((surround) => {
      const simulation = new Simulation(world, surround);
      trace.setGlobalTracerProvider(simulation.provider);
      return simulation.run();
    });
  } finally {
    trace.disable();
    Object.assign(registry(), before);
  }
}

type Branch = 0 | 1;
type Action = { readonly at: number; readonly process: number; readonly plan?: SpanPlan } & {
  readonly is: 'end' | 'ended' | 'noise' | 'shutDown' | 'start';
  readonly runId?: string;
};

class Simulation {
  readonly #world: World;
  readonly #surround: (by: Surroundings) => void;
  readonly #hosts: Host[] = [];
  #clone: Host | undefined;
  readonly #ids: string[] = [];
  readonly #exported: Exported[] = [];
  readonly #read: Exported[] = [];
  readonly #sides: Side[] = [];
  readonly #ended: Ended[] = [];
  readonly #rootEnds: RootEnd[] = [];
  #own = 0;
  #current: { readonly host: Host; readonly process: number; readonly branch: Branch } | undefined;

  /** Makes the spans of this package in whatever process acts now. */
  readonly provider = {
    getTracer: (scope: string) => ({
      startSpan: (name: string, { attributes = {} }: { attributes?: object }, context: Context) => {
        this.#own += 1;
        const ids = {
          traceId: traceIdOf((this.#world.firstTrace ?? 0) + OWN_TRACES + this.#own),
          spanId: spanIdOf({ index: OWN_SPANS + this.#own }),
        };
        return this.#current?.host.startOwn(ids, { scope, name, attributes }, context);
      },
    }),
  } as unknown as TracerProvider;

  constructor(world: World, surround: (by: Surroundings) => void) {
    this.#world = world;
    this.#surround = surround;
  }

  run(): Simulated {
    const { processes, clonedAt = Number.POSITIVE_INFINITY } = this.#world;
    processes.forEach((plan, process) => {
      this.#as({ at: -1, process }, 0, -1, () => {
        const host = new Host(plan);
        this.#hosts.push(host);
        // Drawn here, as at a first span: asking a fork for it would make the fork notice that it is one.
        this.#ids.push(host.registry.emitter.id);
      });
    });
    // A clone has lived the same life: the same calls of the same code, with the same randomness, until then.
    if (this.#world.clonedAt !== undefined) {
      this.#as({ at: -1, process: 0 }, 0, -1, () => {
        this.#clone = new Host(processes[0] as ProcessPlan);
        this.#ids.push(this.#clone.registry.emitter.id);
      });
    }
    this.#actions().forEach((action, step) => {
      const { at, plan, process } = action;
      const isCloned = this.#clone !== undefined && process === 0;
      const isShared = isCloned && (plan?.start ?? Number.POSITIVE_INFINITY) < clonedAt;
      if (isShared || (isCloned && plan === undefined)) this.#act(action, step, 1, at >= clonedAt);
      const branch = isCloned && !isShared && plan !== undefined ? plan.branch : 0;
      this.#act(action, step, branch, true);
    });
    return {
      world: this.#world,
      exported: this.#exported,
      read: this.#read,
      sides: this.#sides,
      ended: this.#ended,
      rootEnds: this.#rootEnds,
    };
  }

  #actions(): Action[] {
    const { processes, spans, noise, ends } = this.#world;
    const actions: Action[] = spans
      .filter(({ hidden }) => !hidden)
      .flatMap((plan) => [
        { at: plan.start, process: plan.process, plan, is: 'start' },
        { at: plan.end, process: plan.process, plan, is: 'end' },
      ]);
    for (const at of noise) actions.push({ at, process: 0, is: 'noise' });
    for (const { at, process, runId } of ends) actions.push({ at, process, runId, is: 'ended' });
    for (const [process, { shutDownAt: at }] of processes.entries())
      if (at !== undefined) actions.push({ at, process, is: 'shutDown' });
    return actions
      .filter(({ at, process }) => at < (processes[process]?.killedAt ?? Number.POSITIVE_INFINITY))
      .sort((a, b) => a.at - b.at);
  }

  /** `isSeen` is false for a clone that does not exist yet: it does the same, and nothing of it leaves. */
  #act(action: Action, step: number, branch: Branch, isSeen: boolean): void {
    const { process, plan, is, runId = '' } = action;
    const host = branch === 1 ? this.#clone : this.#hosts[process];
    if (host === undefined) return;
    this.#as(action, branch, step, () => {
      this.#current = { host, process, branch };
      host.adopt();
      const into = (list: Exported[]) => (leaving: Leaving) => list.push(this.#copied(leaving, host, branch));
      host.send = isSeen ? into(this.#exported) : undefined;
      host.read = isSeen && host.plan.isRead ? into(this.#read) : undefined;
      if (is === 'noise') passing(host, step);
      else if (is === 'shutDown') host.shutDown();
      else if (is === 'ended') {
        if (isSeen) this.#ended.push({ emitter: this.#emitterOf(process, branch), runId, at: nowOf(host) });
        host.endRun(runId);
      } else if (plan !== undefined) this.#span(host, plan, is, branch, isSeen);
    });
  }

  #span(host: Host, plan: SpanPlan, is: 'end' | 'start', branch: Branch, isSeen: boolean): void {
    const isNew = isSeen && (branch === 0 || plan.start >= (this.#world.clonedAt ?? 0));
    if (is === 'start') {
      const ids = { traceId: traceIdOf(plan.trace), spanId: spanIdOf(plan) };
      host.start(plan, ids, this.#parentOf(plan));
      if (isNew && !plan.startNotSeen) this.#began(host, plan, branch);
      return;
    }
    // Who registers late is first handed the span as it ends.
    if (isNew && plan.startNotSeen) this.#began(host, plan, branch);
    if (isSeen && (plan.what === 'root' || plan.parent === undefined)) {
      const emitter = this.#emitterOf(plan.process, branch);
      this.#rootEnds.push({ plan, emitter, at: nowOf(host) });
    }
    host.end(plan);
  }

  #began(host: Host, plan: SpanPlan, branch: Branch): void {
    // A framework's span that nothing proves to be MCP is no call, and is counted as such beside the surface.
    if (plan.what === 'framework' && host.plan.toolSpans === 'mcp' && !plan.tool.startsWith('mcp__')) return;
    const { emitter } = host.registry;
    const context = host.spans.get(plan.index)?.spanContext();
    const open = context && emitter.open(context);
    const isFollowed = host.plan.emitter !== 'none' && host.plan.emitter !== 'guard';
    const [mine, drawn] = [this.#emitterOf(plan.process, branch), open?.trace.emitter];
    // What a fork does is no longer done by the emitter that it was, whatever it says.
    const isOld = mine === 'fork' && drawn === this.#ids[0];
    const id = isFollowed ? (isOld ? mine : (drawn ?? mine)) : undefined;
    for (const request of plan.requests) {
      this.#sides.push({
        request,
        plan,
        scope: host.scopeOf(plan),
        trace: traceIdOf(plan.trace),
        emitter: id,
        epoch: open?.trace.epoch ?? epochOf(host, plan),
        at: nowOf(host),
      });
    }
  }

  #emitterOf(process: number, branch: Branch): string {
    return branch === 1 && this.#world.isFork ? 'fork' : (this.#ids[process] ?? '');
  }

  #parentOf(plan: SpanPlan): SdkSpanContext | undefined {
    if (plan.parent === undefined) return undefined;
    const above = this.#world.spans[plan.parent];
    return {
      traceId: traceIdOf(plan.trace),
      spanId: above === undefined ? 'f'.repeat(16) : spanIdOf(above),
      traceFlags: 1,
      isRemote: above === undefined || above.process !== plan.process,
    };
  }

  #copied({ plan, span }: Leaving, { plan: { toolSpans } }: Host, branch: Branch): Exported {
    const copy = FakeSpan.copy(span);
    return { plan: plan ?? this.#ownPlan(copy), span: copy, settings: { ...DEFAULTS, toolSpans }, branch };
  }

  #ownPlan({ context }: FakeSpan): SpanPlan {
    const index = Number.parseInt(context.spanId, 16) - 2;
    const trace = traceOf(context.traceId);
    return { ...BLANK, what: 'own', index, trace, process: this.#current?.process ?? 0 };
  }

  /** With the clock, the randomness and the id of one process at one step. */
  #as<T>({ at, process }: Pick<Action, 'at' | 'process'>, branch: Branch, step: number, action: () => T): T {
    const plan = this.#world.processes[process] as ProcessPlan;
    const { clonedAt = Number.POSITIVE_INFINITY, isFork } = this.#world;
    const setBack = at >= (plan.setBackAt ?? Number.POSITIVE_INFINITY) ? SET_BACK_MILLIS : 0;
    const isApart = branch === 1 && at >= clonedAt;
    this.#surround({
      millis: BASE_MILLIS + plan.skewMillis - setBack + (step + 1) * STEP_MILLIS + (isApart ? 7 : 0),
      seed: process * 7919 + step * 104_729 + (isFork && isApart ? 31 : 17),
      processId: 100 + process + (isFork && isApart ? 50 : 0),
    });
    return action();
  }
}

function nowOf(host: Host): bigint {
  return BigInt(host.registry.emitter.clock.nanos());
}

/** The epoch in which a call of this trace that nobody records begins: that of what is open of the trace. */
function epochOf(host: Host, plan: SpanPlan): string | undefined {
  const open = [...host.spans.values()]
    .filter((span) => span.spanContext().traceId === traceIdOf(plan.trace))
    .flatMap((span) => host.registry.emitter.open(span.spanContext()) ?? []);
  return open.at(-1)?.trace.epoch;
}

/** A span of another trace of the host. */
function passing(host: Host, step: number): void {
  const plan: SpanPlan = { ...BLANK, index: 10_000 + step, trace: 1_000 + step };
  host.start(plan, { traceId: traceIdOf(plan.trace), spanId: spanIdOf(plan) }, undefined);
}
