// node conformance/check.mjs TRACES.jsonl DIR
//
// Computes anew what the documents in DIR (`assay-otel surface TRACES.jsonl --out DIR`) must say of the spans in
// TRACES.jsonl, prints each disagreement with its place, and exits 1 where there is one.
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { callsOf, inOrder, joinCalls } from './calls.mjs';
import { canonical, parsed, rangesOf, readSpans, runsOf, sha256 } from './evidence.mjs';
import { recordFaults } from './record.mjs';
import { among, fault, faultCount, same } from './report.mjs';
import { claimsOf, limitsOf, NOT_RECOMPUTED, verdictOf } from './verdict.mjs';

const SURFACE_NON_CLAIMS = [
  'does not prove SaaS-side persistence without external audit evidence',
  'does not infer tool actions outside observed MCP proxy traffic',
  'does not expose raw secrets or tokens',
];
const RANK = ['classified', 'classified_incomplete', 'observed_unknown_tool', 'redaction_failed'];
/** The documents that are checked; of others that lie beside them, only the form is. */
const KINDS = ['surface', 'health', 'index'];
/** What an event itself says that its span contradicts. */
const ON_SPAN = ['duplicate_attribute', 'mcp_method', 'tool_name'];

const [traces, folder, ...rest] = process.argv.slice(2);
if (!traces || !folder || !existsSync(folder) || rest.length > 0) {
  console.error('usage: node conformance/check.mjs TRACES.jsonl DIR');
  process.exit(2);
}

