import { readFileSync } from 'node:fs';
import Module from 'node:module';
import { attempt } from '../mcp/attempt.ts';
import { PACKAGES, type PatchedFile, type PatchedPackage } from './packages.ts';

/** A file to patch that CommonJS has loaded. */
export interface LoadedFile {
  readonly exports: unknown;
  readonly version: string | undefined;
  readonly patched: PatchedPackage;
  readonly file: PatchedFile;
}

type Internals = {
  readonly _cache?: NodeJS.Dict<NodeJS.Module>;
  readonly prototype?: { load(this: NodeJS.Module, path: string): unknown };
};
const internals = Module as unknown as Internals;

/** What is there to patch already. What was loaded as ES modules, nobody can list. */
export function loadedBefore(): LoadedFile[] {
  return Object.values(internals._cache ?? {}).flatMap((module) => {
    const loaded = module && attempt(() => loadedFile(module.filename, module.exports));
    return loaded === undefined ? [] : [loaded];
  });
}

/**
 * Tells of each file to patch once it is loaded, before whoever required it goes on. The hook that comes with the
 * base class passes over a package without a main file, which the SDK 1.x is.
 */
export function onLoad(tell: (loaded: LoadedFile) => void): void {
  const load = internals.prototype?.load;
  if (typeof load !== 'function') return;
  const loading: NonNullable<Internals['prototype']>['load'] = function (path) {
    const result: unknown = Reflect.apply(load, this, [path]);
    attempt(() => {
      const loaded = loadedFile(path, this.exports);
      if (loaded !== undefined) tell(loaded);
    });
    return result;
  };
  Object.assign(internals.prototype as object, { load: loading });
}

function loadedFile(path: unknown, exports: unknown): LoadedFile | undefined {
  if (typeof path !== 'string' || !path.includes('node_modules')) return undefined;
  const parts = path.replaceAll('\\', '/');
  for (const patched of PACKAGES) {
    const start = parts.lastIndexOf(`/node_modules/${patched.name}/`);
    if (start === -1) continue;
    const root = start + `/node_modules/${patched.name}/`.length;
    const file = patched.files.find(({ paths }) => paths.includes(parts.slice(root)));
    return file && { exports, version: versionIn(path.slice(0, root)), patched, file };
  }
  return undefined;
}

function versionIn(folder: string): string | undefined {
  const version: unknown = JSON.parse(readFileSync(`${folder}package.json`, 'utf8')).version;
  return typeof version === 'string' ? version : undefined;
}
