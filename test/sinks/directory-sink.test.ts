import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { EmittedRun } from '../../src/aggregator/emitted-run.ts';
import { canonicalJson } from '../../src/decision/canonical-json.ts';
import { safeRunId } from '../../src/run/run-id.ts';
import type { SpanFact } from '../../src/run/span-fact.ts';
import { validateArtifact } from '../../src/schema/artifact.ts';
import { DirectorySink } from '../../src/sinks/directory-sink.ts';
import { aggregating } from '../aggregator/aggregating.ts';
import { amending, emissionsOf, emitted, factsOf } from './emitting.ts';
import { emissionIn, filesIn, filesOf, newFolder } from './folder.ts';

/** The evidence and what follows from it, without the envelope and the names of parts. */
async function evidenceIn(folder: string): Promise<Record<string, unknown>> {
  const files = Object.entries(await filesIn(folder)).filter(([name]) => !name.endsWith('.emission.json'));
  return Object.fromEntries(
    files.map(([name, text]) => [name, name.endsWith('.state.json') ? spansIn(text) : text]),
  );
}

function spansIn(state: string | undefined): readonly unknown[] {
  return JSON.parse(state ?? '').spans;
}

describe('a run in a folder', () => {
  it('is five files of canonical JSON and a newline, all of them valid', async () => {
    const folder = join(await newFolder(), 'made/for/it');
    const run = emitted(factsOf(['add_deploy_key', 'search']));
    await new DirectorySink(folder).write(run);
    const files = await filesIn(folder);
    expect(files).toEqual(filesOf(run, run.runId));
    for (const text of Object.values(files)) expect(validateArtifact(JSON.parse(text))).toEqual([]);
  });

  it.each([
    ['__proto__', '__proto__'],
    ['constructor', 'constructor'],
    ['con', /^h-[0-9a-f]{32}$/],
    ['../up', /^h-[0-9a-f]{32}$/],
    ['ünïcode 🔑', /^h-[0-9a-f]{32}$/],
    ['x'.repeat(3_000), /^h-[0-9a-f]{32}$/],
  ])('is named after its id where that is plain (%#)', async (id, expected) => {
    const folder = await newFolder();
    const run = emitted(factsOf(['search'], safeRunId(id)));
    await new DirectorySink(folder).write(run);
    const stems = new Set(Object.keys(await filesIn(folder)).map((name) => name.split('.')[0]));
    expect([...stems]).toEqual([typeof expected === 'string' ? expected : expect.stringMatching(expected)]);
    expect(canonicalJson(run.surface)).toContain('search');
  });

  it('stays as it is where the same evidence comes again, from whomever', async () => {
    const folder = await newFolder();
    const facts = factsOf(['search', 'fetch']);
    await new DirectorySink(folder).write(emitted(facts));
    const name = join(folder, `${facts[0]?.trace}.emission.json`);
    const before = [await filesIn(folder), (await stat(name, { bigint: true })).ino];
    await new DirectorySink(folder).write(emitted(facts.slice(1)));
    await new DirectorySink(folder).write(emitted(facts));
    expect([await filesIn(folder), (await stat(name, { bigint: true })).ino]).toEqual(before);
  });

  it('counts on at an amendment, and after a restart', async () => {
    const folder = await newFolder();
    const facts = factsOf(['search', 'fetch', 'store']);
    const add = amending();
    const sink = new DirectorySink(folder);
    await sink.write(add(facts.slice(0, 1)));
    await sink.write(add(facts.slice(1, 2)));
    const [{ trace: stem } = expect.fail('no fact')] = facts;
    expect(await emissionIn(folder, stem)).toMatchObject({ revision: 2, supersedes: 1, fragment: false });
    const restarted = emitted(facts.slice(2));
    expect(restarted.emission).toMatchObject({ revision: 1, supersedes: null });
    await new DirectorySink(folder).write(restarted);
    expect(await emissionIn(folder, stem)).toMatchObject({ revision: 3, supersedes: 2, fragment: false });
    const whole = await newFolder();
    await new DirectorySink(whole).write(emitted(facts));
    expect(await evidenceIn(folder)).toEqual(await evidenceIn(whole));
  });

  it('is the same in the end, in whatever parts, order and repetition the evidence comes', async () => {
    const facts = factsOf(['search', 'add_deploy_key', 'fetch']);
    const whole = await newFolder();
    await new DirectorySink(whole).write(emitted(facts));
    const expected = await evidenceIn(whole);
    const part = fc.subarray([...facts], { minLength: 1 });
    const parts = fc.array(part, { minLength: 1, maxLength: 5 });
    const holds = fc.asyncProperty(parts, fc.shuffledSubarray([...facts]), async (some, last) => {
      const folder = await newFolder();
      const rest = facts.filter((fact) => !some.flat().includes(fact));
      const given = [...some, [...last, ...rest]].filter((one) => one.length > 0);
      let revision = 0;
      for (const one of given) {
        for (const run of emissionsOf(one)) await new DirectorySink(folder).write(run);
        const emission = await emissionIn(folder, facts[0]?.trace ?? '').catch(() => undefined);
        const { revision: next = 0, supersedes = null } = emission ?? {};
        expect([revision, revision + 1]).toContain(next);
        if (next > 1) expect(supersedes).toBe(next - 1);
        revision = next;
      }
      const unspoken = given.some((one) => emissionsOf(one).length === 0);
      if (!unspoken) expect(await evidenceIn(folder)).toEqual(expected);
    });
    await fc.assert(holds, { numRuns: 60, seed: 20_261_130 });
  });
});

