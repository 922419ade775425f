import { existsSync, readFileSync, statSync } from 'node:fs';
import { basename, dirname, extname, resolve } from 'node:path';
import { loadOwn } from './peers.ts';

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
      return read({ options: value as ConfigFile['options'] });
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
  const text = readFileSync(file, 'utf8');
  if (ending !== '.yaml' && ending !== '.yml') return JSON.parse(text);
  return loadOwn<typeof import('yaml')>('yaml').parse(text);
}

/** Without a word of the file itself. */
function expected(error: unknown): string {
  const { code, name } = error as { readonly code?: string; readonly name?: string };
  if (code === 'ENOENT') return 'the path of a file, got none there';
  if (code === 'ERR_REQUIRE_ASYNC_MODULE') return 'a module without `await` at its top, got one with it';
  if (code === 'ERR_REQUIRE_ESM') return 'JSON or YAML where Node cannot `require` ES modules, got a module';
  return `a file that can be read and parsed, got ${code ?? name ?? 'something else'}`;
}
