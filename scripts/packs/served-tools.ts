import { readdirSync, readFileSync } from 'node:fs';
import type { CategoryDocument, ToolClassifiers, ToolVerb } from '../../src/classify/classifier-document.ts';
import { readClassifiers } from '../../src/schema/classifiers-reading.ts';
import { toolLeaf } from '../../src/span/tool-name.ts';

/** The packs, and the tool lists of the servers that they were written for (`packs/`, `fixtures/tools/`). */

const PACKS = new URL('../../packs/', import.meta.url);
const FIXTURES = new URL('../../fixtures/tools/', import.meta.url);

export interface Pack {
  readonly file: ToolClassifiers;
  /** `<name>@sha256:…`, as records name it. */
  readonly version: string;
  /** The tool lists of the servers that it speaks for. */
  readonly fixtures: readonly ServedTools[];
}

/** What one version of one server offers. */
export interface ServedTools {
  /** Of the file, without its extension. */
  readonly fixture: string;
  readonly package: { readonly registry: string; readonly name: string; readonly version: string };
  readonly date: string;
  /** `captured` from the running server, or `transcribed` from what is published of it. */
  readonly how: 'captured' | 'transcribed';
  readonly source: string;
  /** As `initialize` gives it; null where that is not published. */
  readonly server_info: { readonly name: string | null; readonly version: string | null };
  readonly tools: readonly ServedTool[];
}

export interface ServedTool {
  readonly name: string;
  readonly description?: string;
  readonly inputSchema: JsonSchema;
  readonly outputSchema?: JsonSchema;
  readonly annotations?: Readonly<Record<string, unknown>>;
}

/** The part of a tool's schema in which names of arguments stand. */
export interface JsonSchema {
  readonly type?: unknown;
  readonly enum?: readonly unknown[];
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly additionalProperties?: unknown;
  readonly items?: JsonSchema;
  readonly anyOf?: readonly JsonSchema[];
  readonly oneOf?: readonly JsonSchema[];
  readonly allOf?: readonly JsonSchema[];
  readonly $ref?: string;
}

/** Every pack, by name; read once. */
export function readPacks(): readonly Pack[] {
  read ??= packsAnew();
  return read;
}

let read: readonly Pack[] | undefined;

function packsAnew(): readonly Pack[] {
  const files = packFiles().map(({ path, text }) => {
    const reading = readClassifiers(text);
    if ('errors' in reading) throw new Error(`Expected ${path} to be valid: ${reading.errors[0]?.message}`);
    return reading;
  });
  const fixtures = readServedTools();
  return files.map(({ file, version }) => ({
    file,
    version,
    fixtures: fixtures.filter((served) => isFor(file, served)),
  }));
}

/** Path below the project, and text. */
export function packFiles(): readonly { readonly path: string; readonly text: string }[] {
  const names = readdirSync(PACKS).filter((name) => name.endsWith('.yaml'));
  return names
    .sort()
    .map((name) => ({ path: `packs/${name}`, text: readFileSync(new URL(name, PACKS), 'utf8') }));
}

export function readServedTools(): readonly ServedTools[] {
  return readdirSync(FIXTURES)
    .sort()
    .map((name) => ({
      fixture: name.slice(0, -'.json'.length),
      ...JSON.parse(readFileSync(new URL(name, FIXTURES), 'utf8')),
    }));
}

/** By the name that the server gives itself; where that is not published, by the pack's own before the file's. */
function isFor(file: ToolClassifiers, { fixture, server_info }: ServedTools): boolean {
  if (server_info.name === null) return fixture.startsWith(`${file.name}-`);
  return [file.servers, ...file.categories.map(({ servers = [] }) => servers)]
    .flat()
    .includes(server_info.name);
}

/** The servers that a category speaks for. */
function serversOf(file: ToolClassifiers, { servers }: CategoryDocument): readonly string[] {
  return servers ?? file.servers;
}

/** Whether a category speaks for a server of a tool list. */
export function speaksFor(file: ToolClassifiers, category: CategoryDocument, served: ServedTools): boolean {
  const { name } = served.server_info;
  return name === null || serversOf(file, category).includes(name);
}

/** The tool that a call would reach: of that name, or with a namespace before it. */
export function servedTool({ tools }: Pick<ServedTools, 'tools'>, called: string): ServedTool | undefined {
  return (
    tools.find(({ name }) => name === called) ?? tools.find(({ name }) => toolLeaf(name) === toolLeaf(called))
  );
}

/** The category that claims a tool, and how it has its verb. */
export function claimOf(
  { file }: Pick<Pack, 'file'>,
  served: ServedTools,
  tool: string,
): { readonly category: CategoryDocument; readonly verb: ToolVerb } | undefined {
  const leaf = toolLeaf(tool);
  for (const category of file.categories) {
    const verb = Object.hasOwn(category.tools, leaf) ? category.tools[leaf] : undefined;
    if (verb !== undefined && speaksFor(file, category, served)) return { category, verb };
  }
  return undefined;
}
