import { ROOT_CONTEXT, type Tracer, trace } from '@opentelemetry/api';
import { describe, expect, it } from 'vitest';
import { ToolDecisionSpanProcessor } from '../../src/index.ts';
import { checkpointOf, startCall } from '../sdk/call-span.ts';
import { memoryExporter, provider, simple } from '../sdk/line.ts';

function setUp(limits: { openTraces?: number; openCalls?: number }) {
  const exporter = memoryExporter();
  const processor = new ToolDecisionSpanProcessor({ limits });
  const sdk = provider({ spanProcessors: [processor, simple(exporter)] });
  const checkpoints = () =>
    exporter.getFinishedSpans().flatMap((span): Record<string, unknown>[] => {
      const checkpoint = checkpointOf(span);
      return checkpoint === undefined ? [] : [checkpoint];
    });
  return { tracer: sdk.getTracer('example'), checkpoints };
}

/** A tracer whose spans are children of `parent`. */
function below(tracer: Tracer, parent: ReturnType<Tracer['startSpan']>): Tracer {
  const within = trace.setSpan(ROOT_CONTEXT, parent);
  return { startSpan: (name: string, options?: object) => tracer.startSpan(name, options, within) } as Tracer;
}

const AGENT = { attributes: { 'gen_ai.operation.name': 'invoke_agent' } };

describe('nothing grows without bound, and what is forgotten is said', () => {
  it('a trace that was forgotten is never final again, nor is what it goes on with', () => {
    const { tracer, checkpoints } = setUp({ openTraces: 2 });
    const first = tracer.startSpan('first', AGENT);
    const others = [tracer.startSpan('second', AGENT), tracer.startSpan('third', AGENT)];
    startCall(below(tracer, first)).end();
    first.end();
    for (const other of others) other.end();
    const ofFirst = checkpoints().filter(
      ({ root, resumed }) => resumed || root === first.spanContext().spanId,
    );
    expect(ofFirst.length).toBeGreaterThan(0);
    expect(ofFirst.every(({ final, resumed }) => final === false && resumed === true)).toBe(true);
  });

  it('a trace within the bounds is final', () => {
    const { tracer, checkpoints } = setUp({ openTraces: 2 });
    const root = tracer.startSpan('root', AGENT);
    startCall(below(tracer, root)).end();
    root.end();
    expect(checkpoints()).toMatchObject([{ final: true, resumed: false, numbered: 1 }]);
  });

  it('a call that starts after its parent ended does not unsettle the trace', () => {
    const { tracer, checkpoints } = setUp({});
    const root = tracer.startSpan('root', AGENT);
    const step = below(tracer, root).startSpan('step');
    step.end();
    startCall(below(tracer, step)).end();
    root.end();
    expect(checkpoints()).toMatchObject([{ final: true, resumed: false, numbered: 1 }]);
  });

  it('more open calls in one trace than are followed are numbered all the same', () => {
    const { tracer, checkpoints } = setUp({ openCalls: 2 });
    const root = tracer.startSpan('root', AGENT);
    const calls = [1, 2, 3].map(() => startCall(below(tracer, root)));
    for (const call of calls) call.end();
    root.end();
    expect(checkpoints()).toMatchObject([
      { final: false, resumed: true, numbered: 3, limits: ['open_calls_per_trace'] },
    ]);
  });
});
