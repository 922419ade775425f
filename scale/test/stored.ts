import { expect } from 'vitest';
import { canonicalJson } from '../../src/decision/canonical-json.ts';
import { documentsOf as documentsOfRun } from '../../src/run/documents.ts';
import { chunks, united } from './corpus.ts';
import type { Engine } from './engine.ts';
import { logRows, type OtlpDocument, spanRows } from './exporter-rows.ts';
import { type Documents, documentsOf, type Told } from './ways.ts';

const OURS = [
  'assay_evidence',
  'assay_link',
  'assay_run_trace',
  'assay_trace_run',
  'assay_surface',
  'assay_health',
];

/** Takes all rows out of the tables of the exporter and of ours. */
export async function emptied(engine: Engine): Promise<void> {
  for (const table of ['otel_traces', 'otel_logs', ...OURS]) await engine.sql(`TRUNCATE TABLE ${table}`);
}

export async function put(engine: Engine, some: readonly OtlpDocument[]): Promise<void> {
  for (const few of chunks(some, 500)) {
    await engine.insert('otel_traces', spanRows(united(few)));
    await engine.insert('otel_logs', logRows(united(few)));
  }
}

/** What stands in the tables of results, the highest revision of each run. `suffix`: of the tables' names. */
export async function results(engine: Engine, suffix = ''): Promise<Documents> {
  const rows = await engine.rows<{ s: string; i: string; h: string; sr: number; hr: number }>(
    `SELECT a.Surface AS s, a.IndexDocument AS i, b.Health AS h, a.Revision AS sr, b.Revision AS hr
     FROM (SELECT * FROM assay_surface${suffix} FINAL) AS a INNER JOIN (SELECT * FROM assay_health${suffix} FINAL) AS b USING RunId`,
  );
  for (const { sr, hr } of rows) expect(sr).toBe(hr);
  return documentsOf(
    rows.flatMap(({ s, i, h }) => {
      const told = { surface: JSON.parse(s), index: JSON.parse(i), health: JSON.parse(h) } as Told;
      expect([s, i, h]).toEqual([told.surface, told.index, told.health].map((one) => canonicalJson(one)));
      return isLeft(told) ? [told] : [];
    }),
  );
}

/** Whether anything is left of it: a trace that turned out to be of another run leaves empty documents. */
export function isLeft({ surface, health, index }: Told): boolean {
  const empty = documentsOfRun(health.run_id, [], false);
  const bytes = canonicalJson({ surface: empty.surface, health: empty.health, index: empty.index });
  return canonicalJson({ surface, health, index }) !== bytes;
}
