// Which spans of a run are calls, and which of them are one request seen from several places.
import { sha256 } from './evidence.mjs';

/**
 * The calls of a run. One per intact event; a span that is plainly a call (its numbers, or `tools/call`) and has
 * no intact event is a call without a record: what a reader makes of it needs every dialect, so the checker
 * takes its record as it stands.
 */
export function callsOf(spans) {
  const byKey = new Map(spans.map((span) => [span.key, span]));
  const calls = [];
  for (const span of spans) {
    const intact = span.decisions.filter((event) => event.intact);
    for (const { value, own, digest } of intact) calls.push(callFrom(span, own, value, digest));
    if (intact.length === 0 && isPlainCall(span)) calls.push(callFrom(span, {}, undefined, undefined));
  }
  return { calls, byKey };
}

function isPlainCall({ attributes, decisions }) {
  return (
    decisions.length > 0 ||
    attributes['assay.sequence'] !== undefined ||
    attributes['mcp.method.name'] === 'tools/call'
  );
}

function callFrom(span, own, record, digest) {
  // A number that the event lacks is taken from the span.
  const either = (key) => own[key] ?? span.attributes[key];
  return {
    span,
    record,
    digest,
    emitter: either('assay.emitter.id'),
    epoch: either('assay.epoch'),
    sequence: either('assay.sequence'),
    numbered: own['assay.numbered'],
    vantage: either('assay.vantage') ?? { 2: 'server', 3: 'client' }[span.kind] ?? 'client',
    start: BigInt(own['assay.call.start_time_unix_nano'] ?? span.start),
    conflicts: own['assay.conflicts'] ?? [],
    versions: own['assay.classifier.version'] ?? [],
    leaf: leafOf(record?.tool?.name ?? span.attributes['gen_ai.tool.name'] ?? ''),
  };
}

/** What follows the last `.`, `/`, `:` or run of two and more `_`. */
function leafOf(name) {
  return name.split(/[./:]|_{2,}/).at(-1);
}

function processOf({ span, emitter }) {
  return emitter ?? span.attributes['assay.emitter.id'] ?? serviceOf(span);
}

function serviceOf({ resource }) {
  return `${resource['service.name'] ?? ''}\n${resource['service.instance.id'] ?? ''}`;
}

/**
 * Requests: lists of calls, outermost first. `dropped`: framework spans above two and more client calls.
 * `clashes`: pairs that would join and have classified different targets.
 */
export function joinCalls({ calls, byKey }) {
  const bySpan = new Map();
  for (const call of calls) {
    // A span with two records is no part of a join.
    bySpan.set(call.span.key, bySpan.has(call.span.key) ? null : call);
  }
  const above = (span) => (span.parent === undefined ? undefined : byKey.get(`${span.trace}/${span.parent}`));
  const single = calls.filter((call) => bySpan.get(call.span.key) === call);
  const clashes = [];
  const dropped = new Set();
  const inner = new Map();

  const link = (outer, below) => {
    if (isClash(outer, below)) clashes.push([outer, below]);
    else inner.set(outer, below);
  };
  const only = (candidates, leaf) => {
    const alike = candidates.filter((call) => call.leaf === leaf);
    return alike.length === 1 ? alike[0] : undefined;
  };

  const servers = single.filter(({ vantage }) => vantage === 'server');
  for (const client of single.filter(({ vantage }) => vantage === 'client')) {
    const below = servers.filter((server) => reachesUp(server, client, ['client', 'server']));
    const found = only(below, client.leaf);
    if (found !== undefined) link(client, found);
  }
  const taken = new Set(inner.values());
  for (const framework of single.filter(({ vantage }) => vantage === 'framework')) {
    const clients = single.filter(
      (call) => call.vantage === 'client' && reachesUp(call, framework, ['client'], true),
    );
    if (clients.length > 1) dropped.add(framework);
    else if (clients.length === 1) {
      if (clients[0].leaf === framework.leaf) link(framework, clients[0]);
    } else {
      const below = servers.filter(
        (server) => !taken.has(server) && reachesUp(server, framework, ['client', 'server']),
      );
      const found = only(below, framework.leaf);
      if (found !== undefined) link(framework, found);
    }
  }

  const joined = new Set(inner.values());
  const requests = calls
    .filter((call) => !joined.has(call) && !dropped.has(call))
    .map((call) => {
      const chain = [call];
      while (inner.has(chain.at(-1))) chain.push(inner.get(chain.at(-1)));
      return chain;
    });
  return { requests, dropped, clashes };

  /** Whether `call` lies below `outer` with no call of these roles and no third process between. */
  function reachesUp(call, outer, stops, sameProcess = false) {
    const allowed = new Set([processOf(call), processOf(outer)]);
    if (sameProcess && (allowed.size > 1 || call.span.remote)) return false;
    for (let span = above(call.span); span !== undefined; span = above(span)) {
      if (span === outer.span) return true;
      if (sameProcess && span.remote) return false;
      const between = bySpan.get(span.key);
      if (between === null || (between !== undefined && stops.includes(between.vantage))) return false;
      if (isThirdProcess(span, allowed, call, outer)) return false;
    }
    return false;
  }
}

/** Spans that carry no emitter of their own belong to the process whose resource is theirs. */
function isThirdProcess(span, allowed, call, outer) {
  const emitter = span.attributes['assay.emitter.id'];
  if (emitter !== undefined) return !allowed.has(emitter);
  return serviceOf(span) !== serviceOf(call.span) && serviceOf(span) !== serviceOf(outer.span);
}

function isClash(a, b) {
  const isBoth = [a, b].every(({ record }) => record?.classification === 'classified');
  return isBoth && JSON.stringify(a.record.action.target) !== JSON.stringify(b.record.action.target);
}

/** Start, then trace id, then span id of the outermost span. */
export function inOrder([a], [b]) {
  if (a.start !== b.start) return a.start < b.start ? -1 : 1;
  return compare(a.span.trace, b.span.trace) || compare(a.span.id, b.span.id) || compare(a.digest, b.digest);
}

function compare(a, b) {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** The seal of records in the order of their numbers. */
export function sealOf(calls) {
  const ordered = [...calls].sort((a, b) => a.sequence - b.sequence);
  return sha256(ordered.map(({ digest }) => `${digest}\n`).join(''));
}
