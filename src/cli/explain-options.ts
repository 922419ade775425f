import { type Command, Option } from 'commander';
import { bindOption, classifiersOption } from './classifiers-option.ts';
import { type ExplainOptions, explainCommand } from './explain-command.ts';
import { EXPLAIN_DESCRIPTION, EXPLAIN_HELP } from './explain-help.ts';
import type { Surroundings } from './judging-commands.ts';
import { toolSpansOption } from './tool-spans-option.ts';

/** Adds the command that says why a span was read as it was. */
export function addExplainCommand(program: Command, { io, printer, setExitCode }: Surroundings): void {
  program
    .command('explain')
    .summary('say why each span was read as a tool call, or why not')
    .description(EXPLAIN_DESCRIPTION)
    .argument('<path...>', 'OTLP traces, JSON or protobuf: files, or directories of them; - is stdin')
    .option('--all', 'also spans that do not look like a tool call', false)
    .addOption(toolSpansOption())
    .addOption(classifiersOption())
    .addOption(bindOption())
    .option('--run-key <key>', 'attribute that holds the id of the run where assay.run.id does not')
    .addOption(
      new Option('--format <format>', 'text: for a person; json: one document per span and line')
        .choices(['text', 'json'])
        .default('text'),
    )
    .addHelpText('after', EXPLAIN_HELP)
    .action(async (paths: string[], options: ExplainOptions) => {
      setExitCode(await explainCommand(paths, options, io, printer));
    });
}
