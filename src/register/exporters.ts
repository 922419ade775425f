import type { SpanExporterLike } from '../index.ts';
import { loadBeside } from './peers.ts';

/** The classes of the SDK that is installed, of either line. */
type Class<T> = new (...options: never[]) => T;

interface SdkTrace {
  readonly BatchSpanProcessor: Class<object>;
  readonly SimpleSpanProcessor: Class<object>;
  readonly ConsoleSpanExporter: new () => SpanExporterLike;
}

export interface ExportersFromEnvironment {
  readonly BatchSpanProcessor: Class<object>;
  readonly exporters: readonly {
    readonly exporter: SpanExporterLike;
    readonly BatchSpanProcessor: Class<object>;
  }[];
  /** What they are, for people: never an address, which may hold a credential. */
  readonly names: readonly string[];
  readonly issues: readonly string[];
  readonly notes: readonly string[];
}

type Environment = Readonly<Record<string, string | undefined>>;

const OTLP: Readonly<Record<string, string>> = {
  'http/protobuf': '@opentelemetry/exporter-trace-otlp-proto',
  'http/json': '@opentelemetry/exporter-trace-otlp-http',
  grpc: '@opentelemetry/exporter-trace-otlp-grpc',
};
const DEFAULT_PROTOCOL = 'http/protobuf';
const ZIPKIN = ['@opentelemetry/exporter-zipkin', 'ZipkinExporter'] as const;

/**
 * The exporters that NodeSDK would make of `OTEL_TRACES_EXPORTER` and `OTEL_EXPORTER_OTLP_PROTOCOL`; it can be given
 * wrapped ones only if they are made here. Address, headers and the rest they read themselves.
 *
 * @param owner path of the SDK's main file, whose own dependencies they are
 */
export function exportersFromEnvironment(env: Environment, owner: string): ExportersFromEnvironment {
  const sdk =
    loadBeside<SdkTrace>('@opentelemetry/sdk-trace', owner) ??
    loadBeside<SdkTrace>('@opentelemetry/sdk-trace-base', owner);
  if (sdk === undefined) throw new Error('the SDK has no `@opentelemetry/sdk-trace` beside it');
  const notes: string[] = [];
  const issues: string[] = [];
  const names: string[] = [];
  const protocol = protocolOf(env, notes);
  const make = (name: string): ExportersFromEnvironment['exporters'] => {
    if (name === 'console') {
      names.push(name);
      return [{ exporter: new sdk.ConsoleSpanExporter(), BatchSpanProcessor: sdk.SimpleSpanProcessor }];
    }
    const [packageName, className] = name === 'otlp' ? [OTLP[protocol], 'OTLPTraceExporter'] : ZIPKIN;
    if (packageName === undefined || className === undefined || (name !== 'otlp' && name !== 'zipkin')) {
      notes.push('OTEL_TRACES_EXPORTER names something else than "otlp", "console", "zipkin" or "none"');
      return [];
    }
    const found = loadBeside<Record<string, new () => SpanExporterLike>>(packageName, owner)?.[className];
    if (found === undefined) {
      issues.push(`Expected \`${packageName}\` to be installed; run \`npm install ${packageName}\``);
      return [];
    }
    names.push(name === 'otlp' ? `otlp (${protocol})` : name);
    return [{ exporter: new found(), BatchSpanProcessor: sdk.BatchSpanProcessor }];
  };
  const exporters = exporterNames(env).flatMap(make);
  return { BatchSpanProcessor: sdk.BatchSpanProcessor, exporters, names, issues, notes };
}

/** What is not known is said and is the default, as in NodeSDK. */
function protocolOf(env: Environment, notes: string[]): string {
  const given =
    env.OTEL_EXPORTER_OTLP_TRACES_PROTOCOL?.trim() ||
    env.OTEL_EXPORTER_OTLP_PROTOCOL?.trim() ||
    DEFAULT_PROTOCOL;
  if (Object.hasOwn(OTLP, given)) return given;
  notes.push(
    `OTEL_EXPORTER_OTLP_PROTOCOL is none of ${Object.keys(OTLP).join(', ')}; ${DEFAULT_PROTOCOL} is taken`,
  );
  return DEFAULT_PROTOCOL;
}

/** As NodeSDK reads it: nothing is `otlp`; `none` among others is not understood and is `otlp` too. */
function exporterNames(env: Environment): readonly string[] {
  const given = (env.OTEL_TRACES_EXPORTER ?? '').split(',').map((name) => name.trim());
  const names = [...new Set(given)].filter((name) => name !== '');
  if (names[0] === 'none') return [];
  return names.length === 0 || names.includes('none') ? ['otlp'] : names;
}
