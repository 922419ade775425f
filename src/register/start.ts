import { diag, ProxyTracerProvider, trace } from '@opentelemetry/api';
import type { NodeSDK } from '@opentelemetry/sdk-node';
import { ConfigError } from '../index.ts';
import { VERSION } from '../version.ts';
import { type Assembled, assemble } from './assemble.ts';
import { readConfiguration } from './configuration.ts';
import { canHookLoader, hookLoader, INSTRUMENTATION, instrumentationsOf } from './instrumentations.ts';
import { loadPeer, peerPath } from './peers.ts';
import { nameRun, runOfProcess } from './run-of-process.ts';
import { endWithProcess } from './shutdown.ts';

type Environment = Record<string, string | undefined>;

/** The package that is the SDK. */
export const SDK = '@opentelemetry/sdk-node';

/**
 * Starts NodeSDK with processor, wrapped exporters, wrapped sampler and the instrumentation of MCP, by the environment.
 * Whatever is wrong with that is one message through `diag`, and then nothing is started: to go on without us would
 * send what we are there to keep back. Never throws.
 */
export function startFromEnvironment(env: Environment, cwd: string): void {
  try {
    const problem = started(env, cwd);
    if (problem !== undefined) diag.error(`${OFF}: ${problem}`);
  } catch (error) {
    const { code, name } = error as { readonly code?: string; readonly name?: string };
    const told =
      error instanceof ConfigError ? error.issues.join('; ') : (code ?? name ?? 'an unknown error');
    diag.error(`${OFF}: Expected to start, got ${told}; \`npx assay-otel doctor\` says more`);
  }
}

const OFF = 'assay-otel: no telemetry, the application runs on';

/** What is in the way; nothing where it runs, or where it is not to run. */
function started(env: Environment, cwd: string): string | undefined {
  const configuration = readConfiguration(env, cwd);
  if (configuration.isDisabled || env.OTEL_SDK_DISABLED?.trim().toLowerCase() === 'true') {
    diag.info('assay-otel: switched off by ASSAY_DISABLED or OTEL_SDK_DISABLED');
    return undefined;
  }
  if (!canHookLoader()) {
    return (
      'Expected `register` of node:module, got none: this runtime, as Deno, shows no modules as they load. ' +
      'Use `toolDecisionPipeline` in code, and `instrumentClient` and `instrumentServer` of assay-otel/mcp'
    );
  }
  const missing = [SDK, INSTRUMENTATION].filter((name) => peerPath(name, cwd) === undefined);
  if (missing.length > 0) {
    return `Expected ${missing.map((name) => `\`${name}\``).join(' and ')} to be installed; run \`npm install ${missing.join(' ')}\``;
  }
  if (isTracing()) {
    return 'Expected no tracer provider yet, got one; use `toolDecisionPipeline` in the code that makes it';
  }
  const made = assemble(configuration, env, peerPath(SDK, cwd) ?? SDK);
  for (const note of made.notes) diag.warn(`assay-otel: ${note}`);
  if ('issues' in made) return made.issues.join('; ');

  const instrumentations = instrumentationsOf(configuration.instrumentations);
  hookLoader(instrumentations, env, cwd);
  const sdk = startSdk(env, cwd, made, instrumentations);
  const { processor, flush } = made.pipeline;
  endWithProcess({
    flush,
    async shutdown(isInterrupted) {
      const run = runOfProcess(env);
      // Nobody else can say it here. What a signal interrupts has not ended.
      if (run !== undefined && !isInterrupted) processor.endRun(run);
      // First, so that the documents of runs are made when everything has come.
      await flush();
      await sdk
        .shutdown()
        .catch(() => diag.warn('assay-otel: what was left at the end could not be exported'));
    },
  });
  diag.info(
    `assay-otel ${VERSION} is on: ${made.summary}; configured by ${sourcesOf(configuration.sources)}`,
  );
  return undefined;
}

function startSdk(
  env: Environment,
  cwd: string,
  { pipeline }: Assembled,
  instrumentations: unknown[],
): NodeSDK {
  const { NodeSDK } = loadPeer<typeof import('@opentelemetry/sdk-node')>(SDK, cwd) ?? {};
  if (NodeSDK === undefined) throw new Error('no NodeSDK');
  // It would log to stdout; what is logged where has been settled.
  const { OTEL_LOG_LEVEL: level } = env;
  delete env.OTEL_LOG_LEVEL;
  try {
    const { spanProcessors, sampler } = pipeline;
    const run = runOfProcess(env);
    const processors = run === undefined ? spanProcessors : [nameRun(run), ...spanProcessors];
    const options = { spanProcessors: processors, sampler, instrumentations };
    const sdk = new NodeSDK(options as unknown as ConstructorParameters<typeof NodeSDK>[0]);
    sdk.start();
    return sdk;
  } finally {
    if (level !== undefined) env.OTEL_LOG_LEVEL = level;
  }
}

/** Whether somebody has set a provider already: an SDK in code, or another product's. */
function isTracing(): boolean {
  const provider = trace.getTracerProvider();
  const delegate = (provider as Partial<ProxyTracerProvider>).getDelegate?.();
  return delegate !== undefined && delegate !== new ProxyTracerProvider().getDelegate();
}

function sourcesOf(sources: readonly string[]): string {
  return sources.length === 0 ? 'OTEL_* alone' : sources.join(', ');
}
