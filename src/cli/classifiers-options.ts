import { type Command, Option } from 'commander';
import { classifiersCheckCommand } from './classifiers-command.ts';
import { type ClassifiersDraftOptions, classifiersDraftCommand } from './classifiers-draft-command.ts';
import {
  CHECK_DESCRIPTION,
  CHECK_HELP,
  CLASSIFIERS_DESCRIPTION,
  DRAFT_DESCRIPTION,
  DRAFT_HELP,
} from './classifiers-help.ts';
import { bindOption, classifiersOption } from './classifiers-option.ts';
import type { Surroundings } from './judging-commands.ts';
import { toolSpansOption } from './tool-spans-option.ts';

/** Adds the commands for whoever writes classifier files. */
export function addClassifiersCommand(program: Command, { io, printer, setExitCode }: Surroundings): void {
  const classifiers = program
    .command('classifiers')
    .summary('check and draft classifier files: which tools change what')
    .description(CLASSIFIERS_DESCRIPTION);

  classifiers
    .command('check')
    .summary('run every case and every lint of classifier files')
    .description(CHECK_DESCRIPTION)
    .argument(
      '<file...>',
      'classifier files, YAML or JSON, as they will be loaded together; pack:NAME is a pack',
    )
    .addOption(
      new Option('--format <format>', 'text: what each file holds; json: the one file as JSON, for a process')
        .choices(['text', 'json'])
        .default('text'),
    )
    .addHelpText('after', CHECK_HELP)
    .action(async (files: string[], { format }: { readonly format: 'text' | 'json' }) => {
      setExitCode(await classifiersCheckCommand(files, format, io, printer));
    });

  classifiers
    .command('draft')
    .summary('draft a classifier file from tools/list, or from unknown tools that were called')
    .description(DRAFT_DESCRIPTION)
    .argument('[path...]', 'surfaces, lines of surface, or directories of *.surface.json; - is stdin')
    .option(
      '--tools <file...>',
      'answers to tools/list instead, JSON: the response, its result, or the list of tools',
    )
    .option('--surface <path...>', 'the same as the paths, as other commands name them')
    .option('--spans [path...]', 'read OTLP traces instead')
    .option(
      '--name <name>',
      'of the file, with which every category id begins; default: the id of the one server',
    )
    .option('--server <id...>', 'with --tools: whose they are; else: the tools of these servers alone')
    .addOption(classifiersOption())
    .addOption(bindOption())
    .addOption(toolSpansOption())
    .option(
      '--run-key <key>',
      'with --spans: attribute that holds the id of the run where assay.run.id does not',
    )
    .addOption(
      new Option('--format <format>', 'yaml: with comments; json: without')
        .choices(['yaml', 'json'])
        .default('yaml'),
    )
    .addHelpText('after', DRAFT_HELP)
    .action(async (paths: string[], options: ClassifiersDraftOptions) => {
      setExitCode(await classifiersDraftCommand(paths, options, io, printer));
    });
}
