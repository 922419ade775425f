import type { TestProject } from 'vitest/node';
import {
  type InstallableServer,
  installableServers,
  installedServer,
} from '../../../scripts/packs/install.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** By name: the folders of each server, or why it is not there. */
    installed: Readonly<
      Record<string, { readonly dir: string; readonly bin: string } | { readonly missing: string }>
    >;
  }
}

/** Installs what the cache lacks, one after the other: minutes at the first time, a moment after that. */
export function setup(project: TestProject): void {
  const installed = installableServers().map((server) => [server.name, attempt(server)] as const);
  project.provide('installed', Object.fromEntries(installed));
}

/** Without its registry a server is not there, which its tests say. */
function attempt(server: InstallableServer) {
  try {
    return installedServer(server);
  } catch (error) {
    const why = error instanceof Error ? error.message.split('\n')[0] : '';
    process.stderr.write(`${server.package} could not be installed: ${why}\n`);
    return { missing: `${server.package} ${server.version} could not be installed from ${server.registry}` };
  }
}
