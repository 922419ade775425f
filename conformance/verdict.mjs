// The coverage verdict of a run, from its spans alone: the table of gaps, the scope, the limits, the claims.
import { sealOf } from './calls.mjs';
import { groupBy, numbersOf } from './evidence.mjs';

/** What needs the table of every dialect, and is taken from the document where it can be so at all. */
export const NOT_RECOMPUTED = ['unrecognised_mcp_span'];

/** Everything one emitter said and sent in one trace. */
function epochsOf(run, calls) {
  const epochs = new Map();
  const epoch = (trace, emitter, name, span) => {
    if (emitter === undefined || name === undefined) return undefined;
    const key = `${trace}/${emitter}/${name}`;
    if (!epochs.has(key))
      epochs.set(key, {
        key,
        trace,
        emitter,
        name,
        calls: [],
        said: [],
        roots: [],
        ordinals: [],
        carriers: [],
      });
    const found = epochs.get(key);
    found.carriers.push(span);
    found.service ??= span.resource['service.name'];
    return found;
  };
  for (const span of run.spans) {
    const own = span.attributes;
    const here = epoch(span.trace, own['assay.emitter.id'], own['assay.epoch'], span);
    if (here !== undefined && own['assay.checkpoint.ordinal'] !== undefined) {
      here.ordinals.push(own['assay.checkpoint.ordinal']);
      here.roots.push(span);
    }
    for (const { value, intact } of span.checkpoints) {
      if (intact) epoch(span.trace, value.emitter, value.epoch, span).said.push({ span, ...value });
    }
  }
  for (const call of calls) epoch(call.span.trace, call.emitter, call.epoch, call.span)?.calls.push(call);
  return [...epochs.values()].map(judged);
}

function judged(epoch) {
  const { said, calls, ordinals } = epoch;
  const inTurn = [...said].sort((a, b) => a.ordinal - b.ordinal);
  const top = inTurn.at(-1);
  // A claim ends with the last checkpoint that is final; where none is, the entry stands and claims nothing.
  const last = inTurn.filter(({ final }) => final).at(-1) ?? top;
  const sequences = calls.map(({ sequence }) => sequence).filter(Number.isInteger);
  const mentioned = [...sequences, ...calls.map(({ numbered }) => numbered ?? 0)];
  const highest = Math.max(0, top?.numbered ?? 0, ...mentioned);
  const known = new Set([...sequences, ...numbersOf(top?.withdrawn)]);
  const missing = Array.from({ length: highest }, (_, i) => i + 1).filter((n) => !known.has(n));
  // One record that stands on two spans under one number is sealed once.
  const recorded = [
    ...new Map(
      calls
        .filter(({ digest, sequence }) => digest !== undefined && sequence !== undefined)
        .map((call) => [`${call.sequence} ${call.digest}`, call]),
    ).values(),
  ];
  const attested = (top?.instrumentation ?? []).filter(({ basis }) => basis !== 'seen');
  const isRoot =
    said.some(({ root, run_root }) => root !== null || run_root !== null) ||
    epoch.roots.some(({ parent }) => parent === undefined);
  return {
    ...epoch,
    top,
    last,
    highest,
    missing,
    recorded,
    attested,
    isRoot,
    // What was numbered after the last word that arrived is missing by its number, not by its seal.
    isSealed:
      top !== undefined && sealOf(recorded.filter(({ sequence }) => sequence <= top.numbered)) === top.seal,
    isBeyond: highest > (top?.numbered ?? 0) || ordinals.some((n) => n > (top?.ordinal ?? 0)),
    // Neither the root's, nor attesting, nor numbering anything: outside, and so are its gaps.
    isOutside: top !== undefined && !isRoot && attested.length === 0 && highest === 0,
  };
}

