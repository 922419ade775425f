import { existsSync, readdirSync } from 'node:fs';
import { dirname, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type LoadedClassifiers, rulesOf, sharedNames } from '../classifier-file/load.ts';
import { type ClassifierBinding, type ClassifierBindings, familyOf } from '../classify/bindings.ts';
import type { ToolClassifiers } from '../classify/classifier-document.ts';
import { BUILT_IN, type RuleSet } from '../classify/rule-set.ts';
import { type ClassifiersReading, readClassifiers } from '../schema/classifiers-reading.ts';
import type { CommandIo } from './command-io.ts';
import type { Printer } from './printer.ts';
import { readManifests } from './read-manifests.ts';
import { readWholeText } from './read-whole-text.ts';
import { placeIn } from './read-written.ts';

/** By what rules a command classifies and judges. */
export interface RulesOptions {
  readonly classifiers?: readonly string[] | undefined;
  readonly bind?: readonly string[] | undefined;
  readonly manifest?: readonly string[] | undefined;
}

export interface Rules {
  readonly rules: RuleSet;
  readonly bindings: ClassifierBindings;
  /** The files that were loaded, in order. */
  readonly files: readonly ToolClassifiers[];
  /** By server id, the digest of what the server listed, where a file says it. */
  readonly manifests: ReadonlyMap<string, string>;
}

/** Reads `--classifiers`, `--bind` and `--manifest`; `undefined` where something is wrong, which has been told. */
export async function readRules(
  { classifiers = [], bind = [], manifest = [] }: RulesOptions,
  io: CommandIo,
  printer: Printer,
): Promise<Rules | undefined> {
  const readings = [];
  for (const name of classifiers) readings.push(await readClassifierFile(name, io, printer));
  const loaded = readings.filter((reading) => reading !== undefined);
  if (loaded.length < readings.length) {
    printer.endRefusals();
    printer.fail('Expected `--classifiers` to be valid classifier files, got others; nothing was read');
    return undefined;
  }
  const [shared] = sharedNames(loaded);
  if (shared !== undefined) {
    printer.fail(
      `Expected \`--classifiers\` to be files of different names, got two that are called \`${shared}\` and differ; nothing was read`,
    );
    return undefined;
  }
  const rules = loaded.length === 0 ? BUILT_IN : rulesOf(loaded);
  const bindings = bindingsOf(bind, rules);
  const files = loaded.map(({ file }) => file);
  if ('problem' in bindings) {
    printer.fail(bindings.problem);
    return undefined;
  }
  const manifests = await readManifests(manifest, io, printer);
  return manifests && { rules, bindings: bindings.bindings, files, manifests };
}

/** One classifier file, its errors told on the printer. */
export async function readClassifierFile(
  name: string,
  io: CommandIo,
  printer: Printer,
): Promise<Extract<ClassifiersReading, LoadedClassifiers> | undefined> {
  const path = packPath(name, printer);
  const text = path === undefined ? undefined : await readWholeText(path, io, printer);
  if (text === undefined) return undefined;
  const reading = readClassifiers(text);
  if (!('errors' in reading)) return reading;
  for (const error of reading.errors) printer.refuse(placeIn(name, error), error.message);
  return undefined;
}

/** Beside `dist/` in the package, and beside `src/`. */
const PACKS = fileURLToPath(new URL('../../packs/', import.meta.url));
const PACK = 'pack:';

/** Whether a name, or a path, is that of a pack. */
export function isPack(name: string): boolean {
  return name.startsWith(PACK) || `${dirname(resolve(name))}${sep}` === PACKS;
}

function packPath(name: string, printer: Printer): string | undefined {
  if (!name.startsWith(PACK)) return name;
  const pack = name.slice(PACK.length);
  const path = `${PACKS}${pack}.yaml`;
  if (/^[a-z0-9_-]+$/.test(pack) && existsSync(path)) return path;
  const known = readdirSync(PACKS).flatMap((file) => (/\.yaml$/.test(file) ? [file.slice(0, -5)] : []));
  printer.refuse({ file: 'pack' }, `Expected the name of a pack (${known.sort().join(', ')}), got another`);
  return undefined;
}

const UNLOADED =
  'Expected `--bind` to name a category that is loaded, got another; load its classifier file with `--classifiers`, such as pack:github';

/** `github/*=one,two`: the servers of a category, or of all of a file. */
function bindingsOf(
  said: readonly string[],
  { rules }: RuleSet,
): { readonly bindings: ClassifierBindings } | { readonly problem: string } {
  const names = rules.map(({ category }) => category);
  const known = new Set([...names, ...names.filter((name) => name.includes('/')).map(familyOf)]);
  const bindings = new Map<string, ClassifierBinding>();
  for (const text of said) {
    const at = text.indexOf('=');
    const category = text.slice(0, Math.max(0, at));
    const servers = text.slice(at + 1).split(',');
    if (at >= 0 && !known.has(category) && category.includes('/')) return { problem: UNLOADED };
    if (at < 0 || !known.has(category) || servers.includes('')) {
      const problem = `Expected \`--bind\` to be a category, = and server ids, such as github/*=my-github, got something else; categories: ${[...known].slice(0, 20).join(', ')}`;
      return { problem };
    }
    bindings.set(category, { servers: [...(bindings.get(category)?.servers ?? []), ...servers] });
  }
  return { bindings: Object.fromEntries(bindings) };
}
