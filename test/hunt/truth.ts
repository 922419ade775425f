import { DECISION_EVENT, EVENT } from '../../src/decision/names.ts';
import { observe } from '../../src/pipeline.ts';
import type { RunDocuments } from '../../src/run/documents.ts';
import { factOfLogEvent } from '../../src/run/fact-of-log-event.ts';
import { factOfSpan } from '../../src/run/fact-of-span.ts';
import { RunState } from '../../src/run/run-state.ts';
import type { SpanFact } from '../../src/run/span-fact.ts';
import { fromSdkSpan } from '../../src/span/from-sdk.ts';
import { untrueClaims } from './claims.ts';
import { type Exported, type Side, type Simulated, spanIdOf, traceIdOf, traceOf } from './simulate.ts';
import { type SpanPlan, VANTAGE } from './world.ts';

export function factsOf(arrivals: readonly Exported[]): SpanFact[] {
  return arrivals.map(({ span, settings, isLog }) => {
    const view = fromSdkSpan(span);
    const [event] = view.events;
    if (isLog && event) {
      const { traceId, spanId, resource, scope } = view;
      return factOfLogEvent({ traceId, spanId, resource, scope, event }).fact;
    }
    return factOfSpan(view, { observe: (one) => observe(one, settings) }).fact;
  });
}

export function runsOf(facts: readonly SpanFact[]): RunDocuments[] {
  const state = new RunState();
  for (const fact of facts) state.add(fact);
  return [...state.documents({ all: true })];
}

/**
 * What is false in a document that says `complete`; nothing where it holds. The truth is taken from the world
 * and from what was written on each span as it ended, never from the assessment.
 *
 * The scope is that of the document. Where a gap rule was taken away, what the document lets in without
 * vouching for it counts as in scope too: an epoch of which something arrived, the run roots, and for a seal
 * that is missing the other traces of the run.
 */
export function falsehoods(simulated: Simulated, facts: readonly SpanFact[], run: RunDocuments): string[] {
  return [...untrue(new Truth(simulated, facts, run))];
}

function* untrue(truth: Truth): Generator<string> {
  const { run } = truth;
  const required = new Set<number>();
  const covered = truth.simulated.sides.filter((side) => truth.covers(side));
  for (const { plan, request } of covered) if (plan.what !== 'framework') required.add(request);
  // A framework's span shows one execution, whatever is tried below it.
  for (const { plan } of covered) {
    const isCounted = plan.requests.some((request) => required.has(request));
    if (plan.what === 'framework' && !isCounted) required.add(plan.requests[0] ?? -1);
  }
  const entries = run.index.records.map((entry) => ({
    ...entry,
    plans: entry.span_ids.map((span) => truth.plans.get(`${entry.trace_id} ${span}`)),
  }));
  const touched = new Set<number>();
  for (const { plans } of entries)
    for (const plan of plans) for (const one of plan?.requests ?? []) touched.add(one);
  for (const request of required) if (!touched.has(request)) yield `call ${request} is not in the surface`;

  const unjoined = run.health.limits.filter(({ code }) => code.startsWith('unjoined_'));
  const slack = unjoined.reduce((sum, { count }) => sum + count, 0);
  for (const group of truth.groups()) {
    const mine = entries.filter(({ plans }) =>
      plans.some((plan) => plan?.requests.some((one) => group.has(one))),
    );
    const least = [...group].filter((request) => required.has(request)).length;
    if (mine.length < least) yield `${least} calls are ${mine.length} records`;
    if (mine.length > group.size + slack) yield `${group.size} calls are ${mine.length} records`;
  }
  for (const [at, { plans, span_ids }] of entries.entries()) {
    const common = plans.reduce<readonly number[]>(
      (requests, plan) => requests.filter((one) => plan?.requests.includes(one)),
      plans[0]?.requests ?? [],
    );
    if (common.length === 0) yield `record ${at} is made of spans of different calls, or of none`;
    // What is outside the scope may have lost anything on its way.
    if (!plans.some((plan) => covered.some((side) => side.plan === plan))) continue;
    const record = run.surface.observed_tool_decisions[at];
    const originals = plans.flatMap((plan) => (plan === undefined ? [] : truth.written(plan)));
    if (originals.length === 0) continue;
    const text = JSON.stringify(record?.action);
    const holds = originals.some(({ action }) => JSON.stringify(action) === text);
    if (!holds || !originals.some(({ tool }) => tool.name === record?.tool.name))
      yield `record ${at} (${span_ids.length} spans) is not what was written`;
  }
  yield* truth.beginnings();
  yield* truth.passedOver(touched);
  yield* untrueClaims(truth, touched);
}

