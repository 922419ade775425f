import { type Context, ROOT_CONTEXT, type Span, type SpanContext, trace } from '@opentelemetry/api';
import { overlay } from '../../src/carrier/overlay.ts';
import { DEFAULTS } from '../../src/config.ts';
import { attestInstrumentation, countCall } from '../../src/emitter/attest.ts';
import { newRegistry, type Registry, registry } from '../../src/emitter/registry.ts';
import {
  observeToolCall,
  observeToolCalls,
  ToolDecisionSpanExporter,
  ToolDecisionSpanProcessor,
} from '../../src/index.ts';
import type { SdkReadableSpan, SdkSpanContext } from '../../src/span/sdk-span.ts';
import { FakeSpan } from './fake-span.ts';
import { argumentsOf, attributesOf, KINDS, nameOf, SCOPES } from './span-shapes.ts';
import type { ProcessPlan, SpanPlan } from './world.ts';

const OUR_SCOPE = 'assay-otel/mcp';

interface SamplerLike {
  shouldSample(
    context: Context,
    traceId: string,
    name: string,
    kind: number,
    attributes: Record<string, unknown>,
    links: never[],
  ): { readonly decision: number };
}

export interface Leaving {
  readonly plan: SpanPlan | undefined;
  readonly span: SdkReadableSpan;
}

/**
 * One process: the real processor, guard and sampler wrapper, with a registry of its own and spans that no SDK made.
 * Whatever is called on it must be called while its registry is in place: see `adopt`.
 */
export class Host {
  readonly plan: ProcessPlan;
  readonly registry: Registry = newRegistry();
  readonly spans = new Map<number, FakeSpan>();
  /** Where what is exported goes; nowhere while it is the shadow of what another process does. */
  send: ((leaving: Leaving) => void) | undefined;
  /** Where goes what a reader in the process sees: what leaves, or would have. */
  read: ((leaving: Leaving) => void) | undefined;
  readonly #processor: ToolDecisionSpanProcessor | undefined;
  readonly #guard: ToolDecisionSpanExporter | undefined;
  readonly #sampler: SamplerLike;
  readonly #resource: SdkReadableSpan['resource'];
  #ending: SpanPlan | undefined;
  #leaving: SpanPlan | undefined;
  #drops = false;
  #isHeld = false;
  #isShutDown = false;

