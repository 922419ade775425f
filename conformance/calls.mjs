// Which spans of a run are calls, and which of them are one request seen from several places.
import { canonical, POLICY_SPAN, sha256 } from './evidence.mjs';
import { toldSame } from './told-same.mjs';

/**
 * The calls of a run. One per intact event; a span that is plainly a call (its numbers, or `tools/call`), or is one
 * by what the documents state (`stated`: tool name and vantage by span), and has no intact event is a call without a
 * record: what a reader makes of it needs every dialect, so the checker takes its record as it stands.
 */
export function callsOf(spans, stated) {
  const byKey = new Map(spans.map((span) => [span.key, span]));
  const calls = [];
  for (const span of spans) {
    const intact = span.decisions.filter((event) => event.intact);
    for (const { value, own, digest } of intact) calls.push(callFrom(span, own, value, digest));
    if (intact.length === 0 && (isPlainCall(span) || stated.has(span.key)))
      calls.push(callFrom(span, {}, undefined, undefined, stated.get(span.key)));
  }
  return { calls, byKey };
}

export function isPlainCall(span) {
  return span.decisions.length > 0 || span.attributes['assay.sequence'] !== undefined || isToolsCall(span);
}

/** A gateway that asks a guardrail by gRPC repeats the method on that span, which is named by a path. */
function isToolsCall({ attributes, name }) {
  return attributes['mcp.method.name'] === 'tools/call' && !name.startsWith('/');
}

function callFrom(span, own, record, digest, stated) {
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
    // The span of the same request that the documents state above it.
    statedBelow: stated?.below,
    // Numbered, and its event lost: what reads as no call without it is none in the surface.
    isUnread: record === undefined && !isToolsCall(span) && stated === undefined,
    vantage:
      either('assay.vantage') ?? stated?.vantage ?? { 2: 'server', 3: 'client' }[span.kind] ?? 'client',
    start: BigInt(own['assay.call.start_time_unix_nano'] ?? span.start),
    sameAs: own['assay.call.same_as'],
    conflicts: own['assay.conflicts'] ?? [],
    versions: own['assay.classifier.version'] ?? [],
    leaf: leafOf(record?.tool?.name ?? stated?.name ?? span.attributes['gen_ai.tool.name'] ?? ''),
  };
}

/** What follows the last `.`, `/`, `:` or run of two and more `_`. */
function leafOf(name) {
  return name.split(/[./:]|_{2,}/).at(-1);
}

function serviceOf({ trace, resource }) {
  return `${trace}\n${resource['service.name'] ?? ''}\n${resource['service.instance.id'] ?? ''}`;
}

function emittersOf({ attributes, decisions, checkpoints }) {
  return [
    attributes['assay.emitter.id'],
    ...decisions.filter(({ intact }) => intact).map(({ own }) => own['assay.emitter.id']),
    ...checkpoints.filter(({ intact }) => intact).map(({ value }) => value.emitter),
  ].filter((emitter) => emitter !== undefined);
}

/**
 * The process of each span: its emitter, or the one emitter that speaks for its service and instance in the trace,
 * or these.
 */
function processesOf(spans) {
  const speaking = new Map();
  for (const span of spans) {
    const known = speaking.get(serviceOf(span)) ?? new Set();
    for (const emitter of emittersOf(span)) known.add(emitter);
    speaking.set(serviceOf(span), known);
  }
  const alone = (span) => {
    const emitters = [...speaking.get(serviceOf(span))];
    return emitters.length === 1 ? emitters[0] : serviceOf(span);
  };
  return new Map(spans.map((span) => [span.key, emittersOf(span).sort()[0] ?? alone(span)]));
}

/**
 * Requests: lists of calls, outermost first. `dropped`: framework spans above two and more client calls.
 * `clashes`: pairs that would join and have classified different targets. `away`: requests that are left out, since
 * another trace has their record.
 */
export function joinCalls({ calls: all, byKey }) {
  const calls = all.filter(({ isUnread }) => !isUnread);
  const bySpan = new Map();
  const processes = processesOf([...byKey.values()]);
  for (const call of calls) {
    // A span with two records is no part of a join.
    bySpan.set(call.span.key, bySpan.has(call.span.key) ? null : call);
  }
  const above = (span) => (span.parent === undefined ? undefined : byKey.get(`${span.trace}/${span.parent}`));
  const alone = calls.filter((call) => bySpan.get(call.span.key) === call);
  const { othersOf, elsewhere, clashes } = toldSame(alone, byKey, isClash);
  for (const [call, others] of othersOf) for (const { span } of others) bySpan.set(span.key, call);
  const single = alone.filter((call) => bySpan.get(call.span.key) === call);
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

  // What a gateway or two layers of one client wrote of a request: to know that anew takes their table as well.
  const linked = new Set(inner.values());
  for (const call of single.filter(({ record, statedBelow }) => record === undefined && statedBelow)) {
    const outer = bySpan.get(call.statedBelow);
    const isDerived = outer?.record === undefined && outer?.leaf === call.leaf;
    if (!isDerived || linked.has(call) || inner.has(outer)) continue;
    if (reachesUp(call, outer, ['client', 'server', 'gateway', 'framework'], true)) link(outer, call);
  }

  const joined = new Set([...inner.values(), ...[...othersOf.values()].flat()]);
  const chains = calls
    .filter((call) => !joined.has(call) && !dropped.has(call))
    .map((call) => {
      const chain = [];
      for (let next = call; next !== undefined; next = inner.get(next))
        chain.push(next, ...(othersOf.get(next) ?? []));
      return chain;
    });
  const isHeard = [...byKey.values()].some(({ name }) => POLICY_SPAN.test(name));
  const isAway = (chain) =>
    chain.some((call) => elsewhere.has(call)) &&
    !isHeard &&
    chain.every(({ record }) => (record?.decision.source ?? 'none') === 'none');
  const requests = chains.filter((chain) => !isAway(chain));
  return { requests, dropped, clashes, away: chains.length - requests.length };

  /** Whether `call` lies below `outer` with no call of these roles and no third process between. */
  function reachesUp(call, outer, stops, sameProcess = false) {
    const allowed = new Set([processes.get(call.span.key), processes.get(outer.span.key)]);
    if (sameProcess && (allowed.size > 1 || call.span.remote)) return false;
    for (let span = above(call.span); span !== undefined; span = above(span)) {
      const between = bySpan.get(span.key);
      if (between === outer) return true;
      if (sameProcess && span.remote) return false;
      // Of two spans of one call neither is above the other.
      if (between === call) continue;
      if (between === null || (between !== undefined && stops.includes(between.vantage))) return false;
      if (!allowed.has(processes.get(span.key))) return false;
    }
    return false;
  }
}

function isClash(a, b) {
  const isBoth = [a, b].every(({ record }) => record?.classification === 'classified');
  return isBoth && JSON.stringify(a.record.action.target) !== JSON.stringify(b.record.action.target);
}

/** Start, then trace id, then span id of the outermost span; the record where one span has two. */
export function inOrder([a], [b]) {
  if (a.start !== b.start) return a.start < b.start ? -1 : 1;
  return (
    compare(a.span.trace, b.span.trace) ||
    compare(a.span.id, b.span.id) ||
    compare(canonical(a.record ?? null), canonical(b.record ?? null))
  );
}

function compare(a, b) {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** The seal of records in the order of their numbers. */
export function sealOf(calls) {
  const ordered = [...calls].sort((a, b) => a.sequence - b.sequence);
  return sha256(ordered.map(({ digest }) => `${digest}\n`).join(''));
}