let documents = 0;
const runs = runsIn(traces);
const stems = new Set();
for (const run of runs) {
  const stem = stemOf(run.id);
  const isOurs = run.spans.some(
    ({ decisions, checkpoints, attributes, resource }) =>
      decisions.length + checkpoints.length > 0 || 'assay.run.id' in attributes || 'assay.run.id' in resource,
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
console.log(`${runs.length} runs, ${documents} documents, ${faultCount()} disagreements`);
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
  const found = callsOf(run.spans);
  for (const call of found.calls) {
    if (call.record === undefined) continue;
    for (const message of recordFaults(call.record)) fault(`span ${call.span.id} assay.record`, message);
  }
  const joined = joinCalls(found);
  const verdict = verdictOf(run, { calls: found.calls, ...joined });
  const requests = [...joined.requests].sort(inOrder);
  checkSurface(stem, surface, index, requests);
  checkIndex(stem, run, index, surface, requests);
  checkHealth(stem, run, { surface, health, requests, verdict, calls: found.calls });
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

function checkSurface(stem, surface, index, requests) {
  const at = `${stem}.surface.json`;
  same(`${at} schema`, surface.schema, 'assay.tool_decision_surface.v0');
  same(`${at} non_claims`, surface.non_claims, SURFACE_NON_CLAIMS);
  const records = surface.observed_tool_decisions;
  same(`${at} observed_tool_decisions.length`, records.length, requests.length);
  records.forEach((record, i) => {
    const place = `${at} observed_tool_decisions[${i}]`;
    for (const message of recordFaults(record)) fault(place, message);
    const request = requests[i];
    const sources = request?.map((call) => call.record);
    // A record that a reader derived is taken as it stands: it needs every dialect.
    if (request === undefined || sources.includes(undefined)) return;
    if (request.length === 1) same(place, record, sources[0]);
    else checkJoined(place, record, sources);
  });
  same(`${stem}.index.json records.length`, index.records.length, records.length);
}

/** Each part of a joined record comes from the span that knows it best; sources are outermost first. */
function checkJoined(place, record, sources) {
  const ranks = sources.map(({ classification }) => RANK.indexOf(classification));
  const best = sources[ranks.indexOf(Math.min(...ranks))];
  for (const part of ['classification', 'reason_code', 'detail', 'action']) {
    same(`${place}.${part}`, record[part], best[part]);
  }
  same(`${place}.tool.category`, record.tool.category, best.tool.category);
  same(`${place}.tool.name`, record.tool.name, sources[0].tool.name);
  const knowing = sources.find(({ server }) => server.id !== 'unknown') ?? sources[0];
  same(`${place}.server.id`, record.server.id, knowing.server.id);
  const spoke = sources.filter(({ decision }) => decision.source !== 'none').map(({ decision }) => decision);
  among(`${place}.decision`, record.decision, spoke.length > 0 ? spoke : [sources[0].decision]);
  const answered =
    [...sources].reverse().find(({ response }) => response.status !== 'unknown') ?? sources.at(-1);
  same(`${place}.response.status`, record.response.status, answered.response.status);
  const basis = (name) => sources.filter(({ correlation }) => correlation?.basis === name);
  const [propagated = sources[0]] = basis('propagated_trace_context');
  if (basis('propagated_trace_context').length > 0) {
    same(`${place}.correlation`, record.correlation, propagated.correlation);
  }
}

function checkIndex(stem, run, index, surface, requests) {
  const at = `${stem}.index.json`;
  same(`${at} schema`, index.schema, 'assay.tool_observation_index.v0');
  same(`${at} run_id`, index.run_id, run.id);
  index.records.forEach((entry, i) => {
    const place = `${at} records[${i}]`;
    const record = surface.observed_tool_decisions[i];
    if (record !== undefined) same(`${place}.record_digest`, entry.record_digest, sha256(canonical(record)));
    const request = requests[i];
    if (request === undefined) return;
    const [{ span, start, vantage }] = request;
    same(`${place}.trace_id`, entry.trace_id, span.trace);
    same(
      `${place}.span_ids`,
      entry.span_ids,
      request.map((call) => call.span.id),
    );
    same(`${place}.start_time_unix_nano`, entry.start_time_unix_nano, String(start));
    same(`${place}.duration_nano`, entry.duration_nano, String(span.end - span.start));
    same(`${place}.service`, entry.service, span.resource['service.name'] ?? null);
    same(`${place}.vantage`, entry.vantage, vantage);
    // Where an event is lost, whether the numbers on its span make its emitter the record's is not said.
    const emitters = request.map(({ emitter }) => emitter ?? null).filter((id) => id !== null);
    const isDerived = request.some(({ digest }) => digest === undefined);
    if (isDerived) among(`${place}.emitter`, entry.emitter, [...emitters, null]);
    else same(`${place}.emitter`, entry.emitter, emitters[0] ?? null);
  });
}

function checkHealth(stem, run, { surface, health, requests, verdict, calls }) {
  const at = `${stem}.health.json`;
  const records = surface.observed_tool_decisions;
  const { epochs, inside, scope, gaps, state } = verdict;
  same(`${at} schema`, health.schema, 'assay.tool_observation_health.v0');
  same(`${at} run_id`, health.run_id, run.id);
  same(`${at} surface_digest`, health.surface_digest, sha256(canonical(surface)));
  same(`${at} tool_calls_observed`, health.tool_calls_observed, requests.length);
  const decided = records.filter(({ decision }) => decision.source !== 'none').length;
  same(`${at} policy_decisions_observed`, health.policy_decisions_observed, decided);
  const unknown = records.filter(({ classification }) => classification === 'observed_unknown_tool').length;
  same(`${at} unknown_tool_count`, health.unknown_tool_count, unknown);
  same(`${at} policy_layer`, health.policy_layer, policyLayer(epochs, requests, decided));
  checkSignals(at, run, health, verdict, calls);

  const declared = new Set(health.coverage.gaps.map(({ code }) => code));
  const expected = new Set(gaps.map(({ code }) => code));
  for (const code of NOT_RECOMPUTED) {
    const isPossible = run.spans.some(({ attributes }) =>
      Object.keys(attributes).some((key) => key.startsWith('mcp.')),
    );
    if (declared.has(code) && isPossible) expected.add(code);
  }
  // Of a call without an event, only a reader of every dialect knows whether its span contradicts itself.
  const isDerived = calls.some(({ digest }) => digest === undefined);
  const onSpan = health.coverage.gaps.some(({ code, what }) => code === 'conflict' && ON_SPAN.includes(what));
  if (isDerived && onSpan) expected.add('conflict');
  const stated = scope.length > 0 && expected.size > 0 ? 'partial' : state;
  same(`${at} coverage.state`, health.coverage.state, stated);
  same(`${at} coverage.gaps (codes)`, [...declared].sort(), [...expected].sort());
  checkMissing(at, health.coverage.gaps, gaps);
  checkScope(at, health, scope);
  checkEmitters(at, health, inside);
  const counts = limitsOf(epochs, records);
  for (const [code, count] of Object.entries(counts)) {
    const entry = health.limits.find((limit) => limit.code === code);
    same(`${at} limits (${code})`, entry?.count ?? 0, count);
  }
  same(`${at} claims`, health.claims, claimsOf(run, { ...verdict, state: stated }, records, health.limits));
}

function policyLayer(epochs, requests, decided) {
  if (decided > 0 || epochs.some(({ top }) => top?.policy_hook)) return 'present';
  const isSaid = epochs.length > 0 && epochs.every(({ top }) => top !== undefined);
  return isSaid && requests.every(([{ emitter }]) => emitter !== undefined) ? 'absent' : 'unknown';
}

function checkSignals(at, run, health, { epochs }, calls) {
  const isSeen =
    calls.length > 0 ||
    run.spans.some(({ attributes }) => attributes['mcp.method.name'] !== undefined) ||
    epochs.some(({ attested }) => attested.length > 0);
  if (isSeen) same(`${at} proxy_seen`, health.proxy_seen, true);
  const versions = new Set([
    ...calls.flatMap((call) => call.versions),
    ...epochs.flatMap(({ top }) => top?.classifier_version ?? []),
  ]);
  const isDerived = calls.some(({ digest }) => digest === undefined);
  if (!isDerived) same(`${at} classifier_version`, health.classifier_version, [...versions].sort());
  const strict = new Set(epochs.filter(({ top }) => top?.scrub === 'strict').map(({ emitter }) => emitter));
  const isActive = !isDerived && calls.every(({ emitter }) => strict.has(emitter));
  // Otherwise it depends on whether a span holds anything that no list allows.
  if (isActive) same(`${at} redaction_active`, health.redaction_active, true);
}

function checkMissing(at, declared, gaps) {
  const listed = declared.filter(({ code }) => code === 'sequence_gap');
  const byEmitter = (list, numbers) =>
    Object.fromEntries(
      [...new Set(list.map(({ emitter }) => emitter))].map((emitter) => [
        emitter,
        rangesOf(list.filter((gap) => gap.emitter === emitter).flatMap(numbers)),
      ]),
    );
  const expand = ({ missing }) =>
    (missing ?? []).flatMap(([from, to]) => Array.from({ length: to - from + 1 }, (_, i) => from + i));
  const expected = gaps.filter(({ code }) => code === 'sequence_gap');
  same(
    `${at} coverage.gaps (missing)`,
    byEmitter(listed, expand),
    byEmitter(expected, ({ numbers }) => numbers),
  );
  for (const { classification } of listed) {
    same(`${at} coverage.gaps (classification)`, classification, 'not_observed');
  }
}

function checkScope(at, health, scope) {
  const entries = scope.map(({ trace, emitter, name, service, attested, isRoot, last }) => ({
    trace,
    emitter,
    epoch: name,
    service: service ?? null,
    attested: attested.map(({ vantage, scope: of, covers, since }) => ({
      vantage,
      scope: of,
      covers,
      since,
    })),
    run_root: isRoot,
    from: last.from,
    until: last.until,
  }));
  const ordered = (list) => list.map((entry) => canonical(entry)).sort();
  same(`${at} scope.emitters`, ordered(health.scope.emitters), ordered(entries));
}

function checkEmitters(at, health, epochs) {
  for (const { emitter, name, top, recorded } of epochs) {
    const entry = health.coverage.emitters.find((one) => one.emitter === emitter && one.epoch === name);
    if (entry === undefined) {
      fault(`${at} coverage.emitters`, `epoch ${name} of ${emitter} is not there`);
      continue;
    }
    const place = `${at} coverage.emitters (${emitter} ${name})`;
    same(`${place}.recorded`, entry.recorded, recorded.length);
    same(`${place}.sealed`, entry.sealed, top?.final === true);
    if (top === undefined) continue;
    same(`${place}.numbered`, entry.numbered, top.numbered);
    same(`${place}.sampler`, entry.sampler, top.sampler);
    same(`${place}.open`, entry.open, top.open);
  }
}

/** The run id as a file name: plain, or `h-` and 32 digits of its hash. */
function stemOf(id) {
  const isPlain = /^[A-Za-z0-9_-]{1,64}$/.test(id) && !/^h-[0-9a-f]{32}$/.test(id);
  return isPlain ? id : `h-${createHash('sha256').update(id, 'utf8').digest('hex').slice(0, 32)}`;
}
