import type { DraftTool } from '../classifier-file/draft-tool.ts';
import { FORMS } from '../classifier-file/forms.ts';
import { ManifestError } from '../manifest/manifest-error.ts';
import { own } from '../manifest/own.ts';
import { readManifest } from '../manifest/read-manifest.ts';
import { label } from '../redact/label.ts';
import type { CommandIo } from './command-io.ts';
import type { Printer } from './printer.ts';
import { shownName } from './read-documents.ts';
import { readWholeText } from './read-whole-text.ts';

/** What answers to `tools/list` say, all of them together. */
export interface Answers {
  /** Each distinct tool once, in the order of names and digests. */
  readonly tools: readonly DraftTool[];
  /** Digests of the manifests that are whole, in order. */
  readonly digests: readonly string[];
  /** How many are one page of several. */
  readonly pages: number;
  /** Names that servers give themselves, where a file says them beside the tools (`server_info`). */
  readonly servers: readonly string[];
}

/** Reads answers to `tools/list`; `undefined` where one is none, which has been told. */
export async function readAnswers(
  paths: readonly string[],
  io: CommandIo,
  printer: Printer,
): Promise<Answers | undefined> {
  const { refused } = printer;
  const tools = new Map<string, DraftTool>();
  const digests = new Set<string>();
  const servers = new Set<string>();
  let pages = 0;
  for (const path of paths) {
    const text = await readWholeText(path, io, printer);
    const answer = text === undefined ? undefined : readAnswer(text, path, printer);
    if (answer === undefined) continue;
    for (const { name, digest, tool } of answer.tools) tools.set(`${name}\n${digest}`, tool);
    if (answer.digest === undefined) pages += 1;
    else digests.add(answer.digest);
    if (answer.server !== undefined) servers.add(answer.server);
  }
  if (printer.refused > refused) return undefined;
  const inOrder = [...tools].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, tool]) => tool);
  return { tools: inOrder, digests: [...digests].sort(), pages, servers: [...servers].sort() };
}

function readAnswer(text: string, path: string, printer: Printer) {
  try {
    const { digest, tools } = readManifest(text);
    const document: unknown = JSON.parse(text.replace(/^\ufeff/, ''));
    const server = own(own(document, 'server_info'), 'name');
    return {
      digest,
      tools: tools.map((tool) => ({ name: tool.name, digest: tool.digest, tool })),
      server: isServerId(server) ? server : undefined,
    };
  } catch (error) {
    if (!(error instanceof ManifestError)) throw error;
    printer.refuse({ file: shownName(path) }, error.message);
    return undefined;
  }
}

/** An id that a record carries as it came, and that a classifier file may name. */
function isServerId(id: unknown): id is string {
  return typeof id === 'string' && id !== '*' && FORMS.server.pattern.test(id) && label(id).value === id;
}
