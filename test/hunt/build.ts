import { BLANK, type SpanPlan } from './world.ts';

/** One thing that the agent does. */
export interface Op {
  readonly kind: 'call' | 'callback' | 'detached' | 'list' | 'stream' | 'work';
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

/** One call, of which nothing but its client is seen. */
export const CALL: Op = {
  kind: 'call',
  tool: 0,
  framework: 'none',
  client: 'seen',
  server: false,
  between: 'none',
  retries: 1,
  nested: false,
  late: false,
  fired: false,
  gap: 0,
  length: 1,
  under: 0,
};

export const TOOLS = ['add_deploy_key', 'search', 'change_role'];
/** The run of a root that names one. */
export const RUN = 'named-run';
export const AGENT = 0;
export const SERVER = 1;
const BACK = 2;
const THIRD = 3;
/** A second process of the agent's service, without a processor. */
export const TWIN = 4;

type Draft = { -readonly [K in keyof SpanPlan]: SpanPlan[K] };

/** Where a run begins: in the agent, or in somebody upstream whose span is lost, or exported without an emitter. */
export type Beginning = 'agent' | 'exported upstream' | 'lost upstream';

/** Lays spans out in time: what is waited for ends before what waits. */
export class Build {
  readonly spans: Draft[] = [];
  requests = 0;
  #traces = 0;
  readonly #holders: number[] = [];
  readonly #waits = new Map<number, number[]>();

  constructor(beginning: Beginning) {
    let parent: number | undefined;
    if (beginning === 'lost upstream') parent = -1;
    if (beginning === 'exported upstream') parent = this.#add('work', THIRD, undefined, 0, 6).index;
    const root = this.#root(AGENT, parent, 0);
    if (parent !== undefined) root.runId = RUN;
    if (beginning === 'exported upstream') this.#holders.push(parent ?? 0);
  }

  /** Another trace of the run, which a process begins. */
  wider(process: number): void {
    for (const span of this.spans) if (span.what === 'root') span.runId = RUN;
    this.#traces += 1;
    const root = this.#root(process, undefined, this.#traces);
    root.runId = RUN;
  }

  op(one: Op): void {
    const under = this.#holders[one.under % this.#holders.length] ?? 0;
    const process = this.spans[under]?.process ?? AGENT;
    const start = (this.spans[under]?.start ?? 0) + 2 + one.gap * (one.fired ? 4 : 1);
    if (one.kind === 'list') this.#add('list', process, under, start, one.length, !one.fired);
    else if (one.kind === 'work') {
      this.#holders.push(this.#add('work', process, under, start, one.length, !one.fired).index);
    } else if (one.kind === 'stream') {
      // A request that stays open for as long as a session lasts, and can be no call.
      const through = this.#add('http', THIRD, under, start, 1, false);
      this.#add('http', process, through.index, start + 1, 10 + one.length, false);
    } else if (one.kind === 'callback') {
      // Another process of the trace calls the agent back: a local root beside the first.
      const through = this.#add('http', THIRD, under, start, 2, !one.fired);
      const root = this.#add('work', process, through.index, start + 1, one.length, true);
      this.#call(one, root.index, start + 2);
    } else if (one.kind === 'detached') this.#detached(one, process, start);
    else this.#call(one, under, start);
  }

  /** The context was lost on the way: the call begins a trace of its own, alone or below what does. */
  #detached(op: Op, process: number, start: number): void {
    this.#traces += 1;
    const one: Op = { ...op, client: 'seen' };
    if (one.between === 'none') this.#call(one, undefined, start, process);
    else {
      const root = this.#add('work', process, undefined, start, one.length);
      this.#call({ ...one, fired: false }, root.index, start + 1);
    }
  }

  #root(process: number, parent: number | undefined, start: number): Draft {
    const root = this.#add('root', process, parent, start, 4);
    this.#holders.push(root.index);
    // Every process that is configured shows its instrumentation once, or nothing is attested.
    this.#add('list', process, root.index, start + 1, 1);
    return root;
  }

  #call(
    one: Op,
    under: number | undefined,
    start: number,
    here = this.spans[under ?? 0]?.process ?? AGENT,
  ): void {
    const name = TOOLS[one.tool] ?? '';
    const waited = !one.fired;
    let above = under;
    const requests = Array.from({ length: one.retries }, () => this.requests++);
    if (one.framework !== 'none') {
      const framework = this.#add('framework', here, above, start, one.length, waited);
      framework.tool = one.framework === 'mcp' ? `mcp__srv__${name}` : name;
      framework.late = one.late;
      // A framework's instrumentation sees one execution, however often the client below it tries.
      framework.requests = requests;
      above = framework.index;
    }
    requests.forEach((request, at) => {
      const begin = start + 1 + at * (one.length + 2);
      const client = this.#add('client', here, above, begin, one.length, waited || above !== under);
      client.hidden = one.client === 'hidden';
      client.tool = name;
      client.requests = [request];
      client.late = one.late;
      const parent = client.hidden ? (above ?? 0) : client.index;
      if (one.server) this.#serve(one, parent, begin, request, name, here === AGENT ? SERVER : BACK);
    });
  }

  #serve(one: Op, above: number, start: number, request: number, name: string, there: number): void {
    let parent = above;
    if (one.between !== 'none') {
      const process = one.between === 'third' ? THIRD : (this.spans[above]?.process ?? AGENT);
      parent = this.#add('http', process, parent, start, 1, true).index;
    }
    const server = this.#add('server', there, parent, start + 1, one.length, !one.fired);
    server.tool = name;
    server.requests = [request];
    if (!one.nested) return;
    const inner = this.requests++;
    const client = this.#add('client', there, server.index, start + 2, one.length, true);
    const behind = this.#add('server', BACK, client.index, start + 3, 1, true);
    for (const span of [client, behind]) {
      span.tool = TOOLS[(one.tool + (one.gap % 2)) % TOOLS.length] ?? '';
      span.requests = [inner];
    }
  }

  /** Ends whatever waits after what it waits for. Returns when all is over. */
  close(): number {
    for (const span of this.spans.toReversed()) {
      const ends = (this.#waits.get(span.index) ?? []).map((index) => this.spans[index]?.end ?? 0);
      span.end = Math.max(span.end, ...ends.map((end) => end + 1));
    }
    return Math.max(...this.spans.map(({ end }) => end)) + 1;
  }

  #add(
    what: SpanPlan['what'],
    process: number,
    parent: number | undefined,
    start: number,
    length: number,
    waited = true,
  ): Draft {
    const trace = this.spans[parent ?? -1]?.trace ?? this.#traces;
    const { length: index } = this.spans;
    const span: Draft = { ...BLANK, index, trace, process, parent, what, start, end: start + 1 + length };
    this.spans.push(span);
    if (waited && parent !== undefined && parent >= 0) {
      const waits = this.#waits.get(parent) ?? [];
      waits.push(span.index);
      this.#waits.set(parent, waits);
    }
    return span;
  }
}