export function verdictOf(run, { calls, requests, clashes }) {
  const epochs = epochsOf(run, calls);
  const inside = epochs.filter(({ isOutside }) => !isOutside);
  const scope = inside.filter(({ last }) => last !== undefined);
  const services = new Set(inside.map(({ service }) => service));
  const namers = isOwnTrace(run, epochs) ? new Set() : namersOf(run, epochs);
  const gaps = [];
  const gap = (code, emitter, rest = {}) => gaps.push({ code, emitter, ...rest });

  for (const [trace, spans] of run.traces) {
    if (
      !isRootObserved(
        spans,
        epochs.filter((epoch) => epoch.trace === trace),
      )
    )
      gap('root_not_observed');
  }
  for (const epoch of inside) {
    const { emitter, top, missing } = epoch;
    if (top === undefined || epoch.isBeyond) gap('checkpoint_missing', emitter);
    if (missing.length > 0) gap('sequence_gap', emitter, { numbers: missing });
    if (epoch.calls.some(({ digest, sequence }) => digest === undefined && sequence !== undefined)) {
      gap('event_lost', emitter);
    }
    // Its log record alone: what the call was below, and so whether it is one of two records, is not known.
    const unseen = epoch.calls.filter(({ span }) => span.isUnseen).map(({ sequence }) => sequence);
    const borne = new Set(epoch.calls.filter(({ span }) => !span.isUnseen).map(({ sequence }) => sequence));
    if (unseen.some((sequence) => !borne.has(sequence))) gap('event_lost', emitter, { what: 'span' });
    if (top === undefined) continue;
    if (!top.final) gap('not_final', emitter);
    if (top.resumed) gap('evicted', emitter);
    // After one that is not final records may rightly come, which its seal does not have.
    if (top.final && !epoch.isSealed) gap('seal_mismatch', emitter);
    if (epoch.attested.length === 0 && (top.numbered > 0 || epoch.isRoot)) {
      gap('instrumentation_not_attested', emitter);
    }
    if (top.unrecorded > 0) gap('unrecorded_calls', emitter);
    const restsOnWord = epoch.attested.some(({ basis }) => basis === 'configured');
    // Of a run wider than a trace a sampler can drop a trace whole, and nobody was told that it began.
    if (top.sampler === 'unknown' && (restsOnWord || namers.has(emitter))) {
      gap('sampler_unknown', emitter);
    }
    if (top.not_sampled > 0 && !top.read_in_process) gap('not_sampled', emitter);
  }
  for (const span of run.spans) {
    for (const { intact } of [...span.decisions, ...span.checkpoints]) {
      if (!intact) gap('event_truncated', span.attributes['assay.emitter.id']);
    }
  }
  for (const request of requests) {
    const isLoose = request.every(({ emitter }) => emitter === undefined);
    const isInScope = request.some(({ span }) => services.has(span.resource['service.name']));
    if (isLoose && isInScope) gap('emitter_missing');
  }
  if (!isWhole(run, epochs, namers)) gap('run_not_sealed');
  for (const what of conflictsOf(run, epochs, calls, clashes)) gap('conflict', undefined, { what });

  const state = scope.length === 0 ? 'unknown' : gaps.length === 0 ? 'complete' : 'partial';
  return { epochs, inside, scope, gaps, state };
}

function isRootObserved(spans, epochs) {
  const isNamed = epochs.some(({ said }) =>
    said.some(({ root, run_root }) => root !== null || run_root !== null),
  );
  return (
    isNamed ||
    spans.some(
      ({ parent, remote, attributes }) => parent === undefined || (remote && attributes['assay.run.id']),
    )
  );
}

/** What intact seals say that the run consists of. */
function partsOf(run) {
  const seals = run.spans.flatMap((span) => span.seals).filter(({ intact }) => intact);
  return seals.filter(({ value }) => value.run_id === run.id).flatMap(({ value }) => value.parts);
}

/** Every trace of the run, seen or sealed; one that holds nothing but a seal is no part of it. */
function tracesOf(run) {
  const isPart = ({ seals }) => !seals.some(({ intact }) => intact);
  const seen = [...run.traces].filter(([, spans]) => spans.some(isPart)).map(([trace]) => trace);
  return new Set([...seen, ...partsOf(run).map(({ trace }) => trace)]);
}

/** A run that is its trace, or says that it is. */
function isOwnTrace(run, epochs) {
  const traces = tracesOf(run);
  if (traces.size === 1 && traces.has(run.id)) return true;
  return epochs.some(({ said }) => said.some((checkpoint) => checkpoint.run === 'trace'));
}

/** Emitters whose own spans name the run: each states which parts of it it had. */
function namersOf(run, epochs) {
  const names = ({ parent, remote, resource, attributes }) =>
    (resource['assay.run.id'] ??
      (parent === undefined || remote ? attributes['assay.run.id'] : undefined)) === run.id;
  const here = epochs.filter(({ carriers }) => carriers.some(names));
  return new Set(here.map(({ emitter }) => emitter));
}

