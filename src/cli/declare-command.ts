import { draftDeclaration, type LeftOut } from '../gate/draft-declaration.ts';
import { counted } from '../report/words/paragraph.ts';
import { toolLeaf } from '../span/tool-name.ts';
import { readOnlyIn } from './classifiers-draft-known.ts';
import type { CommandIo, ExitCode } from './command-io.ts';
import { declarationYaml } from './declaration-yaml.ts';
import { prettyJson } from './pretty-json.ts';
import { printText } from './print-text.ts';
import type { Printer } from './printer.ts';
import { readObserved } from './read-observed.ts';
import { type RulesOptions, readRules } from './read-rules.ts';
import { misuseOfWindow, type StoreOptions } from './store-options.ts';
import type { TraceReaderOptions } from './trace-reader.ts';

export interface DeclareOptions extends Omit<TraceReaderOptions, 'rules'>, RulesOptions, StoreOptions {
  /** Files of traces; `true` where the paths are. */
  readonly spans?: readonly string[] | true;
  /** Surfaces, beside the paths. */
  readonly surface?: readonly string[];
  readonly format: 'yaml' | 'json';
}

/** Observed surfaces in, a draft of a declared surface out. See `assay-otel declare --help`. */
export async function declareCommand(
  paths: readonly string[],
  options: DeclareOptions,
  io: CommandIo,
  printer: Printer,
): Promise<ExitCode> {
  const { spans, format } = options;
  const some = (all: readonly string[]) => (all.length > 0 ? all : undefined);
  const named = options.surface ?? [];
  const observed =
    spans === true
      ? { surface: some(named), spans: some(paths) }
      : { surface: some([...paths, ...named]), spans };
  const isGiven = (observed.surface ?? observed.spans ?? options.from) !== undefined;
  const misuse = isGiven ? misuseOfWindow(options) : NOTHING;
  if (misuse !== undefined) {
    printer.fail(misuse);
    return 2;
  }
  const rules = await readRules(options, io, printer);
  if (rules === undefined) return 2;
  const runs = await readObserved({ ...options, ...observed, rules }, io, printer);
  if (runs === undefined) return 2;
  const surfaces = runs.flatMap(({ surface }) => surface ?? []);
  if (surfaces.length === 0) {
    printer.fail('Expected surfaces to draft from, got none; nothing was drafted');
    return 2;
  }
  const draft = draftDeclaration(surfaces, rules.rules.rules);
  const leftOut = leftOutWords(draft.leftOut);
  for (const said of leftOut) printer.note(`left out: ${said}`);
  const calls = surfaces.reduce((sum, surface) => sum + surface.observed_tool_decisions.length, 0);
  const drawnFrom = `${counted(calls, 'call')} in ${counted(surfaces.length, 'run')}`;
  const readOnly = (tool: string, server: string) => readOnlyIn(rules, toolLeaf(tool), server);
  const text =
    format === 'json' ? prettyJson(draft.declared) : declarationYaml(draft, drawnFrom, leftOut, readOnly);
  return (await printText(text, printer)) ? 0 : 2;
}

const NOTHING = 'Expected paths of surfaces, `--spans FILE...` or `--from clickhouse://…`, got none';

function leftOutWords({ incomplete, undecided, deniedUnknown, unwritable }: LeftOut): readonly string[] {
  const said = (count: number, what: string) => (count === 0 ? [] : [`${counted(count, 'call')} ${what}`]);
  return [
    ...said(incomplete, 'whose target is not known in full; let the instrumentation hand the arguments over'),
    ...said(undecided, 'on which the policy layer failed to decide'),
    ...said(deniedUnknown, 'of unknown tools that were denied, which need no declaration'),
    ...said(
      unwritable,
      'whose target holds what means something else in a declaration, such as "*", or whose classifier file is not loaded (--classifiers)',
    ),
  ];
}
