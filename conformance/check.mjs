// node conformance/check.mjs TRACES.jsonl DIR
//
// Computes anew what the documents in DIR (`assay-otel surface TRACES.jsonl --out DIR`) must say of the spans in
// TRACES.jsonl, prints each disagreement with its place, and exits 1 where there is one.
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { callsOf, inOrder, isPlainCall, joinCalls } from './calls.mjs';
import { canonical, parsed, readSpans, runsOf } from './evidence.mjs';
import { checkHealth } from './health.mjs';
import { recordFaults } from './record.mjs';
import { fault, faultCount } from './report.mjs';
import { checkIndex, checkSurface } from './surface.mjs';
import { verdictOf } from './verdict.mjs';

/** The documents that are checked; of others that lie beside them, only the form is. */
const KINDS = ['surface', 'health', 'index'];

const [traces, folder, ...rest] = process.argv.slice(2);
if (!traces || !folder || !existsSync(folder) || rest.length > 0) {
  console.error('usage: node conformance/check.mjs TRACES.jsonl DIR');
  process.exit(2);
}

let documents = 0;
let taken = 0;
const runs = runsIn(traces);
const stems = new Set();
for (const run of runs) {
  const stem = stemOf(run.id);
  const isOurs = run.spans.some(
    (span) =>
      isPlainCall(span) ||
      span.checkpoints.length > 0 ||
      'assay.run.id' in span.attributes ||
      'assay.run.id' in span.resource,
  );
  if (!isOurs && !existsSync(`${folder}/${stem}.surface.json`)) continue;
  stems.add(stem);
  try {
    checkRun(run, stem);
  } catch (error) {
    fault(stem, `a document or an event lacks what it must have (${error.name} in the checker)`);
  }
}
for (const name of readdirSync(folder).filter((entry) => entry.endsWith('.json'))) {
  const [stem, kind] = name.split('.');
  if (!stems.has(stem)) fault(name, 'belongs to no run of these spans');
  else if (!KINDS.includes(kind)) read(name);
}
const bare = runs.length - stems.size;
console.log(
  `${runs.length} runs (${bare} without documents), ${documents} documents, ` +
    `${taken} records taken as they stand, ${faultCount()} disagreements`,
);
process.exit(faultCount() > 0 ? 1 : 0);

function runsIn(file) {
  try {
    return runsOf(readSpans(file));
  } catch (error) {
    console.error(`${file}: expected OTLP/JSON, one document or one per line (${error.code ?? error.name})`);
    return process.exit(2);
  }
}

function checkRun(run, stem) {
  const surface = read(`${stem}.surface.json`);
  const health = read(`${stem}.health.json`);
  const index = read(`${stem}.index.json`);
  if ([surface, health, index].includes(undefined)) return;
  const found = callsOf(run.spans, statedOf(run, surface, index, stem));
  for (const call of found.calls) {
    if (call.record === undefined) continue;
    for (const message of recordFaults(call.record)) fault(`span ${call.span.id} assay.record`, message);
  }
  const joined = joinCalls(found);
  const verdict = verdictOf(run, { calls: found.calls, ...joined });
  const requests = [...joined.requests].sort(inOrder);
  checkSurface(stem, surface, index, requests, run);
  checkIndex(stem, run, index, surface, requests);
  checkHealth(stem, run, { surface, health, requests, verdict, calls: found.calls, away: joined.away });
}

/**
 * What the documents say of spans without an intact event: that they are a call, of which tool, seen from where. To
 * know it anew takes the table of every instrumentation.
 */
function statedOf(run, surface, index, stem) {
  const spans = new Map(run.spans.map((span) => [span.key, span]));
  const stated = new Map();
  index.records.forEach((entry, i) => {
    const { name } = surface.observed_tool_decisions[i]?.tool ?? {};
    entry.span_ids.forEach((id, depth) => {
      const key = `${entry.trace_id}/${id}`;
      const span = spans.get(key);
      if (span === undefined)
        fault(`${stem}.index.json records[${i}].span_ids`, 'names a span that is not there');
      else if (!span.decisions.some(({ intact }) => intact)) {
        const vantage = depth === 0 ? entry.vantage : belowClient(entry, depth);
        stated.set(key, { name, vantage, below: `${entry.trace_id}/${entry.span_ids[depth - 1]}` });
        if (depth === 0) taken += 1;
      }
    });
  });
  return stated;
}

/** Of one request nothing but its server is below a client, whatever kind its span has. */
function belowClient({ vantage }, depth) {
  return vantage === 'client' && depth === 1 ? 'server' : undefined;
}

/** The document, where its bytes are one line of canonical JSON. */
function read(name) {
  const path = `${folder}/${name}`;
  if (!existsSync(path)) return fault(name, 'is not there');
  const text = readFileSync(path, 'utf8');
  const value = parsed(text);
  if (value === undefined) return fault(name, 'is not JSON');
  documents += 1;
  if (text !== `${canonical(value)}\n`) fault(name, 'is not its canonical form (RFC 8785) and one newline');
  return value;
}

/** The run id as a file name: plain, or `h-` and 32 digits of its hash. */
function stemOf(id) {
  // What is spelled like a hash could stand for another run, and some names are devices.
  const isTaken = /^(h-[0-9a-f]{32}|con|prn|aux|nul|(com|lpt)[0-9])$/i.test(id);
  const isPlain = /^[A-Za-z0-9_-]{1,64}$/.test(id) && !isTaken;
  return isPlain ? id : `h-${createHash('sha256').update(id, 'utf8').digest('hex').slice(0, 32)}`;
}
