import { context } from '@opentelemetry/api';
import { suppressTracing } from '@opentelemetry/core';
import { AlwaysOnSampler, ParentBasedSampler, TraceIdRatioBasedSampler } from '@opentelemetry/sdk-trace-base';
import { runAgent } from './agent.ts';
import type { GapCase } from './gap-case.ts';

let spans = 0;

/** Ids that a sampler by share of the trace id takes last, or first. */
export const idsOf = (share: 'first' | 'last') => ({
  generateTraceId: () => (share === 'last' ? 'f' : '0').repeat(8).padEnd(31, '0').concat('1'),
  generateSpanId: () => (++spans).toString(16).padStart(16, '0'),
});

export const TEN_PER_CENT = new TraceIdRatioBasedSampler(0.1);

/** Roots are always taken; of what is below them, a tenth. */
const TENTH_BELOW_ROOTS = new ParentBasedSampler({
  root: new AlwaysOnSampler(),
  localParentSampled: TEN_PER_CENT,
});

/** What a sampler keeps from being recorded or exported, or may. */
export const SAMPLER_GAPS: readonly GapCase[] = [
  {
    code: 'unrecorded_calls',
    cause: 'a sampler at 10 % drops the spans of an instrumented client',
    gaps: ['unrecorded_calls x3'],
    run: (isFaulty) =>
      runAgent({
        idGenerator: idsOf('last'),
        sampler: (observe) => (isFaulty ? TENTH_BELOW_ROOTS : observe(TENTH_BELOW_ROOTS)),
      }),
  },
  {
    code: 'unrecorded_calls',
    cause: 'the host suppresses tracing around a call',
    gaps: ['unrecorded_calls'],
    run: (isFaulty) =>
      runAgent({
        async act({ call }) {
          await call('search');
          await call('search');
          const active = context.active();
          await context.with(isFaulty ? suppressTracing(active) : active, () => call('search'));
        },
      }),
  },
  {
    code: 'sampler_unknown',
    cause: 'a sampler at 10 % stands before instrumentation that is configured',
    gaps: ['sampler_unknown'],
    run: (isFaulty) =>
      runAgent({
        options: { attest: { instrumentation: 'configured' } },
        idGenerator: idsOf('first'),
        sampler: (observe) => (isFaulty ? TEN_PER_CENT : observe(TEN_PER_CENT)),
      }),
  },
  {
    code: 'sampler_unknown',
    cause: 'instrumentation is configured, and nobody says how it is sampled',
    gaps: ['sampler_unknown'],
    run: (isFaulty) =>
      runAgent({
        options: { attest: { instrumentation: 'configured', ...(!isFaulty && { sampler: 'declared' }) } },
      }),
  },
  {
    code: 'not_sampled',
    cause: 'calls are recorded in mode "record", and only what was exported is read',
    gaps: ['not_sampled x3', 'seal_mismatch', 'sequence_gap missing 1-3'],
    run: (isFaulty) =>
      runAgent({
        idGenerator: idsOf('last'),
        sampler: (observe) => observe(TEN_PER_CENT, { mode: isFaulty ? 'record' : 'sample' }),
      }),
  },
];
