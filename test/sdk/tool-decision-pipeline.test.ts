import { ROOT_CONTEXT, TraceFlags, trace } from '@opentelemetry/api';
import fc from 'fast-check';
import { afterEach, describe, expect, it } from 'vitest';
import { ConfigError, type EmittedRun, toolDecisionPipeline } from '../../src/index.ts';
import { samplerFromEnvironment } from '../../src/sdk-environment.ts';
import { decisionEvents, recordOf, startCall } from './call-span.ts';
import * as line from './line.ts';

type Class = new (...options: never[]) => line.Processor;
const sdk = (await import(line.packageName)) as Record<string, Class>;
const { BatchSpanProcessor, SimpleSpanProcessor } = sdk as { [name: string]: Class } & {
  BatchSpanProcessor: Class;
  SimpleSpanProcessor: Class;
};

const NAMES = ['OTEL_TRACES_SAMPLER', 'OTEL_TRACES_SAMPLER_ARG', 'OTEL_BSP_MAX_QUEUE_SIZE'] as const;
afterEach(() => {
  for (const name of NAMES) delete process.env[name];
});

describe('toolDecisionPipeline', () => {
  it.each([
    ['the class', BatchSpanProcessor],
    ['the simple class', SimpleSpanProcessor],
    ['an arrow function', (guard: line.Exporter) => line.batch(guard, { maxExportBatchSize: 1 })],
    [
      'a function',
      function make(both: line.Exporter) {
        return line.batch(both);
      },
    ],
  ])('makes the processors by %s', async (_name, given) => {
    const exporter = line.memoryExporter();
    const made = toolDecisionPipeline({ exporter, BatchSpanProcessor: given as Class });
    const provider = line.provider({ ...made });
    startCall(provider.getTracer('example')).end();
    await made.flush();
    const [span, ...others] = exporter.getFinishedSpans();
    expect(others).toEqual([]);
    expect(recordOf(span as never).tool.name).toBe('add_deploy_key');
    expect(span?.attributes).not.toHaveProperty('gen_ai.tool.call.arguments');
  });

  it('wraps the sampler that is given, outermost', async () => {
    const exporter = line.memoryExporter();
    const made = toolDecisionPipeline({ exporter, BatchSpanProcessor, sampler: line.alwaysOff() });
    const tracer = line.provider({ ...made }).getTracer('example');
    startCall(tracer).end();
    tracer.startSpan('other').end();
    await made.flush();
    expect(exporter.getFinishedSpans().map(({ name }) => name)).toEqual(['tools/call add_deploy_key']);
  });

  it('counts only, in mode `record`', async () => {
    const exporter = line.memoryExporter();
    const options = {
      exporter,
      BatchSpanProcessor,
      sampler: line.alwaysOff(),
      samplerMode: 'record',
    } as const;
    const made = toolDecisionPipeline(options);
    startCall(line.provider({ ...made }).getTracer('example')).end();
    await made.flush();
    expect(exporter.getFinishedSpans()).toEqual([]);
  });

  it('gives several exporters each their own options, and the sinks to the first', async () => {
    const full = line.memoryExporter();
    const audit = line.memoryExporter();
    const runs: EmittedRun[] = [];
    const made = toolDecisionPipeline({
      exporters: [full, { exporter: audit, forward: 'audit', BatchSpanProcessor: SimpleSpanProcessor }],
      BatchSpanProcessor,
      sinks: [(run: EmittedRun) => void runs.push(run)],
    });
    const tracer = line.provider({ ...made }).getTracer('example');
    const root = tracer.startSpan('root');
    const within = trace.setSpan(ROOT_CONTEXT, root);
    tracer.startSpan('chat', {}, within).end();
    startCall(tracer).end();
    root.end();
    await made.flush();
    expect(full.getFinishedSpans().map(({ name }) => name)).toEqual([
      'chat',
      'tools/call add_deploy_key',
      'root',
    ]);
    expect(audit.getFinishedSpans().map(({ name }) => name)).not.toContain('chat');
    expect(audit.getFinishedSpans().flatMap(decisionEvents)).toHaveLength(1);
    expect(runs.flatMap(({ surface }) => surface.observed_tool_decisions)).toHaveLength(1);
    expect(made.exporters).toHaveLength(2);
  });

  it('says every problem of every part at once, each once', () => {
    const wrong = {
      exporters: [{ export: () => {} }, { exporter: {}, forward: 'some', colour: 1 }, 7],
      BatchSpanProcessor: {},
      sampler: {},
      samplerMode: 'all',
      scrub: 'none',
      runRoot: 1,
      grace: -1,
      extra: true,
    };
    let thrown: unknown;
    try {
      toolDecisionPipeline(wrong as never);
    } catch (error) {
      thrown = error;
    }
    expect(thrown).toBeInstanceOf(ConfigError);
    const { issues } = thrown as ConfigError;
    expect(new Set(issues).size).toBe(issues.length);
    for (const named of [
      'sampler',
      'samplerMode',
      'BatchSpanProcessor',
      'scrub',
      'runRoot',
      'grace',
      'extra',
      'colour',
      'forward',
      'exporters[1]',
      'exporters[2]',
    ]) {
      expect(issues.filter((issue) => issue.includes(`\`${named}\``))).not.toEqual([]);
    }
  });

  it.each([
    [{ BatchSpanProcessor }, 'exporter'],
    [undefined, 'exporter'],
    [{ BatchSpanProcessor, exporters: 'otlp' }, 'exporters'],
  ])('refuses to leave spans without a way out: %#', (options, named) => {
    expect(() => toolDecisionPipeline(options as never)).toThrow(`Expected \`${named}\``);
  });

  it('checks the options of exporters where there is none', () => {
    expect(() => toolDecisionPipeline({ exporters: [], BatchSpanProcessor, grace: -1 })).toThrow('`grace`');
  });

  it('needs no exporter where none is wanted', () => {
    expect(toolDecisionPipeline({ exporters: [], BatchSpanProcessor }).spanProcessors).toHaveLength(1);
  });

  it('passes the batch limits of the environment on, as NodeSDK does', () => {
    process.env.OTEL_BSP_MAX_QUEUE_SIZE = '77';
    let argument: unknown;
    class Seen {
      constructor(options: unknown) {
        argument = options;
      }
    }
    toolDecisionPipeline({ exporter: line.memoryExporter(), BatchSpanProcessor: Seen });
    expect(argument).toMatchObject({ maxQueueSize: 77 });
  });
});

