// Many spans in a real ClickHouse engine: what the view takes to keep its rows, and what one worker and two take to read
// the runs. Prints a line per measure; compares each answer with what was put in.
//
//   npm ci --prefix scale && node scale/bench.mjs          # 1,000,000 spans
//   ASSAY_SCALE_SPANS=10000000 node scale/bench.mjs        # the size of docs/scale.md
//
// Of every 10 spans 2 are of agents' runs (20 spans each: a root, 4 calls, 15 others) and 8 of traces that call no tool.
import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { exported, OTHER_SPANS, otherSpans, RUN_SPANS, runSpans } from './bench-spans.mjs';

const SPANS = Number(process.env.ASSAY_SCALE_SPANS ?? 1_000_000);
const RUNS = Math.round((SPANS * 0.2) / RUN_SPANS);
const OTHERS = Math.round((SPANS * 0.8) / OTHER_SPANS);
/** Traces of one insert: an exporter's batch is smaller, a backlog is as large. */
const INSERT = 5_000;

const here = (path) => fileURLToPath(new URL(path, import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'assay-otel-scale-'));
// Where packages are found.
const built = here('node_modules/.bench');
process.once('exit', () => rmSync(folder, { recursive: true, force: true }));

mkdirSync(built, { recursive: true });
await build({
  absWorkingDir: here('..'),
  entryPoints: { main: 'src/cli/main.ts', index: 'src/index.ts' },
  outdir: built,
  bundle: true,
  splitting: true,
  platform: 'node',
  format: 'esm',
  target: 'node20',
  packages: 'external',
  outExtension: { '.js': '.mjs' },
  logLevel: 'error',
});
const { ToolDecisionSpanProcessor } = await import(join(built, 'index.mjs'));

const front = spawn(process.execPath, [here('front.mjs'), folder], { stdio: ['ignore', 'pipe', 'inherit'] });
process.once('exit', () => front.kill('SIGKILL'));
const url = await new Promise((resolve) => {
  front.stdout.once('data', (data) => resolve(/ready (\S+)/.exec(String(data))[1]));
});

async function sql(statement) {
  const response = await fetch(url, { method: 'POST', body: statement });
  const text = await response.text();
  if (!response.ok) throw new Error(text);
  return text;
}

async function apply(path) {
  for (const statement of readFileSync(here(path), 'utf8').split(/;\n/)) {
    if (statement.replaceAll(/^--.*$/gm, '').trim() !== '') await sql(statement);
  }
}

const number = async (query) => Number(await sql(`${query} FORMAT TabSeparated`));
const row = (what, value) => process.stdout.write(`${what.padEnd(64)} ${value}\n`);
const perSecond = (count, ms) => `${Math.round((count / ms) * 1000).toLocaleString('en')}/s`;

/** Milliseconds by the clock, and CPU milliseconds of the engine. */
async function timed(work) {
  const before = cpuOf(front.pid);
  const start = performance.now();
  const result = await work();
  return { ms: performance.now() - start, cpu: (cpuOf(front.pid) - before) * 1000, result };
}

async function template(table, spans, keeps) {
  await sql(`CREATE TABLE ${table} AS otel_traces ENGINE = MergeTree PARTITION BY tuple() ORDER BY SpanId`);
  const rows = spans.map((span) => exported(span, keeps(span)));
  const columns = Object.keys(rows[0]).map((name) => `\`${name}\``);
  const query = encodeURIComponent(`INSERT INTO ${table} (${columns}) FORMAT JSONEachRow`);
  const body = rows.map((one) => JSON.stringify(one)).join('\n');
  const response = await fetch(`${url}/?query=${query}`, { method: 'POST', body });
  if (!response.ok) throw new Error(await response.text());
}

/** So many traces of a template, each under an id of its own. */
async function load(table, traces, salt, into = 'otel_traces') {
  for (let from = 0; from < traces; from += INSERT) {
    const count = Math.min(INSERT, traces - from);
    await sql(
      `INSERT INTO ${into} SELECT * REPLACE (lower(hex(sipHash128(n, ${salt}))) AS TraceId)
      FROM ${table} CROSS JOIN (SELECT number + ${from} AS n FROM numbers(${count})) AS ids`.replace(
        'SELECT * REPLACE',
        `SELECT ${table}.* REPLACE`,
      ),
    );
  }
}

await apply('exporter-tables.sql');
await template(
  'run_template',
  runSpans(ToolDecisionSpanProcessor),
  (span) => span.events.length > 0 || span.name.startsWith('tools'),
);
await template('other_template', otherSpans(), () => false);

row('spans', SPANS.toLocaleString('en'));
row('runs, traces without a tool', `${RUNS.toLocaleString('en')}, ${OTHERS.toLocaleString('en')}`);

// --- the view ---------------------------------------------------------------------------------------------

await sql('CREATE TABLE bare_traces AS otel_traces');
const sample = Math.min(OTHERS, 20_000);
const bare = await timed(async () => {
  await load('run_template', sample / 10, 3, 'bare_traces');
  await load('other_template', sample, 4, 'bare_traces');
});
const sampled = (sample / 10) * RUN_SPANS + sample * OTHER_SPANS;
row('insert without our views', `${perSecond(sampled, bare.ms)}; ${perSecond(sampled, bare.cpu)} and core`);
await sql('DROP TABLE bare_traces');

