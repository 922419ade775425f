import { readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  AggregationTemporality,
  InMemoryMetricExporter,
  MeterProvider,
  PeriodicExportingMetricReader,
} from '@opentelemetry/sdk-metrics';
import { beforeAll, describe, expect, it } from 'vitest';
import type { EmittedRun } from '../../src/aggregator/emitted-run.ts';
import { canonicalJson } from '../../src/decision/canonical-json.ts';
import { documentsOf } from '../../src/run/documents.ts';
import { runFileStem } from '../../src/run/file-name.ts';
import { safeRunId } from '../../src/run/run-id.ts';
import { surfaceLine } from '../../src/run/surface-line.ts';
import * as entry from '../../src/sinks/index.ts';
import { memoryExporter, provider, simple } from '../sdk/line.ts';
import { emissionsOf, emitted, factsOf } from './emitting.ts';
import { newFolder } from './folder.ts';

/** A sink at work, and the proof that a run which it was given has arrived whole. */
interface Contracted {
  readonly sink: entry.Sink;
  hasArrived(run: EmittedRun): Promise<void>;
}

/** Every sink, by the name of its file: a new one is a file, a line in the entry and a line here. */
const SINKS: Readonly<Record<string, () => Promise<Contracted>>> = {
  'directory-sink': async () => {
    const folder = await newFolder();
    return {
      sink: entry.directorySink(folder),
      async hasArrived(run) {
        for (const part of ['surface', 'health', 'index', 'state', 'emission'] as const) {
          const name = `${runFileStem(run.runId)}.${part}.json`;
          expect(await readFile(join(folder, name), 'utf8')).toBe(`${canonicalJson(run[part])}\n`);
        }
      },
    };
  },
  'metrics-sink': async () => {
    const exporter = new InMemoryMetricExporter(AggregationTemporality.CUMULATIVE);
    const reader = new PeriodicExportingMetricReader({ exporter, exportIntervalMillis: 2 ** 30 });
    const sink = entry.metricsSink({ meterProvider: new MeterProvider({ readers: [reader] }) });
    return {
      sink,
      async hasArrived(run) {
        await reader.forceFlush();
        const metrics =
          exporter
            .getMetrics()
            .at(-1)
            ?.scopeMetrics.flatMap((scope) => scope.metrics) ?? [];
        const calls = metrics.find(({ descriptor }) => descriptor.name === 'assay.tool_call.count');
        const counted = (calls?.dataPoints ?? []).reduce((sum, { value }) => sum + Number(value), 0);
        expect(counted).toBe(run.surface.observed_tool_decisions.length);
      },
    };
  },
  'ndjson-sink': async () => {
    const file = join(await newFolder(), 'runs.ndjson');
    return {
      sink: entry.ndjsonSink(file),
      hasArrived: async (run) => expect(await readFile(file, 'utf8')).toBe(`${surfaceLine(run)}\n`),
    };
  },
  'span-sink': async () => {
    const exporter = memoryExporter();
    const sdk = provider({ spanProcessors: [simple(exporter)] });
    return {
      sink: entry.spanSink({ tracerProvider: sdk as never }),
      async hasArrived(run) {
        const [span, ...more] = exporter.getFinishedSpans();
        expect(more).toEqual([]);
        expect(span?.attributes).toMatchObject({
          'assay.run': run.runId,
          'assay.tool_calls_observed': run.surface.observed_tool_decisions.length,
          'assay.surface.digest': run.health.surface_digest,
        });
      },
    };
  },
};

const IDS = {
  'a name that every object has': '__proto__',
  'a name with a method': 'constructor',
  'a path': '../../../etc/passwd',
  'a device': 'NUL',
  'letters from everywhere': 'ｊob ünïcode 日本語 🔑 \u202egnp\u200b',
  'control characters': 'job\u0000\u001b[31m\r\n',
  'half a character': 'job \ud800',
  'a very long name': 'x'.repeat(100_000),
};

function hostileRuns(): ReadonlyMap<string, EmittedRun> {
  const runs = new Map<string, EmittedRun>();
  for (const [what, id] of Object.entries(IDS)) {
    runs.set(what, emitted(factsOf(['search', 'add_deploy_key'], safeRunId(id))));
  }
  const tools = Array.from({ length: 10_000 }, (_, at) => (at % 3 === 0 ? 'add_deploy_key' : `tool_${at}`));
  runs.set('10,000 calls', emitted(factsOf(tools)));
  runs.set('gaps alone', emitted(factsOf(['search', 'fetch']).slice(-1)));
  const run = emitted(factsOf());
  const nothing = { ...documentsOf('gone', [], false), state: { ...run.state, spans: [], marks: [] } };
  runs.set('nothing left', { ...run, ...nothing, emission: { ...run.emission, run_id: 'gone' } });
  const [, fragment = expect.fail('no fragment')] = emissionsOf(factsOf(['search', 'fetch', 'store']), {
    maxFacts: 2,
  });
  runs.set('a fragment', fragment);
  return runs;
}

it('every sink is in its own file, in the entry and here', () => {
  const files = readdirSync(new URL('../../src/sinks/', import.meta.url))
    .filter((name) => name.endsWith('-sink.ts'))
    .map((name) => name.slice(0, -'.ts'.length));
  expect(Object.keys(SINKS)).toEqual(files.sort());
  const factories = files.map((name) => name.replace(/-([a-z])/g, (_, letter) => letter.toUpperCase()));
  expect(Object.keys(entry)).toEqual(expect.arrayContaining(factories));
});

/** Built once: the large one takes a while. */
let runs: ReadonlyMap<string, EmittedRun>;
beforeAll(() => {
  runs = hostileRuns();
});

describe.each(Object.entries(SINKS))('%s', (_name, make) => {
  it.each([...Object.keys(IDS), '10,000 calls', 'gaps alone', 'nothing left', 'a fragment'])(
    'takes a run with %s, whole',
    async (what) => {
      const run = runs.get(what) ?? expect.fail('no run');
      const { sink, hasArrived } = await make();
      await sink.write(run);
      await sink.forceFlush?.();
      await hasArrived(run);
    },
  );

  it('changes nothing of what it is given', async () => {
    const run = runs.get('a name with a method') ?? expect.fail('no run');
    const { sink } = await make();
    const before = canonicalJson(run);
    await sink.write(frozen(run));
    expect(canonicalJson(run)).toBe(before);
  });

  it('takes one emission twice, and amendments in order', async () => {
    const facts = factsOf(['search', 'fetch', 'store']);
    const { sink } = await make();
    for (let given = 1; given <= facts.length; given += 1) {
      const run = emitted(facts.slice(0, given));
      const emission = { ...run.emission, revision: given, supersedes: given > 1 ? given - 1 : null };
      await sink.write({ ...run, emission });
      await sink.write({ ...run, emission });
    }
    await sink.forceFlush?.();
    await sink.shutdown?.();
  });
});

function frozen<T>(value: T): T {
  if (typeof value === 'object' && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value);
    for (const inner of Object.values(value)) frozen(inner);
  }
  return value;
}
