import { stat } from 'node:fs/promises';
import { followedFile } from './followed-file.ts';
import { InputError } from './input-error.ts';
import type { Printer } from './printer.ts';
import { type TelemetryDocument, type TelemetryOptions, telemetryIn } from './read-telemetry.ts';

/**
 * The OTLP documents of a file that grows, until the signal aborts. When it is rotated or truncated, a document that
 * was begun is refused, and reading goes on with the first of what took its place.
 */
export async function* followTelemetry(
  path: string,
  signal: AbortSignal,
  printer: Printer,
  options: TelemetryOptions,
): AsyncGenerator<TelemetryDocument> {
  const onMissing = () => printer.note(MISSING, { file: path });
  // What is cut by the end of the reading is not the file's fault.
  const refuse: typeof options.refuse = (refusal) => {
    if (!signal.aborted) options.refuse(refusal);
  };
  const telemetry = { ...options, refuse };
  try {
    for await (const bytes of followedFile(path, signal, onMissing)) yield* telemetryIn(bytes, telemetry);
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    refuse({ message: error.message });
  }
}

const MISSING = 'Expected a file, got nothing there; it is waited for';

/** What is wrong with these paths where one is to be followed. */
export async function misuseOfFollow(paths: readonly string[]): Promise<string | undefined> {
  const [path = '-'] = paths;
  if (paths.length !== 1) return 'Expected one file with `--follow`, got several; follow each with a process';
  if (path === '-') return 'Expected a file with `--follow`, got stdin (-), which `--idle` reads to its end';
  const isDirectory = (await stat(path).catch(() => undefined))?.isDirectory() === true;
  return isDirectory
    ? 'Expected a file with `--follow`, got a directory; name the file that is written'
    : undefined;
}