/** Every trace is in a seal, every part of a seal was seen, and whoever names the run has sealed it. */
function isWhole(run, epochs, namers) {
  if (isOwnTrace(run, epochs)) return true;
  const parts = partsOf(run);
  const seen = new Set(epochs.map(({ key }) => key));
  const sealers = new Set(parts.map(({ emitter }) => emitter));
  return (
    parts.length > 0 &&
    [...tracesOf(run)].every((trace) => parts.some((part) => part.trace === trace)) &&
    parts.every(({ trace, emitter, epoch }) => seen.has(`${trace}/${emitter}/${epoch}`)) &&
    [...namers].every((emitter) => sealers.has(emitter))
  );
}

/** The kinds of disagreement in a run. The names of the last three are not set by the published pages. */
function conflictsOf(run, epochs, calls, clashes) {
  const kinds = new Set(calls.flatMap(({ conflicts }) => conflicts));
  for (const [, same] of groupBy(calls, ({ span }) => span.key)) {
    if (same.filter(({ digest }) => digest !== undefined).length > 1) kinds.add('record');
  }
  for (const { calls: own, said } of epochs) {
    const numbers = own.filter(({ sequence }) => sequence !== undefined);
    for (const [, same] of groupBy(numbers, ({ sequence }) => sequence)) {
      if (new Set(same.map(({ span }) => span.key)).size > 1) kinds.add('sequence');
    }
    for (const [, same] of groupBy(said, ({ ordinal }) => ordinal)) {
      const forms = new Set(same.map(({ span: _, ...value }) => JSON.stringify(value)));
      if (forms.size > 1) kinds.add('checkpoint');
    }
  }
  const isTrace = epochs.some(({ said }) => said.some((checkpoint) => checkpoint.run === 'trace'));
  if (run.disagree || (tracesOf(run).size > 1 && isTrace)) kinds.add('run_id');
  if (clashes.length > 0) kinds.add('target');
  return kinds;
}

/** Limits that block a claim of absence. Of the first three only the document knows: they need every dialect. */
const HIDING = [
  'unattributed_tool_spans',
  'uncovered_calls',
  'unrecognised_mcp_spans',
  'detached_calls',
  'calls_recorded_elsewhere',
];

export function claimsOf(run, verdict, records, limits) {
  const isHiding = limits.some(({ code }) => HIDING.includes(code));
  const rooted = verdict.scope.filter(({ isRoot }) => isRoot);
  const isWatched =
    rooted.length > 0 &&
    rooted.every(watches) &&
    rootsOf(run).every((root) => rooted.some((epoch) => speaksFor(epoch, root)));
  const isOpen = verdict.state === 'complete' && isWatched && !isHiding;
  const isKnown = records.every(({ classification }) => classification === 'classified');
  const say = (isAllowed) => (isAllowed ? 'allowed' : 'blocked');
  return {
    observed_calls: 'allowed',
    no_tool_use: say(isOpen && records.length === 0),
    no_undeclared_tool_use: say(isOpen && isKnown),
  };
}

/** The spans with which the run, or a part of it, began: parentless, or with a remote parent and a run's name. */
function rootsOf(run) {
  return run.spans.filter(
    ({ parent, remote, attributes, seals }) =>
      (parent === undefined && seals.length === 0) || (remote && attributes['assay.run.id'] !== undefined),
  );
}

function speaksFor({ trace, emitter, said }, root) {
  const isNamed = said.some((checkpoint) => checkpoint.root === root.id || checkpoint.run_root === root.id);
  return trace === root.trace && (isNamed || root.attributes['assay.emitter.id'] === emitter);
}

/** Whether the clients of the whole process were watched from the epoch's beginning. */
function watches({ attested, last }) {
  return attested.some(
    ({ vantage, covers, since }) =>
      vantage === 'client' && covers === 'process' && BigInt(since) <= BigInt(last.from),
  );
}

/** What the checkpoints and records say of themselves; the rest of `limits` needs every dialect. */
export function limitsOf(epochs, records) {
  return {
    arguments_not_captured: records.filter(({ detail }) => detail === 'arguments_not_captured').length,
    arguments_truncated: records.filter(({ detail }) => detail === 'arguments_truncated').length,
    detached_calls: epochs.reduce((sum, { top }) => sum + (top?.detached_calls ?? 0), 0),
  };
}
