import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { canonicalJson } from '../../src/decision/canonical-json.ts';
import { cli } from '../../test/cli/run-cli.ts';
import { corpus, united } from './corpus.ts';
import { type Engine, prepare, startEngine } from './engine.ts';
import { logRows, spanRows } from './exporter-rows.ts';

const doc = readFileSync(new URL('../../docs/scale.md', import.meta.url), 'utf8');
const queries = [...doc.matchAll(/^([^\n]+):\n\n```sql\n(.*?)```$/gms)].map(
  ([, title = '', sql = '']): [string, string] => [title, sql],
);

interface Call {
  readonly service: string;
  readonly tool: string;
  readonly days: number;
  readonly effect?: string;
  readonly action?: string;
}

describe('the queries of docs/scale.md', () => {
  let engine: Engine;
  beforeAll(async () => {
    engine = await startEngine();
    await prepare(engine);
  });
  afterAll(() => engine?.kill());

  it('are five, and each runs on results of real runs', async () => {
    const documents = united(corpus(20));
    await engine.insert('otel_traces', spanRows(documents));
    await engine.insert('otel_logs', logRows(documents));
    await cli(['surface', '--from', engine.address, '--out', engine.address]);
    expect(queries).toHaveLength(5);
    for (const [, sql] of queries) await engine.rows(sql);
    const [{ calls, runs } = { calls: 0, runs: 0 }] = await engine.rows<{ calls: number; runs: number }>(
      'SELECT toUInt32((SELECT count() FROM assay_call)) AS calls, toUInt32((SELECT count() FROM assay_run)) AS runs',
    );
    const [{ n } = { n: 0 }] = await engine.rows<{ n: number }>(
      'SELECT toUInt32(sum(Calls)) AS n FROM assay_surface FINAL',
    );
    expect(calls).toBe(n);
    expect(runs).toBeGreaterThan(10);
    for (const table of ['assay_surface', 'assay_health', 'assay_evidence'])
      await engine.sql(`TRUNCATE TABLE ${table}`);
  });

  const DAY = 86_400_000;
  const time = (days: number): number => Date.now() - days * DAY;

  /** A run of these calls as its results stand in the tables; `revision` may be one that a later one supersedes. */
  async function written(
    run: string,
    days: number,
    state: string,
    gaps: readonly string[],
    calls: readonly Call[],
    revision = 1,
  ) {
    const about = {
      RunId: run,
      Revision: revision,
      StartedAt: new Date(time(days)).toISOString().replace('T', ' ').replace('Z', ''),
      Services: [...new Set(calls.map(({ service }) => service))],
    };
    const records = calls.map(({ tool, effect = 'allow', action = 'unclassified' }) => ({
      tool: { name: tool, category: null },
      server: { id: 'mcp' },
      classification: 'classified',
      action: { class: action, verb: 'create', target: { repo: 'r' } },
      decision: { effect, source: 'policy', enforced: true },
      response: { status: 'success' },
    }));
    const entries = calls.map((call) => ({
      trace_id: 'a'.repeat(32),
      span_ids: ['b'.repeat(16)],
      start_time_unix_nano: `${Math.trunc(time(call.days))}000000`,
      service: call.service,
    }));
    await engine.insert('assay_surface', [
      {
        ...about,
        Calls: calls.length,
        SurfaceDigest: '',
        Surface: canonicalJson({ observed_tool_decisions: records }),
        IndexDocument: canonicalJson({ records: entries }),
        Emission: '{}',
      },
    ]);
    await engine.insert('assay_health', [
      { ...about, CoverageState: state, Gaps: gaps, Emitters: [], DocumentsDigest: '', Health: '{}' },
    ]);
  }

  it('say what they are said to say', async () => {
    const agent = { service: 'agent', days: 2 };
    await written('one', 2, 'complete', [], [{ ...agent, tool: 'search' }]);
    await written('two', 2, 'complete', [], [{ ...agent, tool: 'gone' }]);
    // A later revision takes the place of the first.
    const denied = { ...agent, tool: 'delete', effect: 'deny' };
    await written('two', 2, 'partial', ['sequence_gap'], [denied, denied], 2);
    const key = { service: 'agent', tool: 'add_deploy_key', action: 'privileged_admin_action' };
    await written('old', 30, 'complete', [], [{ ...key, days: 30 }]);
    await written(
      'new',
      2,
      'complete',
      [],
      [
        { ...key, days: 2 },
        { ...key, tool: 'add_member', days: 2 },
      ],
    );
    const arrived = (days: number) => new Date(time(days)).toISOString().replace('T', ' ').replace('Z', '');
    for (const [service, days] of [
      ['agent', 0],
      ['silent', 3],
    ] as const) {
      await engine.sql(`INSERT INTO assay_evidence (RunKey, TraceId, ServiceName, SpanAttributes, ArrivedAt)
        VALUES ('r', 't', '${service}', map('assay.emitter.id', 'e-${service}'), '${arrived(days)}')`);
    }

    const told: Record<string, object[]> = {};
    for (const [title, sql] of queries) told[title.split(/[ ,]/)[0] ?? ''] = await engine.rows(sql);
    expect(told).toMatchObject({
      Share: [{ Service: 'agent', Complete: 0.667 }],
      Privileged: [{ Service: 'agent', Tool: 'add_member', ActionClass: 'privileged_admin_action' }],
      Attempts: [{ Service: 'agent', Tool: 'delete', DecisionSource: 'policy', Enforced: 1 }],
      Services: [{ ServiceName: 'silent' }],
      Gaps: [{ Gap: 'sequence_gap' }],
    });
    expect(Object.values(told).map((rows) => rows.length)).toEqual([1, 1, 1, 1, 1]);
  });
});
