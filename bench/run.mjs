/**
 * Every bench, one after the other, each in a process of its own.
 *
 *   npm run bench                          all but the receiver
 *   npm run bench -- processors decoding   some of them
 *   npm run bench -- --write               and docs/performance.md of it; with names, the others' figures are those of
 *                                          their last run here
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { performancePage } from './performance-page.mjs';

const BENCHES = [
  'in-process',
  'entry',
  'processors',
  'decoding',
  'reading',
  'streaming',
  'classifying',
  'scaling',
  'receiver',
];
/** It takes minutes, and a Collector. */
const ASKED_FOR = ['receiver'];

const { values, positionals } = parseArgs({
  options: { write: { type: 'boolean', default: false } },
  allowPositionals: true,
});
const unknown = positionals.filter((name) => !BENCHES.includes(name));
if (unknown.length > 0) {
  console.error(`Expected names out of ${BENCHES.join(', ')}, got ${unknown.join(', ')}`);
  process.exit(2);
}

const here = (path) => fileURLToPath(new URL(path, import.meta.url));
const kept = here('../node_modules/.cache/assay-otel/bench/');
mkdirSync(kept, { recursive: true });

const load = () => loadavg()[0].toFixed(1);
for (const name of positionals.length > 0 ? positionals : BENCHES.filter((one) => !ASKED_FOR.includes(one))) {
  const rows = `${kept}${name}.rows`;
  rmSync(rows, { force: true });
  const before = load();
  const { status } = spawnSync(process.execPath, [here(`${name}.mjs`)], {
    stdio: 'inherit',
    env: { ...process.env, ASSAY_BENCH_ROWS: rows },
  });
  if (status !== 0) process.exit(status ?? 1);
  const day = new Date().toISOString().slice(0, 10);
  writeFileSync(
    `${kept}${name}.json`,
    JSON.stringify({ day, before, after: load(), entries: linesOf(rows) }),
  );
  rmSync(rows);
}

if (values.write) {
  const page = performancePage(BENCHES.flatMap((name) => resultOf(name) ?? []));
  const file = here('../docs/performance.md');
  writeFileSync(`${file}.new`, page);
  renameSync(`${file}.new`, file);
}

function linesOf(file) {
  return readFileSync(file, 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
}

/** What a bench said when it last ran here. */
function resultOf(name) {
  try {
    return { name, ...JSON.parse(readFileSync(`${kept}${name}.json`, 'utf8')) };
  } catch (error) {
    if (error.code !== 'ENOENT') throw error;
    return undefined;
  }
}
