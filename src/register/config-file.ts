import { existsSync, readFileSync, statSync } from 'node:fs';
import { basename, dirname, extname, resolve } from 'node:path';
import { loadOwn } from './peers.ts';
import { yamlValue } from './yaml-value.ts';

export interface ConfigFile {
  /** As it is told; `undefined` where there is none. */
  readonly name: string | undefined;
  /** Paths in it are relative to this directory. */
  readonly directory: string;
  readonly options: Readonly<Record<string, unknown>>;
  readonly issues: readonly string[];
}

const NAMES = ['json', 'yaml', 'yml', 'mjs'].map((ending) => `assay-otel.config.${ending}`);

/** Nobody writes as much by hand. */
const MAX_BYTES = 1024 * 1024;

/** Reads the configuration file that is named, else the one in the working directory, if there is one. Never throws. */
export function readConfigFile(path: string | undefined, cwd: string): ConfigFile {
  const found = path === undefined ? NAMES.filter((name) => existsSync(resolve(cwd, name))) : [path];
  const [name] = found;
  if (name === undefined) return { name: undefined, directory: cwd, options: {}, issues: [] };
  const file = resolve(cwd, name);
  const read = (given: Partial<ConfigFile>): ConfigFile => {
    return { name: basename(file), directory: dirname(file), options: {}, issues: [], ...given };
  };
  if (found.length > 1) return read({ issues: [`Expected one configuration file, got ${found.join(', ')}`] });
  try {
    const value = parsed(file);
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
      // A copy: a module's getters may throw, and do it here.
      return read({ options: { ...value } });
    }
    return read({ issues: [`Expected \`${name}\` to hold an object of options, got something else`] });
  } catch (error) {
    return read({ issues: [`Expected \`${name}\` to be ${expected(error)}`] });
  }
}

/** What people write may be either; JSON is YAML too, but needs no package. */
export function parsed(file: string): unknown {
  const ending = extname(file);
  if (ending === '.mjs' || ending === '.js' || ending === '.cjs') {
    const module = loadOwn<{ readonly default?: unknown }>(file);
    return module.default ?? module;
  }
  // A device or a pipe may never end.
  const stat = statSync(file);
  if (!stat.isFile() || stat.size > MAX_BYTES) throw new Error('no regular file of at most 1 MiB');
  // Some editors put a mark before the first byte.
  const text = readFileSync(file, 'utf8').replace(/^\uFEFF/, '');
  return ending === '.yaml' || ending === '.yml' ? yamlValue(text) : parsedJson(text);
}

/** With the place in an error as `yaml` has it. What Node says else holds a piece of the file. */
function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    const [, offset] = /at position (\d+)(?: \(line \d+ column \d+\))?$/.exec(String(error)) ?? [];
    const line = text.slice(0, Number(offset ?? text.length)).split('\n').length;
    throw Object.assign(new SyntaxError('Expected JSON'), { linePos: [{ line }] });
  }
}

/** What a file should have been, and was not, without a word of the file itself. */
export function expected(error: unknown): string {
  const [code, name] = [wordIn(error, 'code'), wordIn(error, 'name')];
  if (code === 'ENOENT') return 'the path of a file, got none there';
  if (code === 'ERR_REQUIRE_ASYNC_MODULE') return 'a module without `await` at its top, got one with it';
  if (code === 'ERR_REQUIRE_ESM') return 'JSON or YAML where Node cannot `require` ES modules, got a module';
  const line = lineIn(error);
  const where = line === undefined ? '' : ` in line ${line}`;
  return `a file that can be read and parsed, got ${code ?? name ?? 'something else'}${where}`;
}

/** A module throws what it likes, and what looks like a name in it is one. */
function wordIn(error: unknown, key: 'code' | 'name'): string | undefined {
  try {
    const word: unknown = Object(error)[key];
    return typeof word === 'string' && /^[A-Za-z]\w{0,63}$/.test(word) ? word : undefined;
  } catch {
    return undefined;
  }
}

function lineIn(error: unknown): number | undefined {
  try {
    const line: unknown = Object(error).linePos?.[0]?.line;
    return typeof line === 'number' ? line : undefined;
  } catch {
    return undefined;
  }
}