describe('a fragment', () => {
  /** The earlier part was given away and forgotten before the rest came. */
  function inParts(id?: string): {
    readonly facts: readonly SpanFact[];
    readonly parts: readonly EmittedRun[];
  } {
    const facts = factsOf(['search', 'fetch', 'store'], id);
    return { facts, parts: emissionsOf(facts, { maxFacts: 2 }) };
  }

  it.each([undefined, 'job'])('that finds its earlier part is whole again (run %s)', async (id) => {
    const folder = await newFolder();
    const { facts, parts } = inParts(id);
    expect(parts.map(({ emission }) => emission.fragment)).toEqual([false, true]);
    for (const part of parts) await new DirectorySink(folder).write(part);
    const stem = id ?? facts[0]?.trace ?? '';
    expect(await emissionIn(folder, stem)).toMatchObject({ revision: 2, supersedes: 1, fragment: false });
    const whole = emitted(facts);
    const files = await filesIn(folder);
    expect(files[`${stem}.surface.json`]).toBe(`${canonicalJson(whole.surface)}\n`);
    expect(files[`${stem}.health.json`]).toBe(`${canonicalJson(whole.health)}\n`);
  });

  it('without it stays one, until the part comes', async () => {
    const folder = await newFolder();
    const { facts, parts } = inParts();
    const [first, second] = parts as [EmittedRun, EmittedRun];
    const stem = facts[0]?.trace ?? '';
    const sink = new DirectorySink(folder);
    await sink.write(second);
    expect(await emissionIn(folder, stem)).toMatchObject({ revision: 2, supersedes: null, fragment: true });
    await sink.write(first);
    expect(await emissionIn(folder, stem)).toMatchObject({ revision: 3, supersedes: 2, fragment: false });
  });

  it('of a run that is wider than a trace stays one where what is there is a fragment too', async () => {
    const folder = await newFolder();
    // Every trace is new, so that no mark tells of the part which is missing.
    const { aggregator, emitted: parts } = aggregating({ retainClosed: 0 });
    ['search', 'fetch', 'store'].forEach((tool, now) => {
      for (const fact of factsOf([tool], 'job')) aggregator.add(fact, now);
      aggregator.flush('shutdown', now);
      aggregator.sweep(now);
    });
    expect(parts.map(({ emission }) => emission.fragment)).toEqual([false, true, true]);
    const sink = new DirectorySink(folder);
    for (const part of parts.slice(1)) await sink.write(part);
    expect(await emissionIn(folder, 'job')).toMatchObject({ supersedes: 2, fragment: true });
    for (const part of parts) await sink.write(part);
    expect(await emissionIn(folder, 'job')).toMatchObject({ fragment: false });
  });
});

describe('a run whose traces turned out to be of another', () => {
  it('is told so, and its evidence stays', async () => {
    const folder = await newFolder();
    const facts = factsOf(['search']);
    const [first, ...rest] = facts as [SpanFact, ...SpanFact[]];
    const add = amending();
    const sink = new DirectorySink(folder);
    await sink.write(add([first]));
    const evidence = await readFile(join(folder, `${first.trace}.state.json`), 'utf8');
    const named = rest.map((fact) => ({ ...fact, runs: { resource: 'job' } }));
    const { aggregator, emitted: all } = aggregating();
    aggregator.add(first, 0);
    aggregator.flush('shutdown', 1);
    for (const fact of named) aggregator.add(fact, 2);
    aggregator.flush('shutdown', 3);
    for (const run of all) await sink.write(run);
    const files = await filesIn(folder);
    expect(spansIn(files[`${first.trace}.state.json`])).toEqual(
      expect.arrayContaining([...spansIn(evidence)]),
    );
    expect(JSON.parse(files[`${first.trace}.surface.json`] ?? '').observed_tool_decisions).toEqual([]);
    expect(JSON.parse(files['job.surface.json'] ?? '').observed_tool_decisions).toHaveLength(1);
    expect(await emissionIn(folder, first.trace)).toMatchObject({ revision: 2, supersedes: 1 });
  });
});
