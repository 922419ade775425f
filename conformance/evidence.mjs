// What a file of OTLP/JSON traces holds for the checker: spans, and on them events whose digest and form hold.
// Written from the published documents alone; nothing here comes from the package's sources.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';

export function sha256(text) {
  return `sha256:${createHash('sha256').update(text, 'utf8').digest('hex')}`;
}

/** RFC 8785 for what these documents hold: no floats, no lone surrogates. Keys by UTF-16 code unit. */
export function canonical(value) {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  if (value === null || typeof value !== 'object') return JSON.stringify(value);
  const members = Object.keys(value).sort();
  return `{${members.map((key) => `${JSON.stringify(key)}:${canonical(value[key])}`).join(',')}}`;
}

export function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/**
 * The spans of a file, each once: a span that came twice has the events of both, and those that came as log records
 * about it.
 */
export function readSpans(file) {
  const text = readFileSync(file, 'utf8');
  const whole = parsed(text);
  const documents = whole === undefined ? text.split('\n').filter((line) => line.trim() !== '') : [whole];
  const spans = new Map();
  const logged = [];
  documents.forEach((entry, index) => {
    const document = typeof entry === 'string' ? parsed(entry) : entry;
    if (document === undefined) throw new Error(`${file}:${index + 1}: not JSON`);
    for (const { resource, scopeSpans } of document.resourceSpans ?? []) {
      for (const { scope, spans: raw } of scopeSpans ?? []) {
        for (const span of raw ?? []) addSpan(spans, readSpan(span, resource, scope));
      }
    }
    for (const { resource, scopeLogs } of document.resourceLogs ?? []) {
      for (const { scope, logRecords } of scopeLogs ?? []) {
        for (const record of logRecords ?? []) logged.push(...readLog(record, resource, scope));
      }
    }
  });
  // Of a span that did not come they say nothing but what they hold.
  for (const span of logged) addSpan(spans, span);
  return [...spans.values()];
}

function addSpan(spans, span) {
  const seen = spans.get(span.key);
  if (seen === undefined) return spans.set(span.key, span);
  for (const list of ['decisions', 'checkpoints', 'seals']) {
    const texts = new Set(seen[list].map(({ text, intact }) => `${intact} ${text}`));
    seen[list].push(...span[list].filter(({ text, intact }) => !texts.has(`${intact} ${text}`)));
  }
  seen.attributes = { ...span.attributes, ...seen.attributes };
}

/** A log record about a span, as a span that holds that one event and of which nothing else is known. */
function readLog({ traceId, spanId, eventName, attributes, timeUnixNano }, resource, scope) {
  const isOurs = ['assay.tool_decision', 'assay.tool_observation', 'assay.run_end'].includes(eventName);
  if (!isOurs || !traceId || !spanId) return [];
  const events = [{ name: eventName, attributes }];
  const raw = { traceId, spanId, startTimeUnixNano: timeUnixNano, endTimeUnixNano: timeUnixNano, events };
  return [{ ...readSpan(raw, resource, scope), parent: null, isUnseen: true }];
}

function readSpan(raw, resource, scope) {
  const attributes = bag(raw.attributes);
  const events = (raw.events ?? []).map(({ name, attributes: own }) => ({ name, own: bag(own) }));
  const named = (name) => events.filter((event) => event.name === name).map(({ own }) => own);
  const flags = Number(raw.flags ?? 0);
  const trace = String(raw.traceId).toLowerCase();
  const id = String(raw.spanId).toLowerCase();
  const decisions = named('assay.tool_decision').map((own) => ({
    ...sealed(own, 'assay.record', 'assay.record.digest'),
    own,
  }));
  return {
    key: `${trace}/${id}`,
    trace,
    id,
    parent: raw.parentSpanId ? String(raw.parentSpanId).toLowerCase() : undefined,
    remote: (flags & 0x300) === 0x300,
    start: BigInt(raw.startTimeUnixNano ?? 0),
    end: BigInt(raw.endTimeUnixNano ?? 0),
    name: raw.name ?? '',
    kind: raw.kind,
    scope: scope?.name ?? '',
    resource: bag(resource?.attributes),
    attributes,
    // Byte-equal copies of one event are one.
    decisions: distinct(decisions),
    checkpoints: distinct(
      named('assay.tool_observation').map((own) =>
        sealed(own, 'assay.checkpoint', 'assay.checkpoint.digest'),
      ),
    ),
    seals: distinct(
      named('assay.run_end').map((own) => sealed(own, 'assay.run_seal', 'assay.run_seal.digest')),
    ),
  };
}

