import type { ClosedBy } from '../run/emission.ts';
import type { Loss } from '../run/mark.ts';
import type { SpanFact } from '../run/span-fact.ts';
import type { AggregatorOptions } from './aggregator-options.ts';
import type { EmittedRun } from './emitted-run.ts';
import { FollowedRun, type GivenAway, type RunSight } from './followed-run.ts';
import { FollowedTrace } from './followed-trace.ts';
import { MAX_BYTES, MAX_TOMBSTONES } from './limits.ts';
import { Pass } from './pass.ts';
import { Portion } from './portion.ts';
import { later, type Tombstone, Tombstones } from './tombstones.ts';

/** What is flushed: the run of one trace, or every run; only where it has ended. */
interface Only {
  readonly trace?: string;
  readonly ended?: boolean;
}

/** Runs that are closed, or forgotten, with one fact: more than come with it, so that what is due grows less. */
const IN_PASSING = 2;

/**
 * Gathers facts into runs, closes each by the rules, and gives its documents away: `emit` gets every run that was
 * worth showing, and every later amendment of it. Nothing that was added is ever dropped unseen: what has to be
 * forgotten is emitted first, and what comes after it is a fragment. Has no clock: every method is told the time, in
 * milliseconds that never go back. Memory is bounded by `maxOpenRuns`, by what the facts that are kept may take, and by what is remembered of
 * those that were forgotten.
 */
export class Aggregator {
  readonly #options: AggregatorOptions;
  readonly #traces = new Map<string, FollowedTrace>();
  /** Least recently touched first, each kind. */
  readonly #open = new Map<string, FollowedRun>();
  readonly #closed = new Map<string, FollowedRun>();
  readonly #tombstones = new Tombstones(MAX_TOMBSTONES);
  readonly #emitted: EmittedRun[] = [];
  #isEmitting = false;
  #bytes = 0;
  #parts = 0;
  #sweepAt = 0;
  #pass: Pass | undefined;

  constructor(options: AggregatorOptions) {
    this.#options = options;
  }

  /** Runs that are open at this moment. */
  get openRuns(): number {
    return this.#open.size;
  }

  /** Whether nothing waits for a sweep. */
  get isEmpty(): boolean {
    return this.#open.size === 0 && this.#closed.size === 0;
  }

  /** Whether a sweep was begun that has more to look at. */
  get isSweeping(): boolean {
    return this.#pass !== undefined;
  }

  /** Every run that is known by its evidence, open or closed. */
  *runs(): Generator<RunSight> {
    yield* this.#open.values();
    yield* this.#closed.values();
  }

  /** The run of this id, where its evidence is known. */
  run(id: string): RunSight | undefined {
    return this.#run(id);
  }

  /** A trace that another aggregator has forgotten: what comes of it is a fragment. */
  recall(remembered: Tombstone): void {
    this.#tombstones.add(remembered);
  }

  /** A run whose evidence was added here anew, after another aggregator had given it away: it goes on from there. */
  resume(run: string, given: GivenAway): void {
    this.#run(run)?.resume(given);
  }