describe('the default sampler', () => {
  const contexts = {
    none: ROOT_CONTEXT,
    sampled: trace.setSpanContext(ROOT_CONTEXT, {
      traceId: 'a'.repeat(32),
      spanId: 'b'.repeat(16),
      traceFlags: TraceFlags.SAMPLED,
      isRemote: true,
    }),
    unsampled: trace.setSpanContext(ROOT_CONTEXT, {
      traceId: 'a'.repeat(32),
      spanId: 'b'.repeat(16),
      traceFlags: TraceFlags.NONE,
    }),
    invalid: trace.setSpanContext(ROOT_CONTEXT, {
      traceId: '0'.repeat(32),
      spanId: 'b'.repeat(16),
      traceFlags: TraceFlags.NONE,
    }),
  };
  const ofSdk: Record<string, () => object> = {
    always_on: () => line.ratio(1),
    always_off: () => line.alwaysOff(),
    traceidratio: () => line.ratio(0.25),
    parentbased_always_on: () => line.parentBased(line.ratio(1)),
    parentbased_always_off: () => line.parentBased(line.alwaysOff()),
    parentbased_traceidratio: () => line.parentBased(line.ratio(0.25)),
  };
  type Sampler = { shouldSample(...start: unknown[]): { decision: number } };

  it.each(Object.keys(ofSdk))('decides as the SDK does for OTEL_TRACES_SAMPLER=%s', (name) => {
    process.env.OTEL_TRACES_SAMPLER = name;
    process.env.OTEL_TRACES_SAMPLER_ARG = '0.25';
    const ours = samplerFromEnvironment();
    const theirs = ofSdk[name]?.() as Sampler;
    const hex = fc.string({ unit: fc.constantFrom(...'0123456789abcdef'), minLength: 32, maxLength: 32 });
    const id = hex.filter((traceId) => /[1-9a-f]/.test(traceId));
    fc.assert(
      fc.property(id, fc.constantFrom(...Object.values(contexts)), (traceId, context) => {
        const { decision } = theirs.shouldSample(context, traceId, 'span', 0, {}, []);
        expect(ours.shouldSample(context, traceId, 'span', 0, {}, []).decision).toBe(decision);
      }),
      { seed: 1 },
    );
  });

  it.each([
    ['unset', undefined, undefined],
    ['unknown', 'jaeger_remote', undefined],
    ['empty', '', undefined],
    ['a ratio that is none', 'traceidratio', 'half'],
  ])('keeps everything where the variable is %s', (_name, sampler, arg) => {
    if (sampler !== undefined) process.env.OTEL_TRACES_SAMPLER = sampler;
    if (arg !== undefined) process.env.OTEL_TRACES_SAMPLER_ARG = arg;
    const ours = samplerFromEnvironment();
    expect(ours.shouldSample(ROOT_CONTEXT, 'f'.repeat(32), 'span').decision).toBe(2);
  });
});
