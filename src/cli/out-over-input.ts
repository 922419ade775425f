import { realpath } from 'node:fs/promises';
import { basename, dirname } from 'node:path';

/** What a command reads: files, and directories. */
export interface InputPaths {
  /** Files that people write. */
  readonly written: readonly (string | undefined)[];
  /** Surfaces and health documents, or directories of them. */
  readonly documents: readonly string[];
  /** Traces, or directories of which every file is one. */
  readonly spans: readonly string[];
}

/** What of a directory of surfaces is read, or belongs to what is. */
const DOCUMENT = /\.(?:surface|health|index|emission|state)\.json$/;

/** The first of some files to write that is an input, by whatever name; what is not there yet is none. */
export async function outOverInput(
  outs: readonly string[],
  { written, documents, spans }: InputPaths,
): Promise<string | undefined> {
  const named = async (paths: readonly (string | undefined)[]) =>
    new Set((await Promise.all(paths.map(realName))).filter((name) => name !== undefined));
  const all = await named([...written, ...documents, ...spans]);
  const folders = { documents: await named(documents), spans: await named(spans) };
  for (const out of outs) {
    const name = await realName(out);
    if (name === undefined) continue;
    const folder = dirname(name);
    const isDocument = folders.documents.has(folder) && DOCUMENT.test(basename(name));
    if (all.has(name) || isDocument || folders.spans.has(folder)) return out;
  }
  return undefined;
}

async function realName(path: string | undefined): Promise<string | undefined> {
  return path === undefined || path === '-' ? undefined : realpath(path).catch(() => undefined);
}