type Written = { readonly action: unknown; readonly tool: { readonly name: string } };

export class Truth {
  readonly simulated: Simulated;
  readonly run: RunDocuments;
  readonly plans: ReadonlyMap<string, SpanPlan>;
  readonly #facts: readonly SpanFact[];
  readonly #traces: ReadonlySet<string>;
  readonly #written = new Map<number, Written[]>();

  constructor(simulated: Simulated, facts: readonly SpanFact[], run: RunDocuments) {
    this.simulated = simulated;
    this.run = run;
    this.plans = new Map(
      simulated.world.spans.map((plan) => [`${traceIdOf(plan.trace)} ${spanIdOf(plan)}`, plan]),
    );
    const entries = run.health.scope.emitters.map(({ trace }) => trace);
    this.#traces = new Set([...entries, ...run.index.records.map(({ trace_id }) => trace_id)]);
    this.#facts = facts.filter(({ trace }) => this.#traces.has(trace));
    for (const { plan, span, settings } of [...simulated.exported, ...simulated.read]) {
      const events = span.events.filter(({ name }) => name === DECISION_EVENT);
      const records = events.map(
        ({ attributes }) => JSON.parse(String(attributes?.[EVENT.record])) as Written,
      );
      const seen = observe(fromSdkSpan(span), settings);
      // Where no emitter wrote anything, the span as it was is the truth.
      if (records.length === 0 && seen.is === 'call') records.push(seen.record);
      this.#written.set(plan.index, [...(this.#written.get(plan.index) ?? []), ...records]);
    }
  }

  written(plan: SpanPlan): readonly Written[] {
    return this.#written.get(plan.index) ?? [];
  }

  /** Requests that are told apart only by the spans below a common one. */
  groups(): ReadonlySet<number>[] {
    const groups: Set<number>[] = [];
    for (const { requests } of this.simulated.world.spans) {
      if (requests.length === 0) continue;
      const known = groups.find((group) => requests.some((request) => group.has(request)));
      if (known === undefined) groups.push(new Set(requests));
      else for (const request of requests) known.add(request);
    }
    return groups;
  }

  /** Whether the document's scope covers the beginning of a call at one of its sides. */
  covers(side: Side): boolean {
    if (side.emitter === undefined) return this.#coversTwin(side);
    const { emitters } = this.run.health.scope;
    const attestedBy = ({ attested }: (typeof emitters)[number]) =>
      attested.filter(({ scope, vantage }) => scope === side.scope && vantage === VANTAGE[side.plan.what]);
    if (this.#isOfLostTrace(side)) {
      // That it had other traces can be missed only of a process that names the run in one that arrived.
      const isNamer = ({ emitter, trace }: (typeof emitters)[number]) =>
        emitter === side.emitter &&
        this.namedBy({ process: side.plan.process, trace: traceOf(trace) }) === this.run.runId;
      return emitters.some((entry) => isNamer(entry) && attestedBy(entry).length > 0);
    }
    const entry = emitters.find(
      ({ trace, emitter, epoch }) => trace === side.trace && emitter === side.emitter && epoch === side.epoch,
    );
    if (entry === undefined) return this.#isSeen(side);
    const through = attestedBy(entry);
    // A scope that attests nothing would make the word vacuous: there, whatever watched here is meant.
    if (through.length === 0 && entry.attested.length > 0) return false;
    if (side.at <= BigInt(entry.from)) return false;
    if (through.length > 0 && !through.some(({ since }) => BigInt(since) < side.at)) return false;
    return side.at < BigInt(entry.until) || this.#isBeyond(entry.until, side);
  }

