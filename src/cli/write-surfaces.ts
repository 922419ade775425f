import { realpath } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { canonicalJson } from '../decision/canonical-json.ts';
import { runFileStem } from '../run/file-name.ts';
import type { Printer } from './printer.ts';
import { outputFailure } from './run-output.ts';
import { writeWhole } from './write-file.ts';

/** A surface and what its run is called. */
export interface SurfaceToWrite {
  readonly lineRunId?: string | undefined;
  readonly stem?: string | undefined;
  readonly surface: unknown;
}

/** What became of surfaces that were to be written; what was not is told on the printer. */
export type SurfacesWritten = 'written' | 'refused' | 'failed';

/**
 * Writes each surface into a folder as `<run>.surface.json`. Refuses to write over one of the inputs, or two runs into
 * one file: then nothing is written.
 */
export async function writeSurfaces(
  folder: string,
  inputs: readonly string[],
  surfaces: readonly SurfaceToWrite[],
  printer: Printer,
): Promise<SurfacesWritten> {
  const files = new Map<string, string>();
  for (const { lineRunId, stem, surface } of surfaces) {
    const name = stem ?? (lineRunId === undefined ? 'unnamed' : runFileStem(lineRunId));
    const file = join(folder, `${name}.surface.json`);
    const text = `${canonicalJson(surface)}\n`;
    if ((files.get(file) ?? text) !== text) {
      printer.fail(
        `Expected each run to have a name of its own, got two that would be ${file}; verify them apart`,
      );
      return 'refused';
    }
    files.set(file, text);
  }
  if (await areInputs([...files.keys()], inputs)) {
    printer.fail(
      `Expected \`--out\` to be another directory than that of the surfaces, got ${folder}; ${KEEP}`,
    );
    return 'refused';
  }
  try {
    for (const [file, text] of files) await writeWhole(file, text);
    return 'written';
  } catch (error) {
    const failure = outputFailure(error, `the new surfaces to ${folder}`);
    if (failure === undefined) throw error;
    printer.fail(failure);
    return 'failed';
  }
}

const KEEP = 'what was asserted stays as it is, since its health speaks of it';

/** Whether one of the files is an input, or stands in a directory that is one. */
async function areInputs(files: readonly string[], inputs: readonly string[]): Promise<boolean> {
  const realName = (path: string) => realpath(path).catch(() => undefined);
  const taken = new Set(await Promise.all(inputs.map(realName)));
  const names = await Promise.all(files.map(realName));
  return names.some((name) => name !== undefined && (taken.has(name) || taken.has(dirname(name))));
}
