import { ManifestError } from '../manifest/manifest-error.ts';
import { readManifest } from '../manifest/read-manifest.ts';
import type { CommandIo } from './command-io.ts';
import type { Printer } from './printer.ts';
import { shownName } from './read-documents.ts';
import { readWholeText } from './read-whole-text.ts';

/**
 * Reads `--manifest SERVER=FILE`: by server id the digest of what it listed. `undefined` where something is wrong, which
 * has been told.
 */
export async function readManifests(
  said: readonly string[],
  io: CommandIo,
  printer: Printer,
): Promise<ReadonlyMap<string, string> | undefined> {
  const digests = new Map<string, string>();
  for (const text of said) {
    const at = text.indexOf('=');
    const [server, file] = [text.slice(0, Math.max(0, at)), text.slice(at + 1)];
    if (server === '' || file === '' || digests.has(server)) {
      printer.fail(
        'Expected `--manifest` to be a server id, = and a file, each server once, got something else; such as github=tools-list.json',
      );
      return undefined;
    }
    const digest = await readDigest(file, io, printer);
    if (digest === undefined) {
      printer.fail('Expected `--manifest` to be whole answers to `tools/list`, got others; nothing was read');
      return undefined;
    }
    digests.set(server, digest);
  }
  return digests;
}

async function readDigest(file: string, io: CommandIo, printer: Printer): Promise<string | undefined> {
  const text = await readWholeText(file, io, printer);
  if (text === undefined) return undefined;
  try {
    const { digest } = readManifest(text);
    if (digest === undefined) {
      printer.refuse({ file: shownName(file) }, 'Expected all pages of a listing in one, got one of several');
    }
    return digest;
  } catch (error) {
    if (!(error instanceof ManifestError)) throw error;
    printer.refuse({ file: shownName(file) }, error.message);
    return undefined;
  }
}