function distinct(list) {
  const seen = new Map(list.map((entry) => [`${entry.intact} ${entry.text}`, entry]));
  return [...seen.values()];
}

/** Intact: the digest is that of the string, and the string is its own canonical form. */
function sealed(own, textKey, digestKey) {
  const text = own[textKey];
  const value = typeof text === 'string' ? parsed(text) : undefined;
  const isObject = value !== null && typeof value === 'object';
  const intact = isObject && own[digestKey] === sha256(text) && canonical(value) === text;
  return { text, digest: own[digestKey], value, intact };
}

function bag(attributes) {
  return Object.fromEntries((attributes ?? []).map(({ key, value }) => [key, plain(value ?? {})]));
}

function plain(value) {
  if ('stringValue' in value) return value.stringValue;
  if ('intValue' in value) return Number(value.intValue);
  if ('boolValue' in value) return value.boolValue;
  if ('doubleValue' in value) return value.doubleValue;
  if ('arrayValue' in value) return (value.arrayValue.values ?? []).map(plain);
  return undefined;
}

/** [[1, 3], [5, 5]] as the numbers in it. */
export function numbersOf(ranges) {
  return (ranges ?? []).flatMap(([from, to]) => Array.from({ length: to - from + 1 }, (_, i) => from + i));
}

export function rangesOf(numbers) {
  const ranges = [];
  for (const n of [...new Set(numbers)].sort((a, b) => a - b)) {
    const last = ranges.at(-1);
    if (last !== undefined && last[1] === n - 1) last[1] = n;
    else ranges.push([n, n]);
  }
  return ranges;
}

/** The runs that a set of spans makes: a trace, or all traces that name one id. */
export function runsOf(spans) {
  const traces = groupBy(spans, ({ trace }) => trace);
  const runs = new Map();
  for (const [trace, members] of traces) {
    const { id, disagree } = runIdOf(trace, members);
    const run = runs.get(id) ?? { id, spans: [], traces: new Map(), disagree: false };
    run.spans.push(...members);
    run.traces.set(trace, members);
    run.disagree ||= disagree;
    runs.set(id, run);
  }
  return [...runs.values()];
}

export function groupBy(list, keyOf) {
  const found = new Map();
  for (const entry of list) {
    const key = keyOf(entry);
    if (!found.has(key)) found.set(key, []);
    found.get(key).push(entry);
  }
  return found;
}

const RUN_ID = 'assay.run.id';

function runIdOf(trace, spans) {
  const roots = spans.filter(
    (span) => span.parent === undefined || (span.remote && RUN_ID in span.attributes),
  );
  const ids = (list) => [...new Set(list.filter((id) => typeof id === 'string' && id !== ''))].sort();
  for (const list of [
    ids(roots.map(({ resource }) => resource[RUN_ID])),
    ids(roots.map(({ attributes }) => attributes[RUN_ID])),
  ]) {
    if (list.length > 0) return { id: list[0], disagree: list.length > 1 };
  }
  const others = ids(spans.map(({ resource }) => resource[RUN_ID]));
  if (others.length === 1) return { id: others[0], disagree: false };
  return { id: trace, disagree: false };
}

/** Spans on which policy layers say what they decided about a call; the tables of what they say are docs/dialects.md's. */
export const POLICY_SPAN =
  /^(execute_guardrail .*|agt\.(policy\.evaluate|approval\.request)|mesh\.governance\.policy_decision|agentmesh\.policy\.evaluate|AgentCore\.Policy\.AuthorizeAction|claude_code\.tool\.blocked_on_user)$/;
