import { describe, expect, it } from 'vitest';
import { attestInstrumentation } from '../../src/emitter/attest.ts';
import type { SpanFact } from '../../src/run/span-fact.ts';
import { call, documents, type Traced, traced } from './traced.ts';

const DEPLOY_KEY = { owner: 'org', repo: 'prod-repo' };

function threeCalls(): Traced {
  return traced((start) => {
    start('tools/list', { 'mcp.method.name': 'tools/list' }).end();
    call(start, 'add_deploy_key', DEPLOY_KEY).end();
    call(start, 'search').end();
    call(start, 'change_role', { workspace: 'acme', user: 'bob' }).end();
  });
}

const codes = (run: Traced) => documents(run).health.coverage.gaps.map(({ code }) => code);
const without = (run: Traced, lost: (fact: SpanFact) => boolean): Traced => ({
  ...run,
  facts: run.facts.filter((fact) => !lost(fact)),
});
const changed = (run: Traced, change: (fact: SpanFact) => SpanFact): Traced => ({
  ...run,
  facts: run.facts.map(change),
});
const numberOf = (fact: SpanFact) => fact.calls?.[0]?.sequence;

describe('a run of which everything was seen', () => {
  it('is complete, sealed and within its scope', () => {
    const { health, surface } = documents(threeCalls());
    expect(health).toMatchObject({
      proxy_seen: true,
      tool_calls_observed: 3,
      policy_layer: 'absent',
      unknown_tool_count: 1,
      redaction_active: true,
      coverage: { state: 'complete', gaps: [], emitters: [{ numbered: 3, recorded: 3, sealed: true }] },
      claims: { observed_calls: 'allowed', no_tool_use: 'blocked', no_undeclared_tool_use: 'blocked' },
    });
    // The SDK dates starts to the millisecond: calls of the same one are in the order of their span ids.
    const names = surface.observed_tool_decisions.map(({ tool }) => tool.name).sort();
    expect(names).toEqual(['add_deploy_key', 'change_role', 'search']);
  });

  it('of known tools only may claim that nothing undeclared was used', () => {
    const run = traced((start) => call(start, 'add_deploy_key', DEPLOY_KEY).end());
    expect(documents(run).health.claims).toMatchObject({
      no_tool_use: 'blocked',
      no_undeclared_tool_use: 'allowed',
    });
  });
});

describe('every loss shows', () => {
  const whole = threeCalls();
  const truth = JSON.stringify(documents(whole).surface);

  it('whatever subset of its spans is lost, a run that is complete has the whole surface', () => {
    for (let lost = 0; lost < 2 ** whole.facts.length; lost += 1) {
      const run = { ...whole, facts: whole.facts.filter((_, index) => (lost & (1 << index)) === 0) };
      const { health, surface } = documents(run);
      if (health.coverage.state === 'complete') expect(JSON.stringify(surface)).toBe(truth);
    }
  });

  it.each<[string, Traced, string[]]>([
    ['the last call', without(whole, (fact) => numberOf(fact) === 3), ['seal_mismatch', 'sequence_gap']],
    [
      'the root',
      without(whole, (fact) => fact.parent === undefined),
      ['checkpoint_missing', 'root_not_observed'],
    ],
    [
      'an event',
      changed(whole, (fact) => (numberOf(fact) === 2 ? { ...fact, calls: undefined } : fact)),
      ['event_lost', 'seal_mismatch'],
    ],
    [
      'the checkpoint',
      changed(whole, (fact) => ({ ...fact, checkpoints: undefined })),
      ['checkpoint_missing'],
    ],
    [
      'the end of a checkpoint',
      changed(whole, (fact) =>
        fact.checkpoints === undefined ? fact : { ...fact, checkpoints: undefined, broken: ['checkpoint'] },
      ),
      ['checkpoint_missing', 'event_truncated'],
    ],
    [
      'part of a record',
      changed(whole, (fact) =>
        numberOf(fact) === 1 ? { ...fact, calls: undefined, broken: ['decision'] } : fact,
      ),
      ['event_lost', 'event_truncated', 'seal_mismatch'],
    ],
  ])('%s', (_what, run, expected) => {
    expect(codes(run)).toEqual(expected);
    expect(documents(run).health.claims).toMatchObject({
      no_tool_use: 'blocked',
      no_undeclared_tool_use: 'blocked',
    });
  });

  it('names the calls of which nothing was seen', () => {
    const run = without(whole, (fact) => numberOf(fact) === 2);
    expect(documents(run).health.coverage.gaps).toContainEqual({
      code: 'sequence_gap',
      count: 1,
      emitter: expect.any(String),
      missing: [[2, 2]],
      classification: 'not_observed',
    });
  });
});

