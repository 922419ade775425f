import { HEALTH_NON_CLAIMS, type Health, type ScopeEntry } from '../run/health.ts';
import { claimWords } from './claim-words.ts';
import { GAP_WORDS, numbers } from './gap-words.ts';
import { coded, limitWords, noteWords } from './limit-words.ts';
import { counted, named, paragraph } from './paragraph.ts';
import type { Colors } from './printer.ts';

type State = Health['coverage']['state'];

const STATE_COLORS = { complete: 'green', partial: 'yellow', unknown: 'red' } as const;

/** How much of a list a person is shown; `--format json` has all of it. */
const MOST_LISTED = 20;

/**
 * A health document in words, for a person: lines of 80 columns, each with its newline. Everything from outside
 * is escaped and stays within its line.
 */
export function healthText(health: Health, colors: Colors): string {
  const { state, notes } = health.coverage;
  const { limits, non_claims: nonClaims, run_id: runId } = health;
  const section = (title: string, lines: readonly string[]) =>
    lines.length === 0 ? '' : paragraph(colors.bold(title), 2) + listed(lines);
  return [
    paragraph(`run ${colors.bold(named(runId))}: ${colors[STATE_COLORS[state]](state)}`, 0),
    paragraph(signals(health), 2),
    section('in scope', scopeLines(health)),
    section('missing', missingLines(health, colors)),
    section(
      'notes',
      notes.map((note) => paragraph(coded(note.code, noteWords(note)), 4)),
    ),
    section(
      'limits',
      limits.map((limit) => paragraph(coded(limit.code, limitWords(limit)), 4)),
    ),
    ...claimLines(health, colors),
    section(
      'not claimed: this document',
      nonClaims.map((said) => paragraph(nonClaim(said), 4)),
    ),
  ].join('');
}

/** `3 runs: 1 complete, 2 partial, 0 unknown`. */
export function summaryText(states: readonly State[]): string {
  const count = (state: State) => `${states.filter((other) => other === state).length} ${state}`;
  return paragraph(
    `${counted(states.length, 'run')}: ${count('complete')}, ${count('partial')}, ${count('unknown')}`,
    0,
  );
}

function signals(health: Health): string {
  const {
    tool_calls_observed: calls,
    unknown_tool_count: unknown,
    policy_decisions_observed: decided,
  } = health;
  const layers = {
    present: 'policy layer present',
    absent: 'no policy layer',
    unknown: 'policy layer unknown',
  };
  return [
    `${counted(calls, 'call')} observed${unknown > 0 ? `, ${unknown} of an unknown tool` : ''}`,
    `${layers[health.policy_layer]}${decided > 0 ? `, ${counted(decided, 'call')} decided` : ''}`,
    health.redaction_active ? 'redaction active' : 'redaction not active: call spans may hold content',
    ...(health.proxy_seen ? [] : ['nothing that observes MCP was seen']),
  ].join('; ');
}

function scopeLines({ run_id, scope, coverage }: Health): string[] {
  const why = coverage.emitters.length === 0 ? 'no emitter was seen' : 'no emitter left a checkpoint';
  const entries = scope.emitters.map((entry) => {
    const { trace, emitter, epoch, from, until, run_root } = entry;
    const of = coverage.emitters.find((other) => other.emitter === emitter && other.epoch === epoch);
    const where = trace === run_id ? '' : `, trace ${trace}`;
    return [
      paragraph(`${whoOf(emitter, entry)}${where}${run_root ? ', where the run began' : ''}`, 4),
      paragraph(`${isoTime(from)} – ${isoTime(until)} (${duration(BigInt(until) - BigInt(from))})`, 6),
      ...attestedLines(entry),
      ...(of === undefined ? [] : [paragraph(numberedWords(of), 6)]),
    ].join('');
  });
  const uncovered = scope.uncovered_services.map(named);
  return [
    ...(entries.length === 0 ? [paragraph(`nothing: ${why}`, 4)] : entries),
    ...(uncovered.length === 0
      ? []
      : [
          paragraph(
            `not in scope: ${uncovered.slice(0, MOST_LISTED).join(', ')}${more(uncovered.length)}`,
            4,
          ),
        ]),
  ];
}

function attestedLines({ attested, from }: ScopeEntry): string[] {
  if (attested.length === 0) return [paragraph('nobody vouches that its calls are seen', 6)];
  const lines = attested.map(({ vantage, covers, scope, since }) => {
    const late = BigInt(since) > BigInt(from) ? `, since ${isoTime(since)}` : '';
    const what = covers === 'process' ? 'the whole process' : 'one object';
    return paragraph(`${vantage} calls of ${what}, through ${named(scope)}${late}`, 6);
  });
  return [listed(lines)];
}

function numberedWords(of: Health['coverage']['emitters'][number]): string {
  return [
    `${counted(of.numbered, 'call')} numbered, ${of.recorded} recorded`,
    ...(of.withdrawn > 0 ? [`${of.withdrawn} withdrawn`] : []),
    ...(of.open.length > 0 ? [`open: ${numbers(of.open)}`] : []),
    of.sealed ? 'sealed' : 'not sealed',
    `sampler ${of.sampler}`,
  ].join(', ');
}

/** Gaps come in the order of their codes: what to do about a code is said once, after its last gap. */
function missingLines({ coverage, scope }: Health, colors: Colors): string[] {
  const { gaps, state } = coverage;
  if (state === 'complete') return [paragraph('nothing', 4)];
  const nobody = [
    paragraph('not known: without an emitter nobody counts the calls', 4),
    paragraph('→ put the span processor into the process, and export all its spans', 6),
  ];
  const codes = [...new Set(gaps.map(({ code }) => code))];
  const told = codes.map((code) => {
    const { says, remedy } = GAP_WORDS[code];
    const lines = gaps
      .filter((gap) => gap.code === code)
      .map(({ emitter, ...gap }) => {
        const entry = scope.emitters.find((other) => other.emitter === emitter);
        const who = emitter === undefined ? 'the run' : whoOf(emitter, entry);
        return paragraph(`${colors.yellow(code)}: ${says({ ...gap, who })}`, 4);
      });
    return `${listed(lines)}${paragraph(`→ ${remedy}`, 6)}`;
  });
  return state === 'unknown' ? [...nobody, ...told] : told;
}

function claimLines(health: Health, colors: Colors): string[] {
  return claimWords(health).map(({ claim, because }) => {
    if (because.length === 0) return paragraph(`${colors.green('may claim')}: ${claim}`, 2);
    const reasons = because.slice(0, MOST_LISTED).join('; ') + more(because.length);
    return paragraph(`${colors.yellow('may not claim')}: ${claim}, because ${reasons}`, 2);
  });
}

function whoOf(emitter: string, entry: ScopeEntry | undefined): string {
  const service = entry?.service ?? undefined;
  return `emitter ${emitter}${service === undefined ? '' : ` (${named(service)})`}`;
}

/** Our own sentences may be broken over lines. */
function nonClaim(said: string): string {
  return HEALTH_NON_CLAIMS.includes(said) ? said : named(said);
}

function listed(lines: readonly string[]): string {
  const rest = lines.length - MOST_LISTED;
  return (
    lines.slice(0, MOST_LISTED).join('') + (rest > 0 ? paragraph(`and ${rest} more (--format json)`, 4) : '')
  );
}

function more(length: number): string {
  return length > MOST_LISTED ? ` and ${length - MOST_LISTED} more` : '';
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
