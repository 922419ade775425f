// A fuzzer that is led by coverage: bytes that reach code which none has reached are kept and changed further.
//
// `npm run fuzz -- --minutes 10 [--target otlp-json] [--seed 1]`. The minutes are shared by the targets. What does not
// hold is made small, written to fixtures/fuzz/<target>/, where test/fuzz tries it ever after, and fails the run.
import { createHash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { Worker } from 'node:worker_threads';
import { build } from 'esbuild';
import { MOST_BYTES } from './mutate.mjs';

const root = new URL('../../', import.meta.url);
const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '10' },
    target: { type: 'string' },
    seed: { type: 'string', default: '1' },
  },
});
const [minutes, seed] = [Number(values.minutes), Number(values.seed)];
if (!(minutes > 0) || !Number.isSafeInteger(seed))
  fail('Expected `--minutes` above 0 and `--seed` to be an integer');

/** Nothing that ends takes so long for 32 kB, on however busy a machine. */
const HANGING = 60_000;

// Below node_modules, where imports of packages resolve as they do from src.
const outfile = fileURLToPath(new URL('node_modules/.cache/assay-otel/fuzz.mjs', root));
await build({
  entryPoints: [fileURLToPath(new URL('scripts/fuzz/targets.ts', root))],
  outfile,
  bundle: true,
  format: 'esm',
  platform: 'node',
  target: 'node20.19',
  packages: 'external',
  logLevel: 'warning',
});
const bundle = pathToFileURL(outfile).href;
const { TARGETS } = await import(bundle);
const names = TARGETS.map(({ name }) => name).filter((name) => (values.target ?? name) === name);
if (names.length === 0)
  fail(`Expected \`--target\` to be one of ${TARGETS.map(({ name }) => name).join(', ')}`);

let failed = 0;
for (const name of names) failed += await fuzz(name, (minutes * 60_000) / names.length);
process.exitCode = failed > 0 ? 1 : 0;

/** Tries one target; gives the number of problems. */
function fuzz(name, milliseconds) {
  const shared = new SharedArrayBuffer(8 + MOST_BYTES);
  const counts = new Int32Array(shared, 0, 2);
  const workerData = { bundle, root: root.href, name, milliseconds, seed, shared };
  const worker = new Worker(new URL('worker.mjs', import.meta.url), { workerData });
  return new Promise((resolve) => {
    let found = 0;
    let last = -1;
    const tell = (problem, bytes) => {
      found += 1;
      console.log(`FAIL ${name}: ${problem}\n     ${keep(name, bytes)}`);
    };
    // An input that never ends: the worker cannot say so itself.
    const watch = setInterval(() => {
      if (Atomics.load(counts, 0) === last) {
        tell('hangs', Buffer.from(new Uint8Array(shared, 8, counts[1])));
        void worker.terminate();
      }
      last = Atomics.load(counts, 0);
    }, HANGING);
    worker.on('message', ({ problem, bytes, ...summary }) => {
      if (problem !== undefined) return tell(problem, bytes);
      const { tried, seeds, corpus, functions, shapes } = summary;
      console.log(
        `${found === 0 ? 'ok  ' : 'FAIL'} ${name}: ${tried} inputs from ${seeds} seeds; ${corpus} kept, ` +
          `${functions} functions in ${shapes} ways`,
      );
    });
    worker.on('error', (error) =>
      tell(`${error.name}: ${error.message}`, Buffer.from(new Uint8Array(shared, 8, counts[1]))),
    );
    worker.on('exit', () => {
      clearInterval(watch);
      resolve(found);
    });
  });
}

function keep(name, bytes) {
  const folder = `fixtures/fuzz/${name}`;
  mkdirSync(new URL(folder, root), { recursive: true });
  const file = `${folder}/${createHash('sha256').update(bytes).digest('hex').slice(0, 12)}`;
  writeFileSync(new URL(file, root), bytes);
  return file;
}

function fail(message) {
  console.error(message);
  process.exit(2);
}
