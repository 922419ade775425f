import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll } from 'vitest';
import { SCHEMA_VERSION } from '../../src/clickhouse/schema.ts';
import { start } from '../../test/collector/child.ts';

const FRONT = fileURLToPath(new URL('../front.mjs', import.meta.url));
const SCHEMA = fileURLToPath(new URL(`../../sql/clickhouse/v${SCHEMA_VERSION}/`, import.meta.url));

const folders: string[] = [];
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

/** A ClickHouse engine in a process of its own, behind its HTTP interface. */
export interface Engine {
  readonly url: string;
  /** For `--from` and `--out`. */
  readonly address: string;
  /** Runs one statement. */
  sql(statement: string): Promise<string>;
  /** The rows of a query, by the names of their columns. */
  rows<T = Record<string, unknown>>(query: string): Promise<T[]>;
  /** All statements of a file. */
  apply(file: string): Promise<void>;
  /** Rows by the names of their columns, as one insert. */
  insert(table: string, rows: readonly object[]): Promise<void>;
  kill(): Promise<void>;
}

/** `configuration`: as a server's; none otherwise. */
export async function startEngine(configuration?: string): Promise<Engine> {
  const folder = mkdtempSync(join(tmpdir(), 'assay-otel-engine-'));
  folders.push(folder);
  const args = [FRONT, folder, '127.0.0.1:0'];
  if (configuration !== undefined) {
    args.push(join(folder, 'configuration.xml'));
    writeFileSync(join(folder, 'configuration.xml'), configuration);
  }
  const child = await start({
    path: process.execPath,
    args,
    cwd: folder,
    env: { PATH: process.env.PATH ?? '' },
    ready: 'ready http://',
  });
  const url = /ready (\S+)/.exec(child.log())?.[1] ?? '';
  const post = async (path: string, body: string): Promise<string> => {
    const response = await fetch(`${url}${path}`, { method: 'POST', body });
    const text = await response.text();
    if (!response.ok) throw new Error(`Expected the engine to take a statement, it says: ${text}`);
    return text;
  };
  const sql = (statement: string): Promise<string> => post('/', statement);
  return {
    url,
    address: `${url.replace('http:', 'clickhouse:')}/otel`,
    sql,
    async rows<T>(query: string) {
      const text = await sql(`${query} FORMAT JSON`);
      return (JSON.parse(text) as { data: T[] }).data;
    },
    async apply(file) {
      for (const statement of statementsOf(readFileSync(file, 'utf8'))) await sql(statement);
    },
    async insert(table, rows) {
      if (rows.length === 0) return;
      const columns = Object.keys(rows[0] ?? {}).map((name) => `\`${name}\``);
      const query = `INSERT INTO ${table} (${columns.join(', ')}) FORMAT JSONEachRow`;
      await post(`/?query=${encodeURIComponent(query)}`, rows.map((row) => JSON.stringify(row)).join('\n'));
    },
    kill: () => child.kill(),
  };
}

/** The statements of a file of ours, without those that are comment alone. */
export function statementsOf(text: string): string[] {
  const isStatement = (part: string): boolean => part.replaceAll(/^--.*$/gm, '').trim() !== '';
  return text.split(/;\n/).filter(isStatement);
}

/** The exporter's tables and ours. */
export async function prepare(engine: Engine): Promise<void> {
  await engine.apply(fileURLToPath(new URL('../exporter-tables.sql', import.meta.url)));
  await applyOurs(engine);
}

/** Ours alone, where the exporter has made its own. */
export async function applyOurs(engine: Engine): Promise<void> {
  await engine.apply(join(SCHEMA, 'single.sql'));
  await engine.apply(join(SCHEMA, 'single-logs.sql'));
}
