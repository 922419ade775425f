import fc from 'fast-check';
import type { ProcessPlan, SpanPlan, World } from './world.ts';

/** One thing that the agent does. */
export interface Op {
  readonly kind: 'call' | 'callback' | 'list' | 'stream' | 'work';
  readonly tool: number;
  readonly framework: 'bare' | 'mcp' | 'none';
  readonly client: 'hidden' | 'seen';
  readonly server: boolean;
  readonly between: 'http' | 'none' | 'third';
  readonly retries: number;
  /** The server calls a server of its own. */
  readonly nested: boolean;
  readonly late: boolean;
  /** Nobody waits for it: it may start and end after what is above it. */
  readonly fired: boolean;
  readonly gap: number;
  readonly length: number;
  /** Which of the spans that can have children it stands under. */
  readonly under: number;
}

/** Where a world departs from one in which everything is seen. */
export interface Worldly {
  readonly upstream: boolean;
  readonly emitters: readonly ProcessPlan['emitter'][];
  readonly toolSpans: 'all' | 'mcp';
  readonly skews: readonly number[];
  readonly ops: readonly Op[];
}

const TOOLS = ['add_deploy_key', 'search', 'change_role'];
const AGENT = 0;
const SERVER = 1;
const BACK = 2;
const THIRD = 3;
/** A second process of the agent's service, without a processor. */
export const TWIN = 4;
const DAY = 86_400_000;

const op = (kinds: readonly Op['kind'][] = ['call', 'call', 'call', 'callback', 'list', 'stream', 'work']) =>
  fc.record<Op>({
    kind: fc.constantFrom(...kinds),
    tool: fc.nat(TOOLS.length - 1),
    framework: fc.constantFrom('none', 'none', 'bare', 'mcp'),
    client: fc.constantFrom('seen', 'seen', 'seen', 'hidden'),
    server: fc.boolean(),
    between: fc.constantFrom('none', 'http', 'third'),
    retries: fc.constantFrom(1, 1, 1, 2),
    nested: fc.boolean(),
    late: fc.boolean(),
    fired: fc.constantFrom(false, false, true),
    gap: fc.nat(5),
    length: fc.nat(5),
    under: fc.nat(3),
  });

export const worldly: fc.Arbitrary<Worldly> = fc.record({
  upstream: fc.boolean(),
  emitters: fc.tuple(
    fc.constantFrom('configured' as const, 'installed' as const),
    fc.constantFrom('configured' as const, 'installed' as const, 'none' as const),
    fc.constantFrom('configured' as const, 'installed' as const, 'none' as const),
  ),
  toolSpans: fc.constantFrom('all' as const, 'mcp' as const),
  skews: fc.array(fc.constantFrom(0, 0, -DAY, DAY), { minLength: 5, maxLength: 5 }),
  ops: fc.array(op(), { maxLength: 4 }),
});

/** The ground truth that some choices describe, without any fault. */
export function worldOf({ upstream, emitters, toolSpans, skews, ops }: Worldly): World {
  const build = new Build(upstream);
  for (const one of ops) build.op(one);
  build.close();
  const services = ['agent', 'server', 'back', 'proxy', 'agent'];
  return {
    processes: services.map(
      (service, at): ProcessPlan => ({
        service,
        emitter: emitters[at] ?? 'none',
        sampler: 'declared',
        runIsTrace: true,
        skewMillis: skews[at] ?? 0,
        openTraces: 10_000,
        openCalls: 10_000,
        toolSpans,
      }),
    ),
    spans: build.spans,
    requests: build.requests,
    noise: [],
  };
}

type Draft = { -readonly [K in keyof SpanPlan]: SpanPlan[K] };

/** Lays spans out in time: what is waited for ends before what waits. */
class Build {
  readonly spans: Draft[] = [];
  requests = 0;
  readonly #holders: number[] = [];
  readonly #waits = new Map<number, number[]>();

