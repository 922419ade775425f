import { type Command, Option } from 'commander';
import type { DoctorOptions } from './doctor-checks.ts';
import { DOCTOR_DESCRIPTION, DOCTOR_HELP } from './doctor-help.ts';
import type { Surroundings } from './judging-commands.ts';

/** Adds the command that tries the current configuration. */
export function addDoctorCommand(program: Command, { io, printer, setExitCode }: Surroundings): void {
  program
    .command('doctor')
    .summary('send a probe through the current configuration, and say what arrived')
    .description(DOCTOR_DESCRIPTION)
    .addOption(
      new Option('--format <format>', 'text: for a person; json: one document')
        .choices(['text', 'json'])
        .default('text'),
    )
    .addHelpText('after', DOCTOR_HELP)
    .action(async (options: DoctorOptions) => {
      // A bundle of its own: it is the one command that needs `@opentelemetry/api`.
      const { doctorCommand } = await import('./doctor.ts');
      setExitCode(await doctorCommand(options, io, printer));
    });
}
