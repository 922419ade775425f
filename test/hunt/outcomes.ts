import type { RunDocuments } from '../../src/run/documents.ts';
import type { GapCode, Health } from '../../src/run/health.ts';
import { arrived, type Fault, troubled } from './faults.ts';
import { type Worldly, worldOf } from './generate.ts';
import { type Exported, simulate } from './simulate.ts';
import { factsOf, falsehoods, runsOf } from './truth.ts';

/** The health of one run, by whoever read it, and what of it is false. */
export interface Outcome extends Health {
  readonly reader: 'in process' | 'of what arrived';
  readonly codes: readonly GapCode[];
  falsehoods(): string[];
}

/** A world and its faults, run through the real code. */
export function outcomes(choices: Worldly, wrong: readonly Fault[]): Outcome[] {
  const run = simulate(troubled(worldOf(choices), wrong));
  const read = (spans: readonly Exported[], reader: Outcome['reader']): Outcome[] => {
    const facts = factsOf(spans);
    return runsOf(facts).map((one: RunDocuments) => ({
      ...one.health,
      reader,
      codes: one.health.coverage.gaps.map(({ code }) => code),
      falsehoods: () => falsehoods(run, facts, one),
    }));
  };
  // Each of two clones reads what it did itself: of that it is admitted that nobody misses the other's.
  const readers = run.world.clonedAt === undefined ? run.world.processes.keys() : [];
  return [
    ...read(arrived(run, wrong), 'of what arrived'),
    ...[...readers].flatMap((process) =>
      read(
        run.read.filter(({ plan }) => plan.process === process),
        'in process',
      ),
    ),
  ];
}
