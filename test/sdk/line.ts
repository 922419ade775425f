/**
 * One face for the SDK lines, so that a suite runs on each: `@opentelemetry/sdk-trace-base` (2.x, positional
 * constructors) and `@opentelemetry/sdk-trace` (2.9+, 3.x, options). The matrix names the package in
 * `ASSAY_SDK_PACKAGE`.
 */
import type { Tracer } from '@opentelemetry/api';
import type { SdkReadableSpan, SdkWritableSpan } from '../../src/span/sdk-span.ts';

export interface Processor {
  onStart(span: SdkWritableSpan, context?: unknown): void;
  onEnding?(span: SdkWritableSpan): void;
  onEnd(span: SdkReadableSpan): void;
  forceFlush(): Promise<void>;
  shutdown(): Promise<void>;
}

export interface Exporter {
  export(spans: SdkReadableSpan[], done: (result: { code: number; error?: Error }) => void): void;
  forceFlush?(): Promise<void>;
  shutdown(): Promise<void>;
}

export interface MemoryExporter extends Exporter {
  getFinishedSpans(): SdkReadableSpan[];
  reset(): void;
}

interface ProviderOptions {
  readonly spanProcessors: readonly Processor[];
  readonly spanLimits?: Readonly<Record<string, number>>;
  readonly sampler?: unknown;
  readonly resource?: unknown;
}

interface Provider {
  getTracer(name: string, version?: string): Tracer;
  forceFlush(): Promise<void>;
  shutdown(): Promise<void>;
}

type Constructor<T> = new (...args: unknown[]) => T;

export const packageName = process.env.ASSAY_SDK_PACKAGE ?? '@opentelemetry/sdk-trace-base';
const sdk = (await import(packageName)) as Record<string, Constructor<never>>;
const takesOptions = !packageName.endsWith('-base');

function construct<T>(name: string, ...args: unknown[]): T {
  const found = sdk[name] as Constructor<T> | undefined;
  if (found === undefined) throw new Error(`${packageName} exports no ${name}`);
  return new found(...args);
}

export function provider(options: ProviderOptions): Provider {
  return construct(takesOptions ? 'TracerProvider' : 'BasicTracerProvider', options);
}

export function simple(exporter: Exporter): Processor {
  return construct('SimpleSpanProcessor', takesOptions ? { exporter } : exporter);
}

export function batch(exporter: Exporter, options: Record<string, number> = {}): Processor {
  return takesOptions
    ? construct('BatchSpanProcessor', { exporter, ...options })
    : construct('BatchSpanProcessor', exporter, options);
}

export function memoryExporter(): MemoryExporter {
  return construct('InMemorySpanExporter');
}

export function alwaysOff(): object {
  return construct('AlwaysOffSampler');
}

export function ratio(share: number): object {
  return construct('TraceIdRatioBasedSampler', share);
}

export function parentBased(root: object): object {
  return construct('ParentBasedSampler', { root });
}
