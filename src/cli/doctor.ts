import { existsSync } from 'node:fs';
import Module from 'node:module';
import { DiagLogLevel, diag } from '@opentelemetry/api';
import type { EmittedRun } from '../index.ts';
import { type Assembled, assemble } from '../register/assemble.ts';
import { type Configuration, readConfiguration } from '../register/configuration.ts';
import { INSTRUMENTATION } from '../register/instrumentations.ts';
import { peerPath } from '../register/peers.ts';
import { SDK } from '../register/start.ts';
import type { CommandIo, ExitCode } from './command-io.ts';
import { type Check, type DoctorOptions, note, ok, problem } from './doctor-checks.ts';
import { exportFailure, hasUnreadEndpoint, shownEndpoint } from './doctor-export-words.ts';
import { coverageChecks, leavingChecks } from './doctor-findings.ts';
import { Listener, type Probed, probe } from './doctor-probe.ts';
import { doctorText } from './doctor-text.ts';
import { printText } from './print-text.ts';
import type { Printer } from './printer.ts';

/** Tries the configuration of this directory and environment. See `assay-otel doctor --help`. */
export async function doctorCommand(
  { format }: DoctorOptions,
  io: CommandIo,
  printer: Printer,
): Promise<ExitCode> {
  const checks = await checksOf(io.env, io.cwd ?? process.cwd());
  const isWell = checks.every(({ state }) => state !== 'problem');
  const text =
    format === 'json' ? `${JSON.stringify({ ok: isWell, checks })}\n` : doctorText(checks, printer.colors);
  if (!(await printText(text, printer))) return 2;
  return isWell ? 0 : 1;
}

type Environment = CommandIo['env'];

/** Milliseconds that an exporter has, where nothing else is said: a person waits. */
const PATIENCE = '5000';

async function checksOf(env: Environment, cwd: string): Promise<readonly Check[]> {
  const configuration = readConfiguration(env, cwd);
  const owner = peerPath(SDK, cwd);
  const checks = [...peerChecks(cwd, owner), ...environmentChecks(env, configuration)];
  if (owner === undefined) return [...checks, ...configurationChecks(configuration, configuration.issues)];

  process.env.OTEL_EXPORTER_OTLP_TIMEOUT ??= PATIENCE;
  const listener = new Listener();
  const runs: EmittedRun[] = [];
  const { surfacesDir: _written, ...rest } = configuration;
  const options = { ...rest.options, sinks: [(run: EmittedRun) => void runs.push(run)] };
  const said: string[] = [];
  diag.setLogger(
    { error() {}, warn: (message) => said.push(message), info() {}, debug() {}, verbose() {} },
    { logLevel: DiagLogLevel.WARN, suppressOverrideMessage: true },
  );
  try {
    const made = assemble({ ...rest, options, surfacesDir: undefined }, env, owner, listener.around);
    checks.push(...configurationChecks(configuration, 'issues' in made ? made.issues : []));
    checks.push(...made.notes.map((message) => note('configuration', message)));
    if ('issues' in made) return checks;
    const probed = await probe(made, owner, cwd);
    return [...checks, ...probeChecks(made, configuration, probed, listener, runs, env), ...own(said)];
  } catch (error) {
    const { code, name } = error as { readonly code?: string; readonly name?: string };
    return [...checks, problem('probe', `the probe could not be made (${code ?? name})`, 'please report it')];
  } finally {
    diag.disable();
  }
}

function peerChecks(cwd: string, owner: string | undefined): Check[] {
  const missing = [SDK, INSTRUMENTATION].filter((name) => peerPath(name, cwd) === undefined);
  if (missing.length > 0) {
    const mend = `npm install ${missing.join(' ')}`;
    return [problem('packages', `${missing.join(' and ')} cannot be found from here`, mend)];
  }
  const api = '@opentelemetry/api';
  const theirs = owner === undefined ? undefined : Module.createRequire(owner).resolve(api);
  const ours = peerPath(api, cwd);
  if (theirs !== ours) {
    return [
      problem(
        'packages',
        `two copies of ${api} are installed: spans of one do not reach the other`,
        `npm dedupe ${api}`,
      ),
    ];
  }
  return [ok('packages', `${SDK} and ${INSTRUMENTATION} are installed`)];
}

