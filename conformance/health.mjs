// What the health document must say, with the verdict as it was computed anew.
import { canonical, rangesOf, sha256 } from './evidence.mjs';
import { among, fault, same } from './report.mjs';
import { claimsOf, limitsOf, NOT_RECOMPUTED } from './verdict.mjs';

/** What an event itself says that its span contradicts. */
const ON_SPAN = ['duplicate_attribute', 'mcp_method', 'tool_name'];

export function checkHealth(stem, run, { surface, health, requests, verdict, calls, away }) {
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
  // Whether a framework's span without an event is a call that nobody's emitter knows is not decided here.
  const layer = policyLayer(epochs, calls, decided);
  const isOpen = layer === 'absent' && run.spans.some(isBareToolSpan);
  among(`${at} policy_layer`, health.policy_layer, isOpen ? ['absent', 'unknown'] : [layer]);
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
  const counts = { ...limitsOf(epochs, records), calls_recorded_elsewhere: away };
  for (const [code, count] of Object.entries(counts)) {
    const entry = health.limits.find((limit) => limit.code === code);
    same(`${at} limits (${code})`, entry?.count ?? 0, count);
  }
  same(`${at} claims`, health.claims, claimsOf(run, { ...verdict, state: stated }, records, health.limits));
}

function isBareToolSpan({ attributes, decisions }) {
  return attributes['gen_ai.operation.name'] === 'execute_tool' && decisions.length === 0;
}

function policyLayer(epochs, calls, decided) {
  if (decided > 0 || epochs.some(({ top }) => top?.policy_hook)) return 'present';
  const isSaid = epochs.length > 0 && epochs.every(({ top }) => top !== undefined);
  return isSaid && calls.every(({ emitter }) => emitter !== undefined) ? 'absent' : 'unknown';
}

function checkSignals(at, run, health, { epochs }, calls) {
  const isSeen =
    calls.some(({ isUnread }) => !isUnread) ||
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
  for (const { emitter, name, top, recorded, highest } of epochs) {
    const entry = health.coverage.emitters.find((one) => one.emitter === emitter && one.epoch === name);
    if (entry === undefined) {
      fault(`${at} coverage.emitters`, `epoch ${name} of ${emitter} is not there`);
      continue;
    }
    const place = `${at} coverage.emitters (${emitter} ${name})`;
    same(`${place}.recorded`, entry.recorded, new Set(recorded.map(({ sequence }) => sequence)).size);
    same(`${place}.sealed`, entry.sealed, top?.final === true);
    if (top === undefined) continue;
    same(`${place}.numbered`, entry.numbered, highest);
    same(`${place}.sampler`, entry.sampler, top.sampler);
    same(`${place}.open`, entry.open, top.open);
  }
}