await apply('../sql/clickhouse/v1/single.sql');
const loading = await timed(async () => {
  await load('run_template', RUNS, 1);
  await load('other_template', OTHERS, 2);
});
row('insert with our views', `${perSecond(SPANS, loading.ms)}; ${perSecond(SPANS, loading.cpu)} and core`);
await sql('OPTIMIZE TABLE assay_evidence FINAL');

const TABLES = ['otel_traces', 'assay_evidence', 'assay_link', 'assay_run_trace', 'assay_trace_run'];
for (const table of TABLES) {
  const where = `database = 'otel' AND table = '${table}' AND active`;
  const rows = await number(`SELECT sum(rows) FROM system.parts WHERE ${where}`);
  const whole = await number(`SELECT sum(data_uncompressed_bytes) FROM system.parts WHERE ${where}`);
  const bytes = await number(`SELECT sum(bytes_on_disk) FROM system.parts WHERE ${where}`);
  const each = (total) => `${(total / rows).toFixed(0)} B a row`;
  // The runs are alike, so that the disk holds less of them than it would of yours.
  row(`${table}: rows`, `${rows.toLocaleString('en')}; ${each(whole)}, ${each(bytes)} on disk`);
}

// --- the workers ------------------------------------------------------------------------------------------

/** CPU seconds that a process has had, in ticks of 10 ms. */
function cpuOf(pid) {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1].split(' ');
    return (Number(fields[11]) + Number(fields[12])) / 100;
  } catch {
    return 0;
  }
}

/** The highest resident set of a process, in MB. */
function peakOf(pid) {
  try {
    return Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))[1]) / 1024;
  } catch {
    return 0;
  }
}

const NEWLINE = Buffer.from('\n');
const COMPLETE = Buffer.from('"state":"complete"');

function countOf(bytes, part) {
  let count = 0;
  for (let at = bytes.indexOf(part); at !== -1; at = bytes.indexOf(part, at + part.length)) count += 1;
  return count;
}

function worker(shard, args = []) {
  const address = `${url.replace('http:', 'clickhouse:')}/otel`;
  const child = spawn(
    process.execPath,
    [join(built, 'main.mjs'), 'surface', '--from', address, '--shard', shard, ...args],
    { stdio: ['ignore', 'pipe', 'pipe'], cwd: here('..') },
  );
  let lines = 0;
  let complete = 0;
  let peak = 0;
  let cpu = 0;
  let said = '';
  let rest = Buffer.alloc(0);
  // Counted in the bytes: this process has the same cores.
  child.stdout.on('data', (data) => {
    lines += countOf(data, NEWLINE);
    const joined = Buffer.concat([rest, data]);
    complete += countOf(joined, COMPLETE);
    rest = joined.subarray(Math.max(0, joined.length - COMPLETE.length + 1));
  });
  child.stderr.on('data', (data) => {
    said += data;
  });
  const watch = setInterval(() => {
    peak = Math.max(peak, peakOf(child.pid));
    cpu = Math.max(cpu, cpuOf(child.pid));
  }, 100);
  return new Promise((resolve, reject) => {
    child.once('close', (code) => {
      clearInterval(watch);
      if (code === 0) resolve({ lines, complete, peak, cpu, said });
      else reject(new Error(`Expected a worker to end with 0, it ended with ${code}: ${said}`));
    });
  });
}

/** Evidence rows, rows of links and of the index that a worker says it had read for it. */
function rowsOf({ said }) {
  return /from (\d+) evidence rows, (\d+) rows of links, (\d+) of the index/.exec(said).slice(1).map(Number);
}

async function workers(count) {
  const { ms, cpu, result } = await timed(() =>
    Promise.all(Array.from({ length: count }, (_, at) => worker(`${at + 1}/${count}`))),
  );
  const sum = (of) => result.reduce((total, one) => total + of(one), 0);
  if (sum(({ lines }) => lines) !== RUNS || sum(({ complete }) => complete) !== RUNS)
    throw new Error(`Expected ${RUNS} complete runs, got ${sum(({ lines }) => lines)} runs`);
  const [evidence, links, index] = [0, 1, 2].map((at) => sum((one) => rowsOf(one)[at]));
  row(`${count} worker(s)`, `${(ms / 1000).toFixed(1)} s, ${perSecond(RUNS, ms)} runs`);
  row(
    '  CPU of workers, of the engine',
    `${sum((one) => one.cpu).toFixed(1)} s, ${(cpu / 1000).toFixed(1)} s`,
  );
  row('  rows read: evidence', `${evidence.toLocaleString('en')} of ${SPANS.toLocaleString('en')} spans`);
  row('  rows read: links, index', `${links.toLocaleString('en')}, ${index.toLocaleString('en')}`);
  row('  peak memory of a worker', `${Math.max(...result.map(({ peak }) => peak)).toFixed(0)} MB`);
  return ms;
}

const one = await workers(1);
const two = await workers(2);
row('two workers on this machine, with the engine, to one', (two / one).toFixed(2));

// As on a machine for each: the same two shards, one after the other, so that no worker takes a core from another.
const each = [];
for (const shard of ['1/2', '2/2']) each.push((await timed(() => worker(shard))).ms);
row('two workers, each for itself', each.map((ms) => `${(ms / 1000).toFixed(1)} s`).join(', '));
row('the longer of them to one', (Math.max(...each) / one).toFixed(2));
front.kill('SIGTERM');
