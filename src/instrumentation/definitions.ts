import {
  type InstrumentationModuleDefinition,
  InstrumentationNodeModuleDefinition,
  InstrumentationNodeModuleFile,
} from '@opentelemetry/instrumentation';
import { PACKAGES, type PatchedFile, type PatchedPackage } from './packages.ts';

/** Patches what a file exports; gives back what its importers get. */
export type Patch = (
  exports: unknown,
  version: string | undefined,
  patched: PatchedPackage,
  file: PatchedFile,
) => unknown;

/** Of every version: one that is not known must be said, not passed over. */
const ANY = ['*'];

/**
 * Where the hooks of both module systems call `patch`: by the package's own name, by the file, and by the name that
 * the application wrote, since a loader that is told which modules to look at knows them by that alone.
 */
export function definitionsOf(patch: Patch): InstrumentationModuleDefinition[] {
  return PACKAGES.flatMap((patched) => {
    const hook = (file: PatchedFile) => (exports: unknown, version?: string) =>
      patch(exports, version, patched, file);
    const [first] = patched.files;
    const files = patched.files.flatMap((file) =>
      file.paths.map(
        (path) => new InstrumentationNodeModuleFile(`${patched.name}/${path}`, ANY, hook(file), nothing),
      ),
    );
    const isMain = first !== undefined && first.names.length === 0;
    const whole = definition(patched.name, isMain ? hook(first) : undefined, files);
    const named = patched.files.flatMap((file) => file.names.map((name) => definition(name, hook(file))));
    return [whole, ...named];
  });
}

function definition(
  name: string,
  patch: ((exports: unknown, version?: string) => unknown) | undefined,
  files: InstrumentationNodeModuleFile[] = [],
): InstrumentationModuleDefinition {
  const made = new InstrumentationNodeModuleDefinition(name, ANY, patch, nothing, files);
  return Object.assign(made, { includePrerelease: true });
}

/** Nothing is unpatched: what is patched asks whether the instrumentation is enabled. */
function nothing(): void {}