describe('what was not vouched for', () => {
  const once = (options: Parameters<typeof traced>[1]) =>
    codes(traced((start) => call(start, 'search').end(), options));

  it.each([
    ['the instrumentation', { attest: { sampler: 'declared' } }, ['instrumentation_not_attested']],
    ['the sampler', { attest: { instrumentation: 'configured' } }, ['sampler_unknown']],
  ] as const)('%s', (_what, options, expected) => {
    expect(once({ ...options, runIsTrace: true })).toEqual(expected);
  });

  it('a call that is still open', () => {
    const run = traced((start) => void call(start, 'search'));
    expect(codes(run)).toEqual(expect.arrayContaining(['not_final', 'sequence_gap']));
  });

  it('a run wider than a trace, without a seal', () => {
    const run = traced((start) => call(start, 'search').end(), {
      attest: { instrumentation: 'configured', sampler: 'declared' },
    });
    expect(codes({ ...run, traceId: 'nightly' })).toEqual(['run_not_sealed']);
  });

  it('a trace without any emitter', () => {
    const run = traced((start) => call(start, 'search').end());
    const bare = changed(run, ({ trace, span, parent }) => ({ trace, span, parent }));
    expect(documents(bare).health.coverage.state).toBe('unknown');
  });
});

describe('no tool use', () => {
  it('is claimed where everything was watched and nothing was called', () => {
    const run = traced((start) => start('tools/list', { 'mcp.method.name': 'tools/list' }).end());
    expect(run.facts).toHaveLength(2);
    expect(documents(run).health).toMatchObject({
      coverage: { state: 'complete' },
      claims: { no_tool_use: 'allowed', no_undeclared_tool_use: 'allowed' },
    });
  });

  it('is blocked by one tool span of which nothing says whether it is MCP', () => {
    const run = traced((start) => {
      start('tools/list', { 'mcp.method.name': 'tools/list' }).end();
      start('execute_tool lookup', {
        'gen_ai.operation.name': 'execute_tool',
        'gen_ai.tool.name': 'lookup',
      }).end();
    });
    expect(documents(run).health).toMatchObject({
      limits: [{ code: 'unattributed_tool_spans', count: 1 }],
      claims: { no_tool_use: 'blocked' },
    });
  });
});

describe('what the operator vouches for', () => {
  it('a configured instrumentation beside an installed one still rests on the sampler', () => {
    attestInstrumentation({
      ...{ scope: 'assay-otel/mcp', version: '0.1.0', vantage: 'client' },
      ...{ basis: 'installed', covers: 'object' },
    });
    const run = traced((start) => call(start, 'search').end(), {
      attest: { instrumentation: 'configured' },
      runIsTrace: true,
    });
    expect(codes(run)).toEqual(['sampler_unknown']);
  });

  it('stands for the whole process, also of what is installed through one object', () => {
    const run = traced((start) => start('tools/list', { 'mcp.method.name': 'tools/list' }).end());
    const attested = documents(run).health.scope.emitters[0]?.attested ?? [];
    const ours = attested.filter(({ scope }) => scope === 'assay-otel/mcp').map(({ covers }) => covers);
    expect(ours.sort()).toEqual(['object', 'process']);
    expect(documents(run).health.claims.no_tool_use).toBe('allowed');
  });
});
