import type { Attestation, Checkpoint } from '../decision/checkpoint.ts';
import { ranges } from '../decision/ranges.ts';
import { unixNanoOf } from './clock.ts';
import type { TraceState } from './trace-state.ts';

/** What a processor's configuration contributes to its checkpoints. */
export interface CheckpointFacts {
  readonly scrub: Checkpoint['scrub'];
  readonly policyHook: boolean;
  readonly sampler: Checkpoint['sampler'];
  /** Since when the operator vouches for what is configured, in Unix nanoseconds; absent where nobody does. */
  readonly configuredSince: string | undefined;
  readonly runIsTrace: boolean;
  /** Of the rules by which it classifies. */
  readonly classifierVersions: readonly string[];
}

/** What the emitter adds at the moment of a checkpoint. */
interface Moment extends CheckpointFacts {
  readonly final: boolean;
  readonly instrumentation: readonly Attestation[];
  readonly detachedCalls: number;
  readonly readInProcess: boolean;
  readonly until: string;
}

/** What the emitter can say of a trace now. Members in canonical order, as they are written into the event. */
export function checkpointOf(trace: TraceState, moment: Moment): Checkpoint {
  const { ledger } = trace;
  return {
    classifier_version: [...moment.classifierVersions],
    detached_calls: moment.detachedCalls,
    emitter: trace.emitter,
    epoch: trace.epoch,
    final: moment.final,
    from: unixNanoOf(trace.fromMillis),
    hooks_missed: ledger.hooksMissed,
    initialize_seen: ledger.initializeSeen,
    instrumentation: moment.instrumentation,
    limits: [...ledger.limits].sort(),
    not_sampled: ledger.notSampled,
    numbered: ledger.numbered,
    open: ranges(ledger.open),
    open_roots: [...(trace.openRoots ?? [])].map(({ context }) => context.spanId).sort(),
    ordinal: trace.ordinal,
    policy_hook: moment.policyHook,
    read_in_process: moment.readInProcess,
    resumed: trace.resumed,
    root: trace.root,
    run: moment.runIsTrace && (trace.root ?? trace.runRoot) !== null ? 'trace' : null,
    run_root: trace.runRoot,
    sampler: moment.sampler,
    scrub: moment.scrub,
    seal: ledger.seal.toString(),
    tools_list_seen: ledger.toolsListSeen,
    unrecorded: Math.max(0, ledger.begun - ledger.begunRecorded),
    until: moment.until,
    withdrawn: ranges(ledger.withdrawn),
  };
}
