import { stat } from 'node:fs/promises';
import { basename } from 'node:path';
import type { HealthInput } from '../gate/observed-run.ts';
import { healthProblems, readHealth } from '../schema/observed-reading.ts';
import type { CommandIo } from './command-io.ts';
import { filesOf } from './files-of.ts';
import type { NamedHealth } from './pair-by-stem.ts';
import type { Printer } from './printer.ts';
import { readOneDocument } from './read-one-document.ts';

const SUFFIX = '.health.json';

/**
 * The health documents of `--health`: files, or the `*.health.json` of directories. Whatever they hold is judged, as
 * unreadable if need be; only a path that is not there is refused on the printer.
 */
export async function readHealthFiles(
  paths: readonly string[],
  io: CommandIo,
  printer: Printer,
): Promise<readonly NamedHealth[]> {
  const healths: NamedHealth[] = [];
  for (const path of paths) {
    const entry = await stat(path).catch(() => undefined);
    if (entry === undefined) {
      printer.refuse(
        { file: path },
        'Expected a health document or a directory, got nothing there; check the path',
      );
      continue;
    }
    for (const file of await filesOf(path, { suffix: SUFFIX }, printer)) {
      const name = basename(file);
      const isNamed = name.endsWith(SUFFIX);
      if (!isNamed) printer.note(OTHER_NAME, { file });
      const stem = isNamed ? name.slice(0, -SUFFIX.length) : undefined;
      healths.push({ stem, health: await readHealthFile(file, io, printer) });
    }
  }
  return healths;
}

/** The health in one file; where it cannot be read, a note says why. */
export async function readHealthFile(file: string, io: CommandIo, printer: Printer): Promise<HealthInput> {
  const reading = await readOneDocument(file, io, printer);
  const health: HealthInput = 'problem' in reading ? { state: 'unreadable' } : readHealth(reading.value);
  if (health.state !== 'read') {
    const problems = 'problem' in reading ? [reading.problem] : healthProblems(reading.value);
    const [first = '', ...more] = problems;
    printer.note(`${first}${more.length > 0 ? `, and ${more.length} more` : ''}`, { file });
  }
  return health;
}

const OTHER_NAME =
  'Expected a health document to be named as its surface is, `X.health.json` for `X.surface.json`, got another name; it is taken for one without a surface';