function environmentChecks(env: Environment, configuration: Configuration): Check[] {
  const checks: Check[] = [];
  if (configuration.isDisabled || env.OTEL_SDK_DISABLED?.trim().toLowerCase() === 'true') {
    checks.push(problem('switch', 'telemetry is switched off', 'unset OTEL_SDK_DISABLED and ASSAY_DISABLED'));
  }
  if (env.OTEL_CONFIG_FILE) {
    checks.push(
      note('configuration', 'OTEL_CONFIG_FILE is not read by assay-otel/register', 'use OTEL_* variables'),
    );
  }
  const isNamed = env.OTEL_SERVICE_NAME || env.OTEL_RESOURCE_ATTRIBUTES?.includes('service.name=');
  if (!isNamed) {
    checks.push(
      note('service', 'the service has no name: runs will be of unknown_service', 'set OTEL_SERVICE_NAME'),
    );
  }
  return checks;
}

function configurationChecks({ sources, surfacesDir }: Configuration, issues: readonly string[]): Check[] {
  if (issues.length > 0) {
    return issues.map((issue) => problem('configuration', issue, 'nothing is started until this is mended'));
  }
  const documents =
    surfacesDir === undefined
      ? []
      : [
          existsSync(surfacesDir)
            ? ok('documents', `documents of runs go into ${surfacesDir}`)
            : note('documents', `documents of runs go into ${surfacesDir}, which will be made`),
        ];
  return [ok('configuration', `from ${sources.join(', ') || 'OTEL_* variables alone'}`), ...documents];
}

function probeChecks(
  { exporterNames }: Assembled,
  { surfacesDir, options }: Configuration,
  { client }: Probed,
  { answers, spans }: Listener,
  runs: readonly EmittedRun[],
  env: Environment,
): Check[] {
  const exports = exporterNames.map((name) => {
    const own = answers.filter(({ exporter }) => exporter === name);
    const failed = own.find(({ isSuccess }) => !isSuccess);
    if (failed !== undefined) return exportFailure(failed, shownEndpoint(env, name));
    if (hasUnreadEndpoint(env, name)) {
      const says = `${name}: the address that it is given is no URL, so spans go to ${shownEndpoint(env, name)}`;
      return problem('export', says, 'set OTEL_EXPORTER_OTLP_ENDPOINT with http:// or https:// before it');
    }
    if (own.length === 0)
      return problem('export', `${name}: no span reached it`, 'look at the sampler and `forward`');
    const where = shownEndpoint(env, name);
    return ok('export', `${name}${where === undefined ? '' : ` at ${where}`}: taken`);
  });
  if (exporterNames.length === 0) {
    const isMeant = env.OTEL_TRACES_EXPORTER?.trim() === 'none';
    const says = `OTEL_TRACES_EXPORTER ${isMeant ? 'is "none"' : 'names no exporter that is known'}: no span leaves`;
    exports.push(
      !isMeant
        ? problem('export', says, 'name "otlp", "console", "zipkin" or "none"')
        : surfacesDir === undefined
          ? problem(
              'export',
              `${says}, and no documents are written`,
              'name an exporter, or set ASSAY_SURFACES_DIR',
            )
          : ok('export', `${says}, documents are written`),
    );
  }
  const made =
    client === undefined
      ? note('probe', 'no MCP SDK is installed here: the probe was a span made by hand')
      : ok('probe', `a call through ${client}`);
  return [
    made,
    ...exports,
    ...leavingChecks(spans, options.scrub),
    ...coverageChecks(runs, client !== undefined),
  ];
}

/** What our own parts said through `diag` while the probe went through. */
function own(said: readonly string[]): Check[] {
  return said
    .filter((message) => !message.includes('when they were flushed'))
    .filter((message) => message.startsWith('assay-otel: '))
    .map((message) => note('diag', message.slice(12)));
}