  /**
   * Adds what one span is evidence of; `isExported` where the span leaves the process. False where it is known already.
   */
  add(fact: SpanFact, now: number, isExported = true): boolean {
    const trace = this.#traces.get(fact.trace) ?? this.#follow(fact.trace);
    const before = trace.facts.bytes;
    if (!trace.add(fact)) return false;
    this.#bytes += trace.facts.bytes - before;
    if (!isExported && fact.checkpoints !== undefined) trace.unexported.add(fact.span);
    if (trace.run === undefined || fact.runs !== undefined) this.#assign(trace, now);
    this.#touch(this.#runOf(trace), now);
    this.#keepBounds(now);
    if (now >= this.#sweepAt && this.#options.sweepsWhenAsked !== true)
      this.#sweep(now, new Portion(IN_PASSING), new Portion(IN_PASSING));
    this.#emit();
    return true;
  }

  /** Somebody could not pass on some spans of a trace. */
  lost(code: Loss['code'], traceId: string, spans: number, now: number): void {
    const trace = this.#traces.get(traceId);
    if (trace === undefined) return;
    trace.lost(code, spans);
    this.#touch(this.#runOf(trace), now);
  }

  /**
   * Closes what is due, and forgets what was kept for long enough: a portion of it. True while there may be more: call it
   * again when others have had their turn. What is due and not closed yet is open as before, so nothing is lost by it.
   */
  sweep(now: number): boolean {
    this.#sweep(now, new Portion(), new Portion());
    this.#emit();
    return this.isSweeping;
  }

  #sweep(now: number, toClose: Portion, toForget: Portion): void {
    const { grace, idle } = this.#options.limits;
    this.#pass ??= new Pass(this.#open);
    const isAllClosed = this.#closeDue(this.#pass, now, toClose);
    const isAllForgotten = this.#forgetDue(now, toForget);
    if (!isAllClosed || !isAllForgotten) return;
    this.#pass = undefined;
    this.#sweepAt = now + Math.max(1, Math.min(grace, idle, 1_000));
  }

