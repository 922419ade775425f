import Module from 'node:module';
import { join } from 'node:path';

/** What the application brings; loaded when it is needed, so that one that is missing is a sentence and no crash. */
const OWN = Module.createRequire(import.meta.filename);

/** A package as the application has it, found from here or from its working directory; `undefined` where it is not. */
export function loadPeer<T>(name: string, cwd: string): T | undefined {
  const path = peerPath(name, cwd);
  return path === undefined ? undefined : (OWN(path) as T);
}

/** Loads what another package depends on, in the version it depends on. */
export function loadBeside<T>(name: string, owner: string): T | undefined {
  const found = resolved(Module.createRequire(owner), name);
  return found === undefined ? undefined : (OWN(found) as T);
}

/** The file that a package's name stands for. */
export function peerPath(name: string, cwd: string): string | undefined {
  return resolved(OWN, name) ?? resolved(Module.createRequire(join(cwd, 'package.json')), name);
}

/** A file beside this one, which stands in the package's own build. */
export function loadOwn<T>(path: string): T {
  return OWN(path) as T;
}

/** The path of a file beside this one. */
export function ownPath(path: string): string {
  return join(import.meta.dirname, path);
}

function resolved(require: NodeJS.Require, name: string): string | undefined {
  try {
    return require.resolve(name);
  } catch {
    return undefined;
  }
}
