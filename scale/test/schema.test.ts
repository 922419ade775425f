import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { clickhouseFiles } from '../../scripts/clickhouse/schema.ts';
import { type Engine, prepare, startEngine, statementsOf } from './engine.ts';

const files = Object.keys(clickhouseFiles());

describe('the schema', () => {
  let engine: Engine;
  beforeAll(async () => {
    engine = await startEngine();
  });
  afterAll(() => engine?.kill());

  it.each(files)('%s: every statement is one to the engine', async (path) => {
    const statements = statementsOf(readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8'));
    expect(statements.length).toBeGreaterThan(0);
    for (const statement of statements) {
      const bare = statement.replaceAll(/^--.*$/gm, '').trim();
      expect(await engine.sql(`EXPLAIN AST ${bare}`)).toContain('Query');
    }
  });

  it.each(['replicated', 'distributed'])(
    '%s.sql makes the tables of single.sql, each on the cluster',
    (variant) => {
      const text = (name: string) =>
        readFileSync(new URL(`../../sql/clickhouse/v1/${name}.sql`, import.meta.url), 'utf8');
      const made = (name: string): string[] =>
        statementsOf(text(name)).flatMap(
          (statement) =>
            /^CREATE (?:OR REPLACE )?(?:MATERIALIZED )?(?:TABLE|VIEW) (?:IF NOT EXISTS )?(assay_\w+)/m.exec(
              statement,
            )?.[1] ?? [],
        );
      expect(made(variant).filter((name) => !name.endsWith('_local'))).toEqual(made('single'));
      const creating = statementsOf(text(variant)).filter((statement) => /^CREATE/m.test(statement));
      for (const statement of creating) expect(statement).toContain("ON CLUSTER '{cluster}'");
      const engines = creating.flatMap((statement) => /ENGINE = (\w+)/.exec(statement)?.[1] ?? []);
      for (const one of engines) expect(one).toMatch(/^Replicated\w*MergeTree$|^Distributed$/);
    },
  );

  it('can be applied twice, and says its version once', async () => {
    await prepare(engine);
    await prepare(engine);
    expect(await engine.rows('SELECT Version FROM assay_schema')).toEqual([{ Version: 1 }]);
  });

  it('drops evidence by the day of its arrival, and keeps it no longer than it says', async () => {
    const rows = await engine.rows<{ name: string; partition_key: string; ttl: string }>(
      `SELECT name, partition_key, extract(create_table_query, 'TTL (.*) SETTINGS') AS ttl FROM system.tables
       WHERE database = 'otel' AND name IN ('assay_evidence', 'assay_link', 'assay_run_trace', 'assay_trace_run')`,
    );
    expect(rows).toHaveLength(4);
    for (const { name, partition_key: partition, ttl } of rows) {
      expect([name, partition]).toEqual([name, expect.stringContaining('Arrived')]);
      const days = { assay_evidence: 90, assay_link: 97 }[name] ?? 180;
      expect([name, ttl]).toEqual([
        name,
        expect.stringMatching(`Arrived\\w+\\)? \\+ toIntervalDay\\(${days}\\)`),
      ]);
    }
    const old = 'now64(3) - INTERVAL 91 DAY';
    await engine.sql(`INSERT INTO assay_evidence (RunKey, TraceId, ArrivedAt) SELECT 'old', 't', ${old}`);
    await engine.sql(`INSERT INTO assay_evidence (RunKey, TraceId, ArrivedAt) SELECT 'new', 't', now64(3)`);
    await engine.sql('OPTIMIZE TABLE assay_evidence FINAL');
    expect(await engine.rows('SELECT RunKey FROM assay_evidence')).toEqual([{ RunKey: 'new' }]);
  });
});
