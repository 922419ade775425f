import type { Ranges } from '../../decision/checkpoint.ts';
import type { Gap, GapCode } from '../../run/health.ts';
import { counted, named } from './paragraph.ts';
import type { Quote } from './quote.ts';

/** What of a gap its words are made of; `who` is its emitter, in words. */
export interface GapSubject extends Pick<Gap, 'count' | 'what' | 'missing' | 'open'> {
  readonly who: string;
}

/** What a gap says, and what to do about it. */
export interface GapWords {
  /** What is not a word of ours is quoted, by default for a paragraph. */
  readonly says: (gap: GapSubject, quote?: Quote) => string;
  readonly remedy: string;
}

/** Every code by name: one that the type gains does not compile until somebody says what to do about it. */
export const GAP_WORDS: { readonly [Code in GapCode]: GapWords } = {
  checkpoint_missing: {
    says: ({ who, count }) => `${who} was seen, but not its last word on its calls${times(count)}`,
    remedy: 'let the process flush before it ends (`await sdk.shutdown()`); look for dropped batches',
  },
  conflict: {
    says: ({ who, what, count }, quote) => `of ${who}, ${conflict(what, quote)}${times(count)}`,
    remedy: 'both stand in the surface: judge both, and look for what sends or changes spans twice',
  },
  emitter_missing: {
    says: ({ count }) => `${counted(count, 'call')} of a service in scope, for which no emitter speaks`,
    remedy: 'put the span processor into every process of the service',
  },
  event_lost: {
    says: ({ who, what, missing, count }) =>
      what === 'span'
        ? `${calls(missing, count)} of ${who}: the log record came without its span`
        : `${calls(missing, count)} of ${who}: the span came without its event`,
    remedy:
      'raise the limits of span events on the way (`OTEL_SPAN_EVENT_COUNT_LIMIT`, the Collector); with `carrier: "log"`, give both spans and log records',
  },
  event_truncated: {
    says: ({ who, what, count }) =>
      `a ${what === 'checkpoint' ? 'checkpoint' : 'record'} of ${who} was cut or changed: its digest does not hold${times(count)}`,
    remedy: 'raise the limits of value length on the way (`OTEL_ATTRIBUTE_VALUE_LENGTH_LIMIT`, the backend)',
  },
  evicted: {
    says: ({ who, what, missing, count }) =>
      what === 'fragment'
        ? `this came after ${calls(missing, count)} of ${who} had been given away in an earlier part`
        : `${who} had to forget the trace, or came to it late${times(count)}`,
    remedy:
      'unite the parts (`assay-otel merge` of their states); raise `maxOpenRuns`, `limits` of the processor, or `--idle`; register the processor before the first span begins',
  },
  instrumentation_not_attested: {
    says: ({ who, count }) => `nobody vouches that ${who} sees all calls of its process${times(count)}`,
    remedy:
      "use `assay-otel/mcp`, or vouch with `attest: { instrumentation: 'configured' }`, and for the sampler too: wrap it in `observeToolCalls`, or, where it keeps every span, say `sampler: 'declared'` beside it",
  },
  not_final: {
    says: ({ who, open, count }) =>
      open === undefined || open.length === 0
        ? `something that could become a call was still open at the last checkpoint of ${who}${times(count)}`
        : `${calls(open)} of ${who}: still open at its last checkpoint`,
    remedy:
      'look for a process that was killed or gave up in mid-call; else end the spans of calls before the root ends, then flush',
  },
  not_sampled: {
    says: ({ who, count }) => `${counted(count, 'call')} of ${who}: not sampled`,
    remedy: 'sample every call: wrap the sampler in `observeToolCalls`, in its mode `sample`',
  },
  root_not_observed: {
    says: ({ count }) => `the span with which a trace began was not seen, and none was named${times(count)}`,
    remedy: 'export it, or name the entry with `runRoot`',
  },
  run_not_sealed: {
    says: ({ count }) => `the run is wider than a trace, and ${counted(count, 'part')} of it not vouched for`,
    remedy:
      'call `endRun(runId)` in every process; where each run is a trace of its own, say `runIsTrace: true`',
  },
  sampler_unknown: {
    says: ({ who, count }) => `the sampler of ${who} may drop calls in silence${times(count)}`,
    remedy:
      "where it keeps every span, say `attest: { sampler: 'declared' }`; else wrap it in `observeToolCalls`",
  },
  seal_mismatch: {
    says: ({ who, count }) => `the records of ${who} are not those that it sealed${times(count)}`,
    remedy:
      'a record was lost or changed on the way: mend the other gaps first, then look for what rewrites spans',
  },
  sequence_gap: {
    says: ({ who, missing, count }) =>
      `${calls(missing, count)} of ${who}: nothing of ${count === 1 ? 'it' : 'them'} was seen`,
    remedy:
      'look for dropped spans: full queues, failed exports, files cut short. The calls are not observed, not absent',
  },
  unrecognised_mcp_span: {
    says: ({ count }) => `${counted(count, 'span')} with \`mcp.*\` attributes that no dialect reads`,
    remedy: 'report the instrumentation that writes them',
  },
  unrecorded_calls: {
    says: ({ who, count }) => `${counted(count, 'call')} that ${who} saw begin: no span of them was recorded`,
    remedy: 'sample every call (`observeToolCalls`), and suppress no tracing around them',
  },
};

const CONFLICTS: Readonly<Record<string, string>> = {
  checkpoint: 'two checkpoints of one number differ',
  duplicate_attribute: 'a span bears one attribute twice',
  mcp_method: 'the attributes of a span disagree on the method',
  record: 'one span bears two records',
  run_id: 'the run ids of its traces disagree',
  sequence: 'one number stands on two calls',
  target: 'two spans of one call name different targets',
  tool_name: 'the attributes of a span disagree on the name of the tool',
};

function conflict(what = '', quote: Quote = named): string {
  return (
    (Object.hasOwn(CONFLICTS, what) ? CONFLICTS[what] : undefined) ?? `two do not agree on ${quote(what)}`
  );
}

function times(count: number): string {
  return count === 1 ? '' : ` (${count} times)`;
}

/** `calls 4–5, 9`; where there are more than the numbers, since several traces count from 1, how many. */
function calls(ranges: Ranges = [], count?: number): string {
  const size = ranges.reduce((sum, [from, to]) => sum + to - from + 1, 0);
  if (size === 0) return counted(count ?? 0, 'call');
  const all = count === undefined || count <= size ? '' : ` (${count} in all)`;
  return `call${size === 1 ? '' : 's'} ${numbers(ranges)}${all}`;
}

const MOST_RANGES = 12;

/** `4–5, 9`; of very many, the first. */
export function numbers(ranges: Ranges): string {
  const shown = ranges.slice(0, MOST_RANGES).map(([from, to]) => (from === to ? `${from}` : `${from}–${to}`));
  const beyond = ranges.length - shown.length;
  return `${shown.join(', ')}${beyond > 0 ? ` and ${beyond} more ranges` : ''}`;
}
