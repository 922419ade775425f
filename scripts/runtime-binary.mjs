import { join } from 'node:path';
import { installedPackages } from './installed-packages.mjs';

/** The versions that are tried; docs/install.md names them. */
const RUNTIMES = {
  bun: { package: '@oven/bun-linux-x64', version: '1.4.4', binary: 'bin/bun' },
  workerd: {
    package: '@cloudflare/workerd-linux-64',
    version: '1.20261117.1',
    binary: 'bin/workerd',
  },
  deno: { package: '@deno/linux-x64-glibc', version: '2.9.6', binary: 'deno' },
};

/**
 * The path of a `bun`, `deno` or `workerd`, from npm, kept outside of the tree. Nothing where it cannot be had: it is not made
 * for this machine, or npm does not give it.
 */
export function runtimeBinary(name) {
  if (process.platform !== 'linux' || process.arch !== 'x64') return undefined;
  const { package: from, version, binary } = RUNTIMES[name];
  const folder = packagesOrWord(`${from}@${version}`);
  return folder === undefined ? undefined : join(folder, from, binary);
}

/** The `node_modules` with Vercel's edge runtime as a VM of Node; nothing where npm does not give it. */
export function edgePackages() {
  return packagesOrWord('@edge-runtime/vm@5.0.0');
}

function packagesOrWord(specifier) {
  try {
    return installedPackages(specifier);
  } catch {
    console.warn(`${specifier} could not be installed; what needs it is skipped`);
    return undefined;
  }
}
