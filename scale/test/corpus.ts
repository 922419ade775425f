import fc from 'fast-check';
import { arrived, FAULT_KINDS, faults, troubled } from '../../test/hunt/faults.ts';
import { worldly, worldOf } from '../../test/hunt/generate.ts';
import { SEED } from '../../test/hunt/runs.ts';
import { simulate } from '../../test/hunt/simulate.ts';
import type { World } from '../../test/hunt/world.ts';
import type { OtlpDocument } from './exporter-rows.ts';
import { otlpOf } from './otlp-of.ts';

/** More traces than one world has. */
const TRACES_OF_A_WORLD = 10_000;

/**
 * The worlds of the hunt as one corpus of spans and log records: each with its faults, some of it twice, all of it in
 * an order of its own. Every fourth world has none.
 */
export function corpus(worlds: number): readonly OtlpDocument[] {
  const choices = fc.sample(fc.record({ world: worldly, wrong: faults(FAULT_KINDS) }), {
    numRuns: worlds,
    seed: SEED,
  });
  const documents = choices.flatMap(({ world, wrong }, at) => {
    const all = at % 4 === 0 ? [] : wrong;
    return arrived(simulate(named(troubled(worldOf(world), all), at)), all).map(otlpOf);
  });
  const again = documents.filter((_, at) => at % 5 === 0);
  return shuffled([...documents, ...again]);
}

/** With traces and runs of its own. */
function named(world: World, at: number): World {
  const firstTrace = at * TRACES_OF_A_WORLD;
  const run = (id: string | undefined): string | undefined => (id === undefined ? undefined : `${id}-${at}`);
  return {
    ...world,
    firstTrace,
    processes: world.processes.map((process) => ({ ...process, resourceRun: run(process.resourceRun) })),
    spans: world.spans.map((span) => ({ ...span, trace: span.trace + firstTrace, runId: run(span.runId) })),
    ends: world.ends.map((end) => ({ ...end, runId: run(end.runId) ?? '' })),
  };
}

/** In an order that depends on the seed alone. */
export function shuffled<T>(items: readonly T[], seed = SEED): readonly T[] {
  const drawn = [...items];
  let state = seed;
  for (let at = drawn.length - 1; at > 0; at -= 1) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    const other = state % (at + 1);
    [drawn[at], drawn[other]] = [drawn[other] as T, drawn[at] as T];
  }
  return drawn;
}

/** Some of them as one document: all that is of one signal. */
export function united(documents: readonly OtlpDocument[]): OtlpDocument {
  return {
    resourceSpans: documents.flatMap(({ resourceSpans = [] }) => resourceSpans),
    resourceLogs: documents.flatMap(({ resourceLogs = [] }) => resourceLogs),
  };
}

export function chunks<T>(items: readonly T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, at) =>
    items.slice(at * size, (at + 1) * size),
  );
}