  /** False where the portion was used up before all of the pass was looked at. */
  #closeDue(pass: Pass, now: number, portion: Portion): boolean {
    while (!portion.isUsedUp) {
      const run = pass.next();
      if (run === undefined) return true;
      portion.look();
      const closedBy = this.#dueBy(run, now);
      if (closedBy === undefined) continue;
      portion.take(run.bytes);
      this.#close(run, closedBy, now);
    }
    return false;
  }

  #dueBy(run: FollowedRun, now: number): ClosedBy | undefined {
    const { grace, idle, maxAge } = this.#options.limits;
    const rested = now - run.lastAt;
    if (rested >= grace && run.hasEnded(this.#options.isOpen)) return 'root_ended';
    if (rested >= idle) return 'idle';
    return now - run.firstAt >= maxAge ? 'max_age' : undefined;
  }

  /** False where the portion was used up before all that is due was forgotten. */
  #forgetDue(now: number, portion: Portion): boolean {
    const { retainClosed } = this.#options.limits;
    for (const run of this.#closed.values()) {
      if (now - (run.closedAt ?? now) < retainClosed) break;
      if (portion.isUsedUp) return false;
      portion.take(run.bytes);
      this.#forget(run, now);
    }
    return true;
  }

  /** Closes, without waiting, the run of one trace or every run, or only those that have ended. */
  flush(closedBy: ClosedBy, now: number, only: Only = {}): void {
    const portions = this.flushing(closedBy, now, only);
    while (portions.next().done !== true);
  }

  /** The same a portion at a time: between two of them others may have their turn. What comes meanwhile stays open. */
  *flushing(closedBy: ClosedBy, now: number, only: Only = {}): Generator<void, void> {
    const asked = this.#traces.get(only.trace ?? '');
    const one = asked === undefined ? [] : [this.#runOf(asked)];
    let portion = new Portion();
    for (const run of only.trace === undefined ? [...this.#open.values()] : one) {
      if (this.#open.get(run.id) !== run) continue;
      const hasEnded = run.hasEnded(this.#options.isOpen);
      portion.look();
      if (only.ended !== true || hasEnded) {
        portion.take(run.bytes);
        this.#close(run, hasEnded ? 'root_ended' : closedBy, now);
      }
      if (!portion.isUsedUp) continue;
      this.#emit();
      yield;
      portion = new Portion();
    }
    this.#emit();
  }

  /** Only from here the world outside is called, and it may call back: by now everything is as it should be. */
  #emit(): void {
    if (this.#isEmitting) return;
    this.#isEmitting = true;
    try {
      for (let run = this.#emitted.shift(); run !== undefined; run = this.#emitted.shift())
        this.#options.emit(run);
    } finally {
      this.#isEmitting = false;
    }
  }

  #follow(id: string): FollowedTrace {
    this.#parts += 1;
    const earlier = this.#tombstones.take(id);
    const part = `${this.#options.reporter}-${this.#parts}`;
    const trace = new FollowedTrace(id, { part, earlier, horizon: this.#tombstones.horizon });
    this.#traces.set(id, trace);
    return trace;
  }

  /** Puts a trace into the run that its facts name; what was said of the run before is said anew. */
  #assign(trace: FollowedTrace, now: number): void {
    const { runId } = trace.facts.run();
    if (trace.run === runId) return;
    const before = trace.run === undefined ? undefined : this.#run(trace.run);
    let run = this.#run(runId);
    if (run === undefined) {
      const earlier = later(trace.earlierOf(runId), this.#tombstones.ofRun(runId));
      run = new FollowedRun(runId, now, earlier);
      this.#open.set(runId, run);
    }
    run.traces.add(trace);
    run.departed.delete(trace);
    trace.run = runId;
    if (before === undefined) return;
    before.traces.delete(trace);
    if (before.hasEmitted) before.departed.add(trace);
    if (before.speaks) this.#touch(before, now);
    else if (before.traces.size === 0) {
      this.#open.delete(before.id);
      this.#closed.delete(before.id);
    }
  }

  #run(id: string): FollowedRun | undefined {
    return this.#open.get(id) ?? this.#closed.get(id);
  }

  #runOf({ run: id = '' }: FollowedTrace): FollowedRun {
    const run = this.#run(id);
    if (run === undefined) throw new RangeError('Expected a followed trace to be of a run, got none');
    return run;
  }

  #touch(run: FollowedRun, now: number): void {
    run.lastAt = now;
    // The age of a run that was given away counts from there: it is not given away at every look from now on.
    if (run.closedAt !== undefined) run.firstAt = now;
    run.closedAt = undefined;
    this.#closed.delete(run.id);
    this.#open.delete(run.id);
    this.#open.set(run.id, run);
  }

  #close(run: FollowedRun, closedBy: ClosedBy, now: number): void {
    this.#open.delete(run.id);
    run.closedAt = now;
    this.#closed.set(run.id, run);
    if (!run.speaks && this.#options.all !== true) return;
    try {
      const emitted = run.emit(closedBy, this.#options.emittedBy);
      if (emitted !== undefined) this.#emitted.push(emitted);
    } catch {
      this.#options.failed?.();
    }
  }

  /** The evidence goes; that there was some is remembered, unless it was nothing but links. */
  #forget(run: FollowedRun, now: number): void {
    this.#closed.delete(run.id);
    for (const trace of run.traces) {
      this.#bytes -= trace.facts.bytes;
      this.#traces.delete(trace.facts.trace);
      const remembered = run.revision > 0 || trace.bears ? trace.tombstone(run, now) : undefined;
      if (remembered !== undefined) this.#tombstones.add(remembered);
      this.#options.forgot?.(trace.facts.trace, remembered);
    }
    const [departed] = run.departed;
    if (run.traces.size === 0 && departed !== undefined)
      this.#tombstones.addRun(departed.tombstone(run, now));
  }

  #keepBounds(now: number): void {
    const { limits, maxBytes = MAX_BYTES } = this.#options;
    while (this.#bytes > maxBytes && this.#closed.size > 0) this.#forget(first(this.#closed), now);
    while (this.#open.size > 0 && (this.#open.size > limits.maxOpenRuns || this.#bytes > maxBytes)) {
      const run = first(this.#open);
      this.#close(run, 'evicted', now);
      this.#forget(run, now);
    }
  }
}

function first(runs: ReadonlyMap<string, FollowedRun>): FollowedRun {
  const [run] = runs.values();
  if (run === undefined) throw new RangeError('Expected a run, got none');
  return run;
}