  constructor(upstream: boolean) {
    const root = this.#add('root', AGENT, upstream ? -1 : undefined, 0, 4);
    if (upstream) root.runId = 'upstream-run';
    this.#holders.push(root.index);
    // Every process that is configured shows its instrumentation once, or nothing is attested.
    this.#add('list', AGENT, root.index, 1, 1);
  }

  op(one: Op): void {
    const under = this.#holders[one.under % this.#holders.length] ?? 0;
    const start = (this.spans[under]?.start ?? 0) + 2 + one.gap * (one.fired ? 4 : 1);
    if (one.kind === 'list') this.#add('list', AGENT, under, start, one.length, !one.fired);
    else if (one.kind === 'work') {
      this.#holders.push(this.#add('work', AGENT, under, start, one.length, !one.fired).index);
    } else if (one.kind === 'stream') {
      // A request that stays open for as long as a session lasts, and can be no call.
      const through = this.#add('http', THIRD, under, start, 1, false);
      this.#add('http', AGENT, through.index, start + 1, 10 + one.length, false);
    } else if (one.kind === 'callback') {
      // Another process of the trace calls the agent back: a local root beside the first.
      const through = this.#add('http', THIRD, under, start, 2, !one.fired);
      const root = this.#add('work', AGENT, through.index, start + 1, one.length, true);
      this.#call(one, root.index, start + 2);
    } else this.#call(one, under, start);
  }

  #call(one: Op, under: number, start: number): void {
    const name = TOOLS[one.tool] ?? '';
    const waited = !one.fired;
    let above = under;
    const requests = Array.from({ length: one.retries }, () => this.requests++);
    if (one.framework !== 'none') {
      const framework = this.#add('framework', AGENT, above, start, one.length, waited);
      framework.tool = one.framework === 'mcp' ? `mcp__srv__${name}` : name;
      framework.late = one.late;
      // A framework's instrumentation sees one execution, however often the client below it tries.
      framework.requests = requests;
      above = framework.index;
    }
    requests.forEach((request, at) => {
      const begin = start + 1 + at * (one.length + 2);
      const client = this.#add('client', AGENT, above, begin, one.length, waited || above !== under);
      client.hidden = one.client === 'hidden';
      client.tool = name;
      client.requests = [request];
      client.late = one.late;
      if (one.server) this.#serve(one, client.hidden ? above : client.index, begin, request, name);
    });
  }

  #serve(one: Op, above: number, start: number, request: number, name: string): void {
    let parent = above;
    if (one.between !== 'none') {
      const process = one.between === 'third' ? THIRD : AGENT;
      parent = this.#add('http', process, parent, start, 1, true).index;
    }
    const server = this.#add('server', SERVER, parent, start + 1, one.length, !one.fired);
    server.tool = name;
    server.requests = [request];
    if (!one.nested) return;
    const inner = this.requests++;
    const client = this.#add('client', SERVER, server.index, start + 2, one.length, true);
    const behind = this.#add('server', BACK, client.index, start + 3, 1, true);
    for (const span of [client, behind]) {
      span.tool = TOOLS[(one.tool + (one.gap % 2)) % TOOLS.length] ?? '';
      span.requests = [inner];
    }
  }

  /** Ends whatever waits after what it waits for. */
  close(): void {
    for (const span of this.spans.toReversed()) {
      const ends = (this.#waits.get(span.index) ?? []).map((index) => this.spans[index]?.end ?? 0);
      span.end = Math.max(span.end, ...ends.map((end) => end + 1));
    }
  }

  #add(
    what: SpanPlan['what'],
    process: number,
    parent: number | undefined,
    start: number,
    length: number,
    waited = true,
  ): Draft {
    const span: Draft = {
      index: this.spans.length,
      trace: 0,
      process,
      parent,
      what,
      start,
      end: start + 1 + length,
      requests: [],
      tool: '',
      late: false,
      unsampled: false,
      startNotSeen: false,
      hidden: false,
      branch: 0,
    };
    this.spans.push(span);
    if (waited && parent !== undefined && parent >= 0) {
      const waits = this.#waits.get(parent) ?? [];
      waits.push(span.index);
      this.#waits.set(parent, waits);
    }
    return span;
  }
}
