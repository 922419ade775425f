import { type Context, trace } from '@opentelemetry/api';
import { isOwnName } from './carrier/own-span.ts';
import { registry } from './emitter/registry.ts';
import { isRuledOutStart } from './emitter/ruled-out.ts';

/** The SDK's `SamplingResult`, of either line; 0 drops, 1 records, 2 records and samples. */
interface SamplingResult {
  readonly decision: number;
}

/** The SDK's `Sampler`, of either line, as far as it is called here. */
interface SamplerLike {
  shouldSample(
    context: unknown,
    traceId: string,
    spanName: string,
    spanKind: number,
    attributes: Readonly<Record<string, unknown>>,
    links: unknown,
  ): SamplingResult;
  toString(): string;
}

const RECORD = 1;
const RECORD_AND_SAMPLE = 2;

/**
 * Wraps a sampler so that no tool call goes unseen: what the sampler takes stays taken; of what it would drop,
 * every span whose start shows a `tools/call` is recorded, and sampled too in mode `sample` (default), and every
 * other span that may still turn out to be a call, or that begins the trace here, is recorded without being
 * sampled. In mode `record` nothing more is exported, and calls that were not are counted (`not_sampled`).
 * Put it outermost. The sampler's own errors and results pass through.
 *
 * @example new NodeSDK({ sampler: observeToolCalls(new TraceIdRatioBasedSampler(0.1)) })
 */
export function observeToolCalls<S extends object>(
  sampler: S,
  { mode = 'sample' }: { readonly mode?: 'record' | 'sample' } = {},
): S {
  const inner = sampler as unknown as SamplerLike;
  const wrapper: SamplerLike = {
    shouldSample(context, traceId, spanName, spanKind, attributes, links) {
      const result = inner.shouldSample(context, traceId, spanName, spanKind, attributes, links);
      registry().emitter.isSamplerObserving = true;
      if (result.decision === RECORD_AND_SAMPLE) return result;
      if (isOwnName(spanName)) return { ...result, decision: RECORD_AND_SAMPLE };
      const given = attributes ?? {};
      if (showsCall(spanName, given)) {
        return { ...result, decision: mode === 'sample' ? RECORD_AND_SAMPLE : RECORD };
      }
      // A local root is recorded as well: it carries what the process can say of the trace.
      const isNeeded = !isRuledOutStart(spanKind, given) || isLocalRoot(context);
      return isNeeded ? { ...result, decision: RECORD } : result;
    },
    toString: () => `ObserveToolCalls{${inner.toString()}, mode=${mode}}`,
  };
  return wrapper as unknown as S;
}

/** Whether the start says `tools/call`; a framework's tool span is no more than a maybe. */
function showsCall(name: string, attributes: Readonly<Record<string, unknown>>): boolean {
  if (METHODS.some((key) => Object.hasOwn(attributes, key) && attributes[key] === 'tools/call')) return true;
  return name.startsWith('tools/call ') || name.startsWith('MCP send tools/call ');
}

const METHODS = ['mcp.method.name', 'mcp.method', 'rpc.method'];

function isLocalRoot(context: unknown): boolean {
  const parent = trace.getSpanContext(context as Context);
  return parent === undefined || parent.isRemote === true;
}
