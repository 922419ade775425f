// Feeds one target with bytes for some time, keeps what reaches new code, and tells of what does not hold.
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { parentPort, workerData } from 'node:worker_threads';
import { coverageOf } from './coverage.mjs';
import { dictionary, generator, MOST_BYTES, mutated } from './mutate.mjs';

const { bundle, root, name, milliseconds, seed, shared } = workerData;
const BATCH = 40;
/** CPU time for at most 32 kB; anything linear takes a hundredth of it. */
const SLOW_MICROSECONDS = 4_000_000;

const { TARGETS, CANARY } = await import(bundle);
const target = TARGETS.find((one) => one.name === name);
const now = new Uint8Array(shared, 8);
const counts = new Int32Array(shared, 0, 2);

const stored = target.seeds.flatMap(filesIn).map((file) => readFileSync(file));
const seeds = [...stored, ...(target.made?.() ?? []).map((text) => Buffer.from(text))];
const corpus = seeds
  .flatMap((bytes) => [bytes, withCanary(bytes)])
  .map((bytes) => bytes.subarray(0, MOST_BYTES));
if (corpus.length === 0) corpus.push(Buffer.from('{}'));
const from = { random: generator(seed), others: corpus, words: dictionary(corpus) };
const coverage = coverageOf(bundle);
const problems = new Set();
let tried = 0;

for (const bytes of corpus) attempt(bytes);
coverage.isNew();
for (const end = Date.now() + milliseconds; Date.now() < end; ) {
  const batch = Array.from({ length: BATCH }, () => mutated(corpus[from.random(corpus.length)], from));
  for (const bytes of batch) attempt(bytes);
  // Asking is slow: only a batch in which something was new is tried again, one by one.
  if (!coverage.isNew()) continue;
  for (const bytes of batch) {
    attempt(bytes);
    if (coverage.isNew()) corpus.push(bytes);
  }
}
const [functions, shapes] = [coverage.functions(), coverage.shapes()];
parentPort.postMessage({ tried, seeds: seeds.length, corpus: corpus.length, functions, shapes });

function attempt(bytes) {
  now.set(bytes);
  Atomics.store(counts, 1, bytes.length);
  Atomics.add(counts, 0, 1);
  tried += 1;
  const problem = problemOf(bytes);
  if (problem === undefined || problems.has(problem)) return;
  problems.add(problem);
  parentPort.postMessage({ problem, bytes: smallest(bytes, problem) });
}

function problemOf(bytes) {
  const start = process.cpuUsage();
  try {
    target.run(bytes);
  } catch (error) {
    const place = /\(?([^\s()]+:\d+:\d+)\)?$/m.exec(error?.stack ?? '')?.[1] ?? '';
    return `${error?.name}: ${String(error?.message).slice(0, 200)} ${place.split('/').at(-1)}`;
  }
  return process.cpuUsage(start).user > SLOW_MICROSECONDS ? 'slow' : undefined;
}

/** As much taken away as can be while the same thing does not hold. */
function smallest(bytes, problem) {
  if (problem === 'slow') return bytes;
  let kept = bytes;
  for (let size = kept.length >> 1; size >= 1; size >>= 1) {
    for (let at = 0; at + size <= kept.length; ) {
      const less = Buffer.concat([kept.subarray(0, at), kept.subarray(at + size)]);
      if (problemOf(less) === problem) kept = less;
      else at += size;
    }
  }
  return kept;
}

/** A seed in which values hold the canary. */
function withCanary(bytes) {
  let turn = 0;
  const text = bytes.toString('latin1').replace(/(:\s*"?)([A-Za-z][\w/.-]{2,30})/g, (whole, before) => {
    turn += 1;
    return turn % 5 === 0 ? `${before}${CANARY}` : whole;
  });
  return Buffer.from(text, 'latin1');
}

function filesIn(path) {
  const url = new URL(path, root);
  const found = statSync(url, { throwIfNoEntry: false });
  if (found === undefined) return [];
  if (found.isFile()) return /expected\.json$|\.py$|\.md$/.test(path) ? [] : [url];
  return readdirSync(url)
    .sort()
    .flatMap((name) => filesIn(`${path}/${name}`));
}