  constructor(plan: ProcessPlan) {
    this.plan = plan;
    this.adopt();
    const { emitter, guard, resourceRun, service, toolSpans, wrapper } = plan;
    const run = resourceRun === undefined ? {} : { 'assay.run.id': resourceRun };
    this.#resource = { attributes: { 'service.name': service, ...run } };
    const inner: SamplerLike = { shouldSample: () => ({ decision: this.#drops ? 0 : 2 }) };
    this.#sampler = wrapper === 'none' ? inner : observeToolCalls(inner, { mode: wrapper });
    if (emitter !== 'none' && emitter !== 'guard') this.#processor = processorOf(plan);
    const delegate = {
      export: (spans: SdkReadableSpan[]) => {
        for (const span of spans) this.#send({ plan: this.#leaving, span });
      },
      shutdown: async () => undefined,
    };
    if (guard !== 'none') this.#guard = new ToolDecisionSpanExporter(delegate, { toolSpans, forward: guard });
    if (plan.isRead) this.#readUnsampled();
    if (emitter !== 'installed') return;
    const ours = { scope: OUR_SCOPE, version: '0', basis: 'installed', covers: 'process' } as const;
    attestInstrumentation({ ...ours, vantage: 'client' });
    attestInstrumentation({ ...ours, vantage: 'server' });
  }

  /** The state that all copies of the package share is this process's from now on. */
  adopt(): void {
    Object.assign(registry(), this.registry);
  }

  start(plan: SpanPlan, ids: Pick<SdkSpanContext, 'spanId' | 'traceId'>, parent: SdkSpanContext | undefined) {
    const span = this.#make({
      ...ids,
      parent,
      name: nameOf(plan),
      kind: KINDS[plan.what],
      scope: this.scopeOf(plan),
      attributes: plan.late ? {} : attributesOf(plan),
      drops: plan.unsampled,
    });
    this.spans.set(plan.index, span);
    if (span.decision > 0 && !plan.startNotSeen) this.#processor?.onStart(span);
    if (this.plan.emitter !== 'installed' || (plan.what !== 'client' && plan.what !== 'server')) return;
    countCall(ids.traceId, span.spanContext() as SpanContext, plan.what);
    observeToolCall(span as unknown as Span, { toolName: plan.tool, arguments: argumentsOf(plan) });
  }

  end(plan: SpanPlan): void {
    const span = this.spans.get(plan.index);
    if (span === undefined || span.decision === 0) return;
    this.#ending = plan;
    Object.assign(span.attributes, attributesOf(plan));
    span.end();
    if (this.plan.hooks === 'ending') this.#processor?.onEnding(span);
    span.ended = true;
    this.#processor?.onEnd(span);
    this.#export(plan, span);
  }

  /** A span that the package makes through the global provider, below `context`. */
  startOwn(
    ids: Pick<SdkSpanContext, 'spanId' | 'traceId'>,
    {
      scope,
      name,
      attributes,
    }: { readonly scope: string; readonly name: string; readonly attributes: object },
    context: Context,
  ): FakeSpan {
    const parent = trace.getSpanContext(context);
    const span = this.#make({
      traceId: parent?.traceId ?? ids.traceId,
      spanId: ids.spanId,
      parent,
      name,
      kind: 0,
      scope,
      attributes: { ...attributes },
      // As most samplers do, where ours is not around them: a root is taken, anything else goes with its parent.
      drops: parent !== undefined && (parent.traceFlags & 1) === 0,
    });
    span.onEnd = () => {
      span.ended = true;
      if (span.decision > 0) this.#export(undefined, span);
    };
    return span;
  }

  endRun(runId: string): void {
    this.#processor?.endRun(runId);
  }

  /** What the SDK does first as it shuts down; whatever was not exported by its end is lost. */
  shutDown(): void {
    void this.#processor?.shutdown();
    this.#isShutDown = true;
  }

  scopeOf({ what }: SpanPlan): string {
    const isOurs = what === 'client' || what === 'server' || what === 'list';
    return this.plan.emitter === 'installed' && isOurs ? OUR_SCOPE : SCOPES[what];
  }

  #make(
    parts: Omit<ConstructorParameters<typeof FakeSpan>[0], 'decision' | 'resource' | 'startMillis'> & {
      readonly drops: boolean;
    },
  ): FakeSpan {
    const { drops, traceId, name, kind, attributes, parent } = parts;
    const context =
      parent === undefined ? ROOT_CONTEXT : trace.setSpanContext(ROOT_CONTEXT, parent as SpanContext);
    this.#drops = drops;
    const { decision } = this.#sampler.shouldSample(context, traceId, name, kind, attributes, []);
    return new FakeSpan({ ...parts, decision, resource: this.#resource, startMillis: Date.now() });
  }

  #export(plan: SpanPlan | undefined, span: FakeSpan): void {
    if (span.decision < 2 || this.#isShutDown) return;
    this.#leaving = plan;
    this.#isHeld = true;
    if (this.#guard === undefined) this.#send({ plan, span });
    else this.#guard.export([span], () => undefined);
    if (this.#isHeld) this.read?.({ plan, span });
  }

  #send(leaving: Leaving): void {
    this.#isHeld = false;
    this.read?.(leaving);
    this.send?.(leaving);
  }

  /** As an exporter with sinks does. */
  #readUnsampled(): void {
    const { emitter, readers } = this.registry;
    emitter.isReadInProcess = true;
    readers.add({
      expect: () => {},
      readUnsampled: (span, evidence) => {
        const { scrub } = DEFAULTS;
        const rules = evidence?.call === undefined ? { ...scrub, mode: 'off' as const } : scrub;
        const safe = evidence === undefined ? span : overlay(span, evidence, rules);
        this.read?.({ plan: this.#ending, span: safe });
      },
      forceFlush: async () => undefined,
      close: async () => undefined,
    });
  }
}

function processorOf(plan: ProcessPlan): ToolDecisionSpanProcessor {
  const { emitter, openCalls, openTraces, runIsTrace, sampler, toolSpans } = plan;
  return new ToolDecisionSpanProcessor({
    toolSpans,
    runIsTrace,
    limits: { openTraces, openCalls },
    attest: {
      ...(emitter === 'configured' && { instrumentation: 'configured' }),
      ...(sampler === 'declared' && { sampler: 'declared' }),
    },
  });
}