  /** Something of the epoch arrived, and nothing vouches for it. */
  #isSeen({ trace, emitter, epoch }: Side): boolean {
    return this.#facts.some(
      (fact) =>
        fact.trace === trace &&
        ((fact.emitter === emitter && fact.epoch === epoch) ||
          fact.calls?.some((call) => call.emitter === emitter && call.epoch === epoch)),
    );
  }

  /** A call of the same epoch arrived that began later than the claim reaches. */
  #isBeyond(until: string, { trace, emitter, epoch }: Side): boolean {
    return this.simulated.sides.some(
      (side) =>
        side.trace === trace &&
        side.emitter === emitter &&
        side.epoch === epoch &&
        side.at >= BigInt(until) &&
        this.#facts.some((fact) => fact.trace === trace && fact.span === spanIdOf(side.plan)),
    );
  }

  /** A process of a service in scope that no emitter speaks for, of which another call arrived. */
  #coversTwin({ plan, trace }: Side): boolean {
    const service = this.simulated.world.processes[plan.process]?.service;
    if (!this.run.health.scope.emitters.some((entry) => entry.service === service)) return false;
    return this.simulated.world.spans.some(
      (other) =>
        other.process === plan.process &&
        this.#facts.some((fact) => fact.trace === trace && fact.span === spanIdOf(other)),
    );
  }

  /**
   * Whether it began in another trace of a run that is wider than a trace, of which nothing arrived: that the
   * process had that trace is what it says at the run's end, for what began before.
   */
  #isOfLostTrace({ trace, emitter, at, plan }: Side): boolean {
    const { runId } = this.run;
    if (this.#traces.has(runId) || this.#traces.has(trace) || this.namedBy(plan) !== runId) return false;
    // Who says that each of its traces is a run of its own is believed.
    if (this.simulated.world.processes.some(({ runIsTrace }) => runIsTrace)) return false;
    const ended = this.simulated.ended.filter((one) => one.emitter === emitter && one.runId === runId);
    return ended.length === 0 || ended.some((one) => at < one.at);
  }

  /** The run that its own process names for the trace of a span, by its resource or its root there. */
  namedBy({ process, trace }: Pick<SpanPlan, 'process' | 'trace'>): string | undefined {
    const { processes, spans } = this.simulated.world;
    const root = spans.find(
      (span) => span.trace === trace && span.process === process && span.runId !== undefined,
    );
    return root?.runId ?? processes[process]?.resourceRun;
  }

  /** A run is what its root began: one of its roots must be in the scope, or be seen without an emitter. */
  *beginnings(): Generator<string> {
    const { exported, read } = this.simulated;
    for (const trace of this.#traces) {
      const roots = this.roots(trace);
      const inScope = [...exported, ...read].some(
        ({ plan, span }) =>
          roots.includes(plan) &&
          this.run.health.scope.emitters.some(
            (entry) => entry.trace === trace && entry.emitter === span.attributes['assay.emitter.id'],
          ),
      );
      const isCarried = this.#facts.some(
        ({ trace: of, checkpoints = [] }) =>
          of === trace && checkpoints.some(({ root, run_root }) => (root ?? run_root) !== null),
      );
      if (!roots.some((root) => this.hasArrived(root)) && !inScope && !isCarried)
        yield 'nothing speaks for what the run began with';
    }
  }

  /** What began in a trace without a cause that is known, or as the beginning of a run. */
  roots(trace: string): SpanPlan[] {
    return this.simulated.world.spans.filter(
      ({ what, parent, trace: of }) => traceIdOf(of) === trace && (what === 'root' || parent === undefined),
    );
  }

  hasArrived(plan: SpanPlan): boolean {
    const [trace, span] = [traceIdOf(plan.trace), spanIdOf(plan)];
    return this.#facts.some((fact) => fact.trace === trace && fact.span === span);
  }

  /** A call of a service in scope whose span arrived, and which is in no record. */
  *passedOver(touched: ReadonlySet<number>): Generator<string> {
    const services = this.run.health.scope.emitters.map(({ service }) => service);
    for (const fact of this.#facts) {
      const plan = this.plans.get(`${fact.trace} ${fact.span}`);
      if (plan === undefined || !services.includes(fact.service ?? null)) continue;
      if (plan.what !== 'alien' && plan.what !== 'client' && plan.what !== 'server') continue;
      // Under the audit allow-list nothing is left on it that could tell.
      if (plan.what === 'alien' && this.simulated.world.processes[plan.process]?.guard === 'audit') continue;
      if (!plan.requests.every((request) => touched.has(request)))
        yield 'a call that arrived is in no record';
    }
  }
}
