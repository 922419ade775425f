import { whoOf } from '../report/words/emitter-words.ts';
import { numbers } from '../report/words/gap-words.ts';
import { counted, listed, listedWords, named, paragraph } from '../report/words/paragraph.ts';
import type { EmitterCoverage, Health, ScopeEntry } from '../run/health.ts';

/** One epoch in scope, with what its emitter numbered. */
interface Part {
  readonly entry: ScopeEntry;
  readonly coverage: EmitterCoverage | undefined;
}

/**
 * What a claim is about, where the run began first. A server has an epoch for each request: those of one emitter
 * that differ in time alone are told together.
 */
export function scopeLines({ run_id, scope, coverage }: Health): string[] {
  const parts = new Map(coverage.emitters.map((of) => [`${of.emitter} ${of.epoch}`, of]));
  const groups = new Map<string, Part[]>();
  for (const entry of scope.emitters) {
    const { trace, emitter, epoch, service, run_root, attested } = entry;
    const key = JSON.stringify([trace, emitter, service, run_root, attested]);
    const part = { entry, coverage: parts.get(`${emitter} ${epoch}`) };
    const known = groups.get(key);
    if (known === undefined) groups.set(key, [part]);
    else known.push(part);
  }
  const rank = ([first]: readonly Part[]) => (first?.entry.run_root === true ? 0 : 1);
  const inOrder = [...groups.values()].sort((a, b) => rank(a) - rank(b));
  const why = coverage.emitters.length === 0 ? 'no emitter was seen' : 'no emitter left a checkpoint';
  const [trace = run_id, ...more] = new Set(scope.emitters.map((entry) => entry.trace));
  // Most runs are one trace: it is named once.
  const only = more.length === 0 ? trace : undefined;
  const uncovered = listedWords(scope.uncovered_services.map(named), ', ');
  return [
    ...(only === undefined || only === run_id ? [] : [paragraph(`trace ${only}`, 4)]),
    inOrder.length === 0
      ? paragraph(`nothing: ${why}`, 4)
      : listed(inOrder.map((group) => groupText(group, only ?? run_id))),
    ...(uncovered === '' ? [] : [paragraph(`not in scope: ${uncovered}`, 4)]),
  ];
}

function groupText(group: readonly Part[], known: string): string {
  const [first] = group;
  if (first === undefined) return '';
  const { trace, emitter, run_root } = first.entry;
  const where = trace === known ? '' : `, trace ${trace}`;
  return [
    paragraph(`${whoOf(emitter, first.entry)}${where}${run_root ? ', where the run began' : ''}`, 4),
    paragraph(timeWords(group.map(({ entry }) => entry)), 6),
    attestedText(group.map(({ entry }) => entry)),
    paragraph(numberedWords(group.flatMap(({ coverage }) => coverage ?? [])), 6),
  ].join('');
}

function timeWords(entries: readonly ScopeEntry[]): string {
  const from = extreme(
    entries.map((entry) => entry.from),
    -1,
  );
  const until = extreme(
    entries.map((entry) => entry.until),
    1,
  );
  const lengths = entries.map((entry) => BigInt(entry.until) - BigInt(entry.from));
  const times = `${isoTime(from)} – ${isoTime(until)}`;
  if (entries.length === 1) return `${times} (${duration(lengths[0] ?? 0n)})`;
  const all = lengths.reduce((sum, length) => sum + (length > 0n ? length : 0n), 0n);
  return `${times}, in ${entries.length} parts (${duration(all)})`;
}

/** The entries of a group attest the same. */
function attestedText(entries: readonly ScopeEntry[]): string {
  const attested = entries[0]?.attested ?? [];
  if (attested.length === 0) return paragraph('nobody vouches that its calls are seen', 6);
  const lines = attested.map(({ vantage, covers, scope, since }) => {
    const isLate = entries.some(({ from }) => BigInt(since) > BigInt(from));
    const what = covers === 'process' ? 'the whole process' : 'one object';
    const late = isLate ? `, since ${isoTime(since)}` : '';
    return paragraph(`${vantage} calls of ${what}, through ${named(scope)}${late}`, 6);
  });
  return listed(lines, 6);
}

function numberedWords(parts: readonly EmitterCoverage[]): string {
  const sum = (of: (part: EmitterCoverage) => number) => parts.reduce((total, part) => total + of(part), 0);
  const [withdrawn, sealed] = [sum((part) => part.withdrawn), sum((part) => (part.sealed ? 1 : 0))];
  const open = parts.flatMap((part) => part.open);
  const isPartly = sealed > 0 && sealed < parts.length;
  return [
    `${counted(
      sum((part) => part.numbered),
      'call',
    )} numbered, ${sum((part) => part.recorded)} recorded`,
    ...(withdrawn > 0 ? [`${withdrawn} withdrawn`] : []),
    ...(open.length > 0 ? [`open: ${numbers(open)}`] : []),
    isPartly ? `${sealed} of ${parts.length} parts sealed` : sealed > 0 ? 'sealed' : 'not sealed',
  ].join(', ');
}

/** The least (-1) or greatest (1) of some times. */
function extreme(times: readonly string[], sign: -1 | 1): string {
  return times.reduce((a, b) => ((BigInt(b) > BigInt(a) ? 1 : -1) === sign ? b : a));
}

/** Of Unix nanoseconds; 20 digits of them are within what a date can be. */
function isoTime(nanoseconds: string): string {
  return new Date(Number(BigInt(nanoseconds) / 1_000_000n)).toISOString();
}

/** `0 ms`, `4.25 s`, `2 min 5 s`, `26 h 3 min`. */
function duration(nanoseconds: bigint): string {
  if (nanoseconds < 0n) return 'ends before it begins';
  const seconds = Number(nanoseconds) / 1e9;
  if (seconds < 1) return `${Number((seconds * 1000).toPrecision(3))} ms`;
  if (seconds < 60) return `${Number(seconds.toPrecision(3))} s`;
  const [minutes, hours] = [Math.floor(seconds / 60), Math.floor(seconds / 3600)];
  return hours === 0 ? `${minutes} min ${Math.floor(seconds % 60)} s` : `${hours} h ${minutes % 60} min`;
}
