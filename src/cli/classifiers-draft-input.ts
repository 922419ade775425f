import type { DraftTool } from '../classifier-file/draft-tool.ts';
import { counted, listedWords } from '../report/words/paragraph.ts';
import { quoted } from '../report/words/quote.ts';
import { readAnswers } from './classifiers-draft-answers.ts';
import { observedTools } from './classifiers-draft-observed.ts';
import type { CommandIo } from './command-io.ts';
import type { Printer } from './printer.ts';
import { readObserved } from './read-observed.ts';
import type { Rules, RulesOptions } from './read-rules.ts';
import type { TraceReaderOptions } from './trace-reader.ts';

/** Where the tools are that a draft is made of: answers to `tools/list`, or surfaces or traces. */
export interface DraftInputOptions extends Omit<TraceReaderOptions, 'rules'>, RulesOptions {
  /** Answers to `tools/list`. */
  readonly tools?: readonly string[];
  /** Files of traces; `true` where the paths are. */
  readonly spans?: readonly string[] | true;
  /** Surfaces, beside the paths. */
  readonly surface?: readonly string[];
  /** Of runs, these servers alone; of answers, whose they are. */
  readonly server?: readonly string[];
}

/** Tools to draft, and where they were found. */
export interface FoundTools {
  readonly tools: readonly DraftTool[];
  /** In order, each once. */
  readonly servers: readonly string[];
  /** Digests of whole manifests. */
  readonly digests: readonly string[];
  readonly drawnFrom: string;
  /** What a reader should know of them. */
  readonly notes: readonly string[];
}

/** Tools that answers to `tools/list` name, or why there are none. */
export async function toolsOfAnswers(
  paths: readonly string[],
  { server }: DraftInputOptions,
  io: CommandIo,
  printer: Printer,
): Promise<FoundTools | { readonly problem: string }> {
  const answers = await readAnswers(paths, io, printer);
  if (answers === undefined) return { problem: NO_ANSWERS };
  const { tools, digests, pages } = answers;
  const servers = [...new Set(server ?? answers.servers)].sort();
  if (servers.length === 0) return { problem: NO_SERVER };
  if (tools.length === 0) return { problem: NO_TOOLS };
  const page = `${counted(pages, 'file')} of --tools ${pages === 1 ? 'is' : 'are'} one page of several: give all pages at once`;
  const drawnFrom = `${counted(tools.length, 'tool')} of tools/list`;
  return { tools, servers, digests, drawnFrom, notes: pages === 0 ? [] : [page] };
}

/**
 * Unknown tools of surfaces or traces, or why there are none; `undefined` where something was refused that has been
 * told already.
 */
export async function toolsOfRuns(
  paths: readonly string[],
  options: DraftInputOptions,
  rules: Rules,
  io: CommandIo,
  printer: Printer,
): Promise<FoundTools | { readonly problem: string } | undefined> {
  const { spans, surface = [], server } = options;
  const some = (all: readonly string[]) => (all.length > 0 ? all : undefined);
  const observed =
    spans === true
      ? { surface: some(surface), spans: some(paths) }
      : { surface: some([...paths, ...surface]), spans };
  if (observed.surface === undefined && observed.spans === undefined) return { problem: NOTHING };
  const runs = await readObserved({ ...options, ...observed, rules }, io, printer);
  if (runs === undefined) return undefined;
  const { tools, servers, others, unnamed, changed } = observedTools(runs, server);
  const said = (count: number, what: string) => (count === 0 ? [] : [`${counted(count, 'call')} ${what}`]);
  const notes = [
    ...said(unnamed, 'left out, of unknown tools that nobody named'),
    ...said(changed, 'left out, on servers whose ids are not in the record as they came'),
  ];
  const seen = others.length === 0 ? [] : [`there were some on ${listedWords(others.map(quoted), ', ')}`];
  if (tools.length === 0) return { problem: [NO_UNKNOWN, ...seen, ...notes].join('; ') };
  const drawnFrom = `${counted(tools.length, 'unknown tool')} in ${counted(runs.length, 'run')}`;
  return { tools, servers, digests: [], drawnFrom, notes };
}

const NO_ANSWERS = 'Expected `--tools` to be answers to `tools/list`, got others; nothing was drafted';
const NO_SERVER =
  'Expected `--server ID...`, got none: an answer to `tools/list` does not say whose it is; name the server as `server.id` of records does';
const NO_TOOLS = 'Expected tools to draft from, got none; nothing was drafted';
const NOTHING =
  'Expected `--tools FILE...` (answers to tools/list), paths of surfaces, or `--spans FILE...`, got none of them';
const NO_UNKNOWN =
  'Expected calls of unknown tools (of the servers of `--server`, where it is given), got none; nothing was drafted';
