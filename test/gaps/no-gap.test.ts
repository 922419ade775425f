import { describe, expect, it } from 'vitest';
import { type AgentPlan, runAgent, threeCalls } from './agent.ts';
import { documentsOf, healthOf } from './read-back.ts';
import { idsOf, TEN_PER_CENT } from './samplers.ts';
import { callThroughTraceloop } from './strangers.ts';
import type { Wiring } from './traced-process.ts';

/** As wrappers of the SDK are that know three hooks: `onEnding` never arrives. */
const withoutOnEnding: Wiring['around'] = (inner) => ({
  onStart: (span, context) => inner.onStart(span, context),
  onEnd: (span) => inner.onEnd(span),
  forceFlush: () => inner.forceFlush(),
  shutdown: () => inner.shutdown(),
});

const COMPLETE = { state: 'complete', gaps: [], notes: [] };

describe('what is no gap', () => {
  it('a batch that is sent again since its answer was lost', async () => {
    let isAnswerLost = true;
    const bodies = await runAgent({
      answerTo() {
        const answer = isAnswerLost ? 'lose_answer' : 'keep';
        isAnswerLost = false;
        return answer;
      },
    });
    const [once, again, ...more] = bodies;
    expect({ again, more }).toEqual({ again: once, more: [] });
    expect((await healthOf(bodies)).coverage).toMatchObject(COMPLETE);
    expect(await documentsOf(bodies)).toEqual(await documentsOf([once ?? '']));
  });

  it.each<[string, AgentPlan]>([
    [
      'span limits that would cut every event in the process',
      { spanLimits: { attributeValueLengthLimit: 32, eventCountLimit: 1 } },
    ],
    [
      'a trace outside the share of a sampler that is wrapped',
      { idGenerator: idsOf('last'), sampler: (observe) => observe(TEN_PER_CENT) },
    ],
    [
      'a trace within the share of a sampler that is not wrapped',
      { idGenerator: idsOf('first'), sampler: () => TEN_PER_CENT },
    ],
  ])('%s', async (_what, plan) => {
    const { coverage, tool_calls_observed } = await healthOf(await runAgent(plan));
    expect(coverage).toMatchObject(COMPLETE);
    expect(tool_calls_observed).toBe(3);
  });

  it('a wrapper that never forwards `onEnding`, where the guard stands behind it: that is noted', async () => {
    const { coverage, tool_calls_observed } = await healthOf(await runAgent({ around: withoutOnEnding }));
    expect(coverage).toMatchObject({ ...COMPLETE, notes: [{ code: 'hook_not_called', count: 3 }] });
    expect(tool_calls_observed).toBe(3);
  });

  it('another instrumentation beside ours that is only seen: its calls are there, and it attests nothing', async () => {
    const health = await healthOf(
      await runAgent({
        async act(agent) {
          await threeCalls(agent);
          await callThroughTraceloop();
        },
      }),
    );
    expect(health.coverage).toMatchObject(COMPLETE);
    expect(health.tool_calls_observed).toBe(4);
    expect(health.scope.emitters.flatMap(({ attested }) => attested.map(({ scope }) => scope))).toEqual([
      'assay-otel/mcp',
    ]);
  });
});

describe('where no emitter was seen nothing is claimed', () => {
  it('a wrapper that never forwards `onEnding`, without the guard', async () => {
    const { coverage, scope, claims, tool_calls_observed } = await healthOf(
      await runAgent({ around: withoutOnEnding, guard: false }),
    );
    expect(coverage).toMatchObject({ state: 'unknown', gaps: [] });
    expect(scope.emitters).toEqual([]);
    expect(claims).toMatchObject({ no_tool_use: 'blocked', no_undeclared_tool_use: 'blocked' });
    expect(tool_calls_observed).toBe(3);
  });

  it('a trace outside the share of a sampler that is not wrapped leaves nothing', async () => {
    const plan = { idGenerator: idsOf('last'), sampler: () => TEN_PER_CENT };
    expect(await runAgent(plan)).toEqual([]);
  });
});
