import { type Context, trace } from '@opentelemetry/api';
import { warnOnce } from './emitter/once.ts';

/** The SDK's `Sampler`, of either line. */
export interface SdkSampler {
  shouldSample(context: unknown, traceId: string, ...start: readonly unknown[]): { decision: number };
  toString(): string;
}

const DROP = 0;
const RECORD_AND_SAMPLE = 2;

/** As the specification names them; the number is the share of traces that is kept where there is no parent. */
const SAMPLERS: Readonly<Record<string, (ratio: () => number) => SdkSampler>> = {
  always_on: () => ratioSampler(1),
  always_off: () => ratioSampler(0),
  traceidratio: (ratio) => ratioSampler(ratio()),
  parentbased_always_on: () => parentBased(ratioSampler(1)),
  parentbased_always_off: () => parentBased(ratioSampler(0)),
  parentbased_traceidratio: (ratio) => parentBased(ratioSampler(ratio())),
};

const DEFAULT = 'parentbased_always_on';

/**
 * The sampler that NodeSDK makes where none is given: of `OTEL_TRACES_SAMPLER` and `OTEL_TRACES_SAMPLER_ARG`, else
 * parent-based, on. It decides as the SDK's own do, trace by trace. What is not understood is said once and counts as
 * the default, as in the SDK.
 */
export function samplerFromEnvironment(): SdkSampler {
  const name = variable('OTEL_TRACES_SAMPLER') ?? DEFAULT;
  const make = Object.hasOwn(SAMPLERS, name) ? SAMPLERS[name] : undefined;
  if (make !== undefined) return make(ratioFromEnvironment);
  warnOnce('environment.sampler', `OTEL_TRACES_SAMPLER names no sampler of the SDK; "${DEFAULT}" is taken`);
  return parentBased(ratioSampler(1));
}

/** What NodeSDK gives the batch processor it makes, which the processor of `sdk-trace` does not read itself. */
export function batchFromEnvironment(): Readonly<Record<string, number>> {
  const read = Object.entries({
    maxQueueSize: 'OTEL_BSP_MAX_QUEUE_SIZE',
    scheduledDelayMillis: 'OTEL_BSP_SCHEDULE_DELAY',
    exportTimeoutMillis: 'OTEL_BSP_EXPORT_TIMEOUT',
    maxExportBatchSize: 'OTEL_BSP_MAX_EXPORT_BATCH_SIZE',
  }).map(([option, name]) => [option, Number(variable(name))] as const);
  return Object.fromEntries(read.filter(([, value]) => value > 0));
}

/** Where there is no process there is no environment; empty is unset, as the specification has it. */
function variable(name: string): string | undefined {
  return globalThis.process?.env?.[name]?.trim() || undefined;
}

function ratioFromEnvironment(): number {
  const ratio = Number(variable('OTEL_TRACES_SAMPLER_ARG') ?? Number.NaN);
  if (ratio >= 0 && ratio <= 1) return ratio;
  warnOnce('environment.ratio', 'OTEL_TRACES_SAMPLER_ARG is no number from 0 to 1; 1 is taken');
  return 1;
}

/** The same traces as the SDK's `TraceIdRatioBasedSampler` keeps, so that services agree on them. */
function ratioSampler(ratio: number): SdkSampler {
  const bound = ratio === 1 ? 0x1_0000_0000 : Math.floor(ratio * 0xffff_ffff);
  return {
    shouldSample: (_context, traceId) => ({ decision: folded(traceId) < bound ? RECORD_AND_SAMPLE : DROP }),
    toString: () => `TraceIdRatioBased{${ratio}}`,
  };
}

function folded(traceId: string): number {
  let sum = 0;
  for (let at = 0; at < 32; at += 8) sum = (sum ^ Number.parseInt(traceId.slice(at, at + 8), 16)) >>> 0;
  return sum;
}

/** A trace that has begun goes on as it began. */
function parentBased(root: SdkSampler): SdkSampler {
  return {
    shouldSample(context, traceId) {
      const parent = trace.getSpanContext(context as Context);
      if (parent === undefined || !/[1-9a-f]/i.test(parent.traceId))
        return root.shouldSample(context, traceId);
      return { decision: (parent.traceFlags & 1) === 1 ? RECORD_AND_SAMPLE : DROP };
    },
    toString: () => `ParentBased{root=${root.toString()}}`,
  };
}
