import fc from 'fast-check';
import type { Exported, Simulated } from './simulate.ts';
import { WAY_FAULTS } from './way-faults.ts';
import type { World } from './world.ts';
import { WORLD_FAULTS } from './world-faults.ts';

/** What goes wrong; `pick` chooses where. */
export interface Fault {
  readonly is: keyof typeof WAY_FAULTS | keyof typeof WORLD_FAULTS;
  readonly pick: number;
}

export type FaultKind = Fault['is'];

export const FAULT_KINDS = [...Object.keys(WORLD_FAULTS), ...Object.keys(WAY_FAULTS)] as FaultKind[];

export const faults = (kinds: readonly FaultKind[], most = 3): fc.Arbitrary<Fault[]> =>
  fc.array(fc.record({ is: fc.constantFrom(...kinds), pick: fc.nat(1_000) }), {
    minLength: 1,
    maxLength: most,
  });

/** The world in which the faults of processes happen. */
export function troubled(world: World, all: readonly Fault[]): World {
  return all.reduce((now, { is, pick }) => (isInWorld(is) ? WORLD_FAULTS[is](now, pick) : now), world);
}

/** What arrives of what was exported. */
export function arrived({ exported, world }: Simulated, all: readonly Fault[]): readonly Exported[] {
  return all.reduce<readonly Exported[]>((now, { is, pick }) => {
    // Of two clones that share an emitter it is admitted that nobody misses one.
    if (isInWorld(is) || (is === 'lost_fork' && !world.isFork)) return now;
    return WAY_FAULTS[is](now, pick);
  }, exported);
}

function isInWorld(is: FaultKind): is is keyof typeof WORLD_FAULTS {
  return Object.hasOwn(WORLD_FAULTS, is);
}
