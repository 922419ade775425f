import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { cli, folderWith } from '../cli/run-cli.ts';
import { arrived, FAULT_KINDS, faults, troubled } from '../hunt/faults.ts';
import { worldly, worldOf } from '../hunt/generate.ts';
import { simulate } from '../hunt/simulate.ts';
import { check, filesOf } from './checker.ts';
import { otlpOf } from './otlp-of.ts';

const WORLDS = Number(process.env.ASSAY_CONFORMANCE_WORLDS ?? 300);
const SEED = Number(process.env.ASSAY_HUNT_SEED ?? 20_261_130);

/** Two clones write one span, and not the same: of which of the two a document tells is not said. */
const KINDS = FAULT_KINDS.filter((kind) => kind !== 'cloned' && kind !== 'forked');

it(
  'whatever happens and goes wrong, the checker reaches the same verdict',
  async () => {
    const drawn = fc.sample(fc.tuple(worldly, faults(KINDS)), { numRuns: WORLDS, seed: SEED });
    const folder = folderWith();
    const traces = join(folder, 'traces.jsonl');
    const lines = drawn.map(([choices, wrong], n) => {
      const run = simulate(troubled(worldOf(choices), wrong));
      const spans = arrived(run, wrong).map(({ span }) => span);
      return `${JSON.stringify(otlpOf(spans, `a${n.toString(16).padStart(7, '0')}`))}\n`;
    });
    writeFileSync(traces, lines.join(''));
    const made = folderWith();
    await cli(['surface', traces, '--out', made]);
    expect(Object.keys(filesOf(made)).length).toBeGreaterThan(WORLDS);
    expect(check(traces, made)).toEqual({ code: 0, said: expect.stringMatching(/, 0 disagreements\n$/) });
  },
  30_000 + WORLDS * 100,
);
