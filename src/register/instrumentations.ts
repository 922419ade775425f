import { register } from 'node:module';
import { pathToFileURL } from 'node:url';
import { loadOwn, peerPath } from './peers.ts';

/** What of an instrumentation is asked here. */
interface Instrumentation {
  getModuleDefinitions?(): readonly { readonly name: string }[];
}

/** The package both module hooks come from. */
export const INSTRUMENTATION = '@opentelemetry/instrumentation';

/** Set while the loader's thread starts, which preloads what the main thread does: it must not start an SDK of its own. */
const LOADER = '_ASSAY_OTEL_LOADER';

export function isLoaderThread(env: Readonly<Record<string, string | undefined>>): boolean {
  return env[LOADER] !== undefined;
}

/** Ours for the MCP SDKs, and what the configuration names. The package's own build stands beside this file. */
export function instrumentationsOf(others: readonly unknown[]): unknown[] {
  const own = loadOwn<{ readonly McpInstrumentation: new (config: { readonly enabled: boolean }) => object }>(
    './instrumentation.cjs',
  );
  // NodeSDK enables it as it starts: the loader's hook is there by then, and only with it can the whole process be seen.
  return [new own.McpInstrumentation({ enabled: false }), ...others.flat()];
}

/** Whether the runtime lets modules be seen as they load: Deno's `node:module` has no `register`. */
export function canHookLoader(): boolean {
  return typeof register === 'function';
}

/**
 * Has the loader of ES modules tell the instrumentations about the modules they ask for, and about no other: to wrap
 * every module of an application is more than it needs, and some do not stand it.
 */
export function hookLoader(
  instrumentations: readonly unknown[],
  env: Record<string, string | undefined>,
  cwd: string,
): void {
  const main = peerPath(INSTRUMENTATION, cwd);
  if (main === undefined) return;
  const asked = instrumentations.flatMap((one) => (one as Instrumentation).getModuleDefinitions?.() ?? []);
  const include = [...new Set(asked.map(({ name }) => name))];
  env[LOADER] = '1';
  try {
    register(`${INSTRUMENTATION}/hook.mjs`, pathToFileURL(main), { data: { include } });
  } finally {
    delete env[LOADER];
  }
}
