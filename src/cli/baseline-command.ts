import { draftBaseline } from '../gate/draft-baseline.ts';
import { gate } from '../gate/gate.ts';
import { readLevels } from '../gate/levels.ts';
import { counted } from '../report/words/paragraph.ts';
import { baselineYaml } from './baseline-yaml.ts';
import type { CommandIo, ExitCode } from './command-io.ts';
import { todayOf } from './gate-command.ts';
import { prettyJson } from './pretty-json.ts';
import { printText } from './print-text.ts';
import type { Printer } from './printer.ts';
import { type ObservedOptions, readObserved } from './read-observed.ts';
import { readRules } from './read-rules.ts';
import { readBaselineFile, readDeclaredFile } from './read-written.ts';

export interface BaselineOptions extends ObservedOptions {
  readonly declared: string;
  readonly level?: readonly string[];
  readonly baseline?: string;
  readonly reason: string;
  /** `YYYY-MM-DD`, of the new entries: of a store everything since `since` is read. */
  readonly until?: string;
  readonly format: 'yaml' | 'json';
}

/** What stands in the way of a pass, as a baseline that accepts it. See `assay-otel baseline --help`. */
export async function baselineCommand(
  options: BaselineOptions,
  io: CommandIo,
  printer: Printer,
): Promise<ExitCode> {
  const { reason, until, format, ...observed } = options;
  const today = todayOf(io);
  const { levels, problems } = readLevels(options.level ?? []);
  const misuses = [
    ...problems,
    ...(options.from === undefined && options.since !== undefined ? [SINCE_OF_FILES] : []),
    ...(reason.trim() === '' ? ['Expected `--reason` to say why, got nothing'] : []),
    ...(until !== undefined && until < today ? [PAST] : []),
  ];
  for (const misuse of misuses) printer.fail(misuse);
  if (misuses.length > 0) return 2;
  const rules = await readRules(options, io, printer);
  if (rules === undefined) return 2;
  const declared = await readDeclaredFile(options.declared, rules.rules, io, printer);
  if (declared === undefined) return 2;
  const earlier =
    options.baseline === undefined ? undefined : await readBaselineFile(options.baseline, io, printer);
  if (options.baseline !== undefined && earlier === undefined) return 2;
  const runs = await readObserved({ ...observed, rules }, io, printer);
  if (runs === undefined) return 2;
  const diff = gate(runs, declared.document, {
    today,
    levels,
    baseline: earlier?.document,
    classifiers: rules.rules,
  });
  const draft = draftBaseline(diff, runs, { reason, until }, earlier?.document);
  if (draft.withoutUntil > 0) {
    printer.fail(
      `Expected \`--until DATE\`, since ${counted(draft.withoutUntil, 'finding')} of calls that are unknown or not known in full stand, got none; nothing was written`,
    );
    return 2;
  }
  if (draft.gaps > 0) {
    printer.note(`${counted(draft.gaps, 'gap')} of observation not accepted: no baseline can do that`);
  }
  const text = format === 'json' ? prettyJson(draft.baseline) : baselineYaml(draft);
  return (await printText(text, printer)) ? 0 : 2;
}

const PAST = 'Expected `--until` to be today or later (UTC), got a day that is over';
const SINCE_OF_FILES = 'Expected `--since` beside `--from`, got it without; leave it out';
