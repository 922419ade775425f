import { ROOT_CONTEXT, trace } from '@opentelemetry/api';
import { type Agent, runAgent, threeCalls } from './agent.ts';
import type { GapCase } from './gap-case.ts';

const UPSTREAM = { traceId: 'a'.repeat(32), spanId: 'b'.repeat(16), traceFlags: 1, isRemote: true };
const NIGHTLY = { 'assay.run.id': 'nightly' };
/** Of a run wider than a trace, a sampler could drop a trace whole. */
const KEPT = { attest: { sampler: 'declared' } } as const;

/** A second trace of the run, once the first has ended. */
function secondTrace({ process }: Agent, runId: string): void {
  const tracer = process.tracer('agent');
  const root = tracer.startSpan('again', { attributes: { 'assay.run.id': runId } }, ROOT_CONTEXT);
  root.end();
}

/** A local root that is called from the first one, as another server of the same service would see it. */
function calledFrom({ root, process }: Agent, runId: string): void {
  const caller = trace.setSpanContext(ROOT_CONTEXT, { ...root.spanContext(), isRemote: true });
  process
    .tracer('agent')
    .startSpan('served', { attributes: { 'assay.run.id': runId } }, caller)
    .end();
}

/** What a run is, where it began and what of it was followed. */
export const RUN_GAPS: readonly GapCase[] = [
  {
    code: 'root_not_observed',
    cause: 'the trace began upstream, at an ingress that exports nothing',
    gaps: ['root_not_observed'],
    run: (isFaulty) =>
      runAgent({ upstream: UPSTREAM, options: isFaulty ? {} : { runRoot: ({ name }) => name === 'agent' } }),
  },
  {
    code: 'not_final',
    cause: 'a span that could turn out to be a call is never ended',
    gaps: ['not_final'],
    run: (isFaulty) =>
      runAgent({
        options: { attest: { instrumentation: 'configured', sampler: 'declared' } },
        async act(agent) {
          await threeCalls(agent);
          const step = agent.process.tracer('framework').startSpan('step');
          if (!isFaulty) step.end();
        },
      }),
  },
  {
    code: 'run_not_sealed',
    cause: 'a run with an id of its own is never ended',
    gaps: ['run_not_sealed'],
    run: (isFaulty) =>
      runAgent({
        options: KEPT,
        rootAttributes: NIGHTLY,
        afterwards: ({ process }) => (isFaulty ? undefined : process.processor.endRun('nightly')),
      }),
  },
  {
    code: 'run_not_sealed',
    cause: 'a trace of a sealed run is lost whole',
    gaps: ['run_not_sealed'],
    run: (isFaulty) =>
      runAgent({
        options: KEPT,
        rootAttributes: NIGHTLY,
        batching: { maxExportBatchSize: 1 },
        answerTo: (body) => (isFaulty && body.includes('"again"') ? 'refuse' : 'keep'),
        afterwards(agent) {
          secondTrace(agent, 'nightly');
          agent.process.processor.endRun('nightly');
        },
      }),
  },
  {
    code: 'conflict',
    cause: 'two roots of one trace name different runs',
    gaps: ['conflict run_id'],
    run: (isFaulty) =>
      runAgent({
        options: { runIsTrace: true },
        rootAttributes: NIGHTLY,
        async act(agent) {
          await threeCalls(agent);
          calledFrom(agent, isFaulty ? 'weekly' : 'nightly');
        },
      }),
  },
  {
    code: 'conflict',
    cause: 'one of two processes says that its trace is the run',
    gaps: ['conflict run_id'],
    calls: 6,
    async run(isFaulty) {
      const ended = ({ process }: Agent) => process.processor.endRun('nightly');
      const plan = { options: KEPT, rootAttributes: NIGHTLY, afterwards: ended };
      return [
        ...(await runAgent({ ...plan, options: { ...KEPT, runIsTrace: isFaulty } })),
        ...(await runAgent(plan)),
      ];
    },
  },
  {
    code: 'evicted',
    cause: 'a trace is forgotten for another one, and goes on',
    gaps: ['checkpoint_missing x2', 'evicted', 'not_final'],
    run: (isFaulty) =>
      runAgent({
        ...(isFaulty && { options: { limits: { openTraces: 1 } } }),
        async act({ call, process }) {
          await call('search');
          const other = process.tracer('agent').startSpan('other', { root: true });
          await call('search');
          await call('search');
          other.end();
        },
      }),
  },
  {
    code: 'evicted',
    cause: 'more calls are open at once than are followed',
    gaps: ['evicted', 'not_final'],
    run: (isFaulty) =>
      runAgent({
        ...(isFaulty && { options: { limits: { openCalls: 2 } } }),
        act: async ({ call }) => void (await Promise.all([call('search'), call('search'), call('search')])),
      }),
  },
];
