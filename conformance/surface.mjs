// What surface and index must say of the requests of a run.
import { canonical, POLICY_SPAN, sha256 } from './evidence.mjs';
import { recordFaults } from './record.mjs';
import { among, fault, same } from './report.mjs';

const SURFACE_NON_CLAIMS = [
  'does not prove SaaS-side persistence without external audit evidence',
  'does not infer tool actions outside observed MCP proxy traffic',
  'does not expose raw secrets or tokens',
];
const RANK = ['classified', 'classified_incomplete', 'observed_unknown_tool', 'redaction_failed'];

export function checkSurface(stem, surface, index, requests, run) {
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
    const mayBeHeard = run.spans.some(
      ({ name, trace }) => POLICY_SPAN.test(name) && trace === request[0].span.trace,
    );
    if (mayBeHeard && record.decision.source !== sources[0].decision.source)
      checkHeard(place, record, sources);
    else if (request.length === 1) same(place, record, sources[0]);
    else checkJoined(place, record, sources);
  });
  same(`${stem}.index.json records.length`, index.records.length, records.length);
}

/** A decision that was said elsewhere changes nothing but itself and what follows from it. */
function checkHeard(place, record, sources) {
  same(`${place}.tool.name`, record.tool.name, sources[0].tool.name);
  const isAsserted = record.decision.effect === 'allow' && record.response.status === 'success';
  same(`${place}.response.side_effect_asserted`, record.response.side_effect_asserted, isAsserted);
  if (sources.length > 1) return;
  for (const part of ['action', 'classification', 'correlation', 'detail', 'reason_code', 'server', 'tool'])
    same(`${place}.${part}`, record[part], sources[0][part]);
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

export function checkIndex(stem, run, index, surface, requests) {
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
      request.filter((call) => call.span.trace === span.trace).map((call) => call.span.id),
    );
    same(`${place}.start_time_unix_nano`, entry.start_time_unix_nano, String(start));
    // A clock that was set back in between makes no negative time.
    const duration = span.end > span.start ? span.end - span.start : 0n;
    same(`${place}.duration_nano`, entry.duration_nano, String(duration));
    same(`${place}.service`, entry.service, span.resource['service.name'] ?? null);
    same(`${place}.vantage`, entry.vantage, vantage);
    // Where an event is lost, whether the numbers on its span make its emitter the record's is not said.
    const emitters = request.map(({ emitter }) => emitter ?? null).filter((id) => id !== null);
    const isDerived = request.some(({ digest }) => digest === undefined);
    if (isDerived) among(`${place}.emitter`, entry.emitter, [...emitters, null]);
    else same(`${place}.emitter`, entry.emitter, emitters[0] ?? null);
  });
}
