import type { Counted } from '../../run/health.ts';
import { GAP_WORDS } from './gap-words.ts';
import { counted, named } from './paragraph.ts';
import type { Quote } from './quote.ts';

type Words = Readonly<Record<string, (count: number) => string>>;

/** What bounds a claim without being a gap. */
const LIMITS: Words = {
  arguments_not_captured: (count) => `the arguments of ${counted(count, 'call')} were not captured`,
  arguments_truncated: (count) => `the arguments of ${counted(count, 'call')} were cut`,
  calls_recorded_elsewhere: (count) =>
    `${counted(count, 'call')} with no record here: a span of another trace is said to hold it`,
  detached_calls: (count) => `${counted(count, 'call')} began in another trace while this run was open`,
  local_tool_spans: (count) => `${counted(count, 'tool span')} of local functions (\`localTools\`)`,
  span_limits: (count) => `of ${counted(count, 'call span')}, a limit dropped attributes or events`,
  unattributed_tool_spans: (count) => `${counted(count, 'tool span')} that may or may not be an MCP call`,
  uncovered_calls: (count) => `${counted(count, 'call')} of a service for which no emitter speaks`,
  unjoined_client_calls: (count) =>
    `${counted(count, 'client call')} below or beside a framework's span of the same tool: may be recorded twice under one request`,
  unjoined_server_calls: (count) =>
    `${counted(count, 'server call')} without the client's: may be recorded twice under one request`,
  unrecognised_mcp_spans: (count) =>
    `${counted(count, 'span')} with \`mcp.*\` attributes that no dialect reads, of a service for which no emitter speaks`,
};

/** Facts that explain a hole, and neither make nor unmake completeness. */
const NOTES: Words = {
  export_failed: (count) => `${counted(count, 'export')} failed`,
  hook_not_called: (count) =>
    `${counted(count, 'record')} made by the exporter, the processor's hook was not called`,
  late: (count) => `${counted(count, 'span')} came late`,
  rejected: (count) => `${counted(count, 'span')} rejected on the way`,
  undecodable: (count) => `${counted(count, 'document')} on the way could not be read`,
};

/** A limit in words; one that is not known, by its code. */
export function limitWords({ code, count }: Counted): string {
  return wordsOf(LIMITS, code)?.(count) ?? counted(count, 'time');
}

/** A note in words. Gaps of emitters outside the scope are notes too. */
export function noteWords({ code, count }: Counted): string {
  const words = wordsOf(NOTES, code)?.(count);
  if (words !== undefined) return words;
  const gap = wordsOf(GAP_WORDS, code);
  if (gap === undefined) return counted(count, 'time');
  return `outside the scope, ${gap.says({ count, who: 'an emitter' })}`;
}

export function wordsOf<T>(table: Readonly<Record<string, T>>, code: string): T | undefined {
  return Object.hasOwn(table, code) ? table[code] : undefined;
}

/** `code: words`. */
export function coded(code: string, words: string, quote: Quote = named): string {
  return `${quote(code)}: ${words}`;
}
