// `assay-otel serve` as a child process, under good and hostile traffic at once; then its counters against what was sent.
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { seriesOf } from './prometheus.mjs';
import { Requests } from './requests.mjs';
import { goodBatch, HOSTILE, quickBatch } from './traffic.mjs';
import { watchedProcess } from './watched-process.mjs';

const COMMAND = fileURLToPath(new URL('../../dist/cli/main.js', import.meta.url));
/** More runs than are remembered by id (100,000), so that what is bounded is at its bound before the first sample. */
const WARM_RUNS = 110_000;
const AT_ONCE = 500;
/** Good batches under way at once, beside a hostile one. */
const SENDERS = 4;

export async function serveLoad(milliseconds) {
  const args = ['serve', '--listen', '127.0.0.1:0', '--grace', '1s', '--idle', '2s'];
  const watched = watchedProcess(COMMAND, args);
  const written = { lines: 0, runs: new Set(), calls: 0 };
  createInterface({ input: watched.child.stdout }).on('line', (line) => {
    const { run_id: run, health, emission } = JSON.parse(line);
    written.lines += 1;
    if (emission.supersedes == null) written.calls += health.tool_calls_observed;
    written.runs.add(run);
  });
  const requests = new Requests(await portOf(watched));
  const sent = { runs: 0, calls: 0, hostile: 0, wrong: [] };
  const samples = [];
  try {
    for (let warm = 0; warm < WARM_RUNS; warm += AT_ONCE) await good(requests, quickBatch(AT_ONCE), sent);
    await quiet(requests);
    await underLoad(milliseconds, { requests, sent, samples, watched });
    await quiet(requests);
    const { text } = await requests.send({ method: 'GET', path: '/metrics' });
    // As they are now: what follows is not in the metrics that were read.
    const answered = { ...requests.answered };
    const spans = { ...requests.spans };
    const held = await heldRuns(requests, sent);
    watched.child.kill('SIGTERM');
    const [code, signal] = await watched.ended;
    return {
      sent,
      answered,
      spans,
      written,
      samples,
      held,
      metrics: seriesOf(text),
      code: signal ?? code,
      said: watched.said(),
    };
  } finally {
    requests.close();
    watched.child.kill('SIGKILL');
  }
}

async function good(requests, { runs, ...batch }, sent) {
  const status = await requests.batch(batch.body, batch);
  if (status !== 200) sent.wrong.push(`a good batch was answered with ${status}`);
  sent.runs += runs;
  sent.calls += runs;
}

async function underLoad(milliseconds, { requests, sent, samples, watched }) {
  const end = performance.now() + milliseconds;
  const every = Math.max(1_000, milliseconds / 40);
  let sampleAt = performance.now() + milliseconds / 5;
  for (let turn = 0; performance.now() < end; turn += 1) {
    const batches = Array.from({ length: SENDERS }, (_, sender) => goodBatch(turn + sender));
    await Promise.all([
      ...batches.map((batch) => good(requests, batch, sent)),
      hostile(requests, turn, sent),
    ]);
    // What is sent again counts once.
    if (turn % 7 === 0) await requests.batch(batches[0].body, batches[0]);
    if (turn % 50 === 0) {
      await requests.breakOff();
      await requests.garbage();
      sent.hostile += 2;
    }
    if (performance.now() < sampleAt) continue;
    // Where nothing is under way: what is written and forgotten by then is the same each time.
    await quiet(requests);
    samples.push({ done: sent.calls, ...(await watched.state()) });
    sampleAt = performance.now() + every;
  }
}

async function hostile(requests, turn, sent) {
  const [expected, batch] = HOSTILE[turn % HOSTILE.length];
  // The large one now and then: it costs as much as hundreds of the others.
  if (expected === 413 && turn % 10 !== 3) return;
  const status = await requests.batch(batch.body, batch);
  sent.hostile += 1;
  if (status !== expected) sent.wrong.push(`expected ${expected}, got ${status}`);
}

/** Waits until every run is written and no longer held. */
async function quiet(requests) {
  for (let left = 600; left > 0; left -= 1) {
    const { runs } = JSON.parse((await requests.send({ method: 'GET', path: '/runs?limit=1' })).text);
    const { text } = await requests.send({ method: 'GET', path: '/metrics' });
    if (runs.length === 0 && seriesOf(text).get('assay_otel_serve_waiting_emissions') === 0) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error('Expected the receiver to write and forget every run within a minute');
}

async function heldRuns(requests, sent) {
  // One more run, which must be seen in the list, as what it is.
  const batch = goodBatch(0);
  await good(requests, batch, sent);
  const { text } = await requests.send({ method: 'GET', path: '/runs' });
  const { runs } = JSON.parse(text);
  return {
    sent: batch.runs,
    listed: runs.length,
    spans: runs.reduce((sum, { spans }) => sum + spans, 0),
    expected: batch.spans,
  };
}

async function portOf(watched) {
  for (let left = 600; left > 0; left -= 1) {
    const port = /listening on http:\/\/127\.0\.0\.1:(\d+)/.exec(watched.said())?.[1];
    if (port !== undefined) return Number(port);
    if (watched.child.exitCode !== null) break;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`Expected the receiver to listen, but it said: ${watched.said()}`);
}
