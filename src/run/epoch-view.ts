import { type Attestation, type Checkpoint, sealOf } from '../decision/checkpoint.ts';
import { type Range, ranges, uncovered } from '../decision/ranges.ts';
import type { Epoch } from './epoch.ts';
import type { Fragment } from './mark.ts';

/** An epoch with its highest checkpoint, as the assessment asks for it. */
export interface EpochView {
  readonly epoch: Epoch;
  readonly checkpoint: Checkpoint | undefined;
  /** The highest checkpoint that is final: until then a claim may speak. */
  readonly final: Checkpoint | undefined;
  /** Installed or configured; what was merely seen attests nothing. */
  readonly attested: readonly Attestation[];
  readonly isRunRoot: boolean;
  /** Has a part in the run: its gaps are gaps. One that neither attests nor numbers anything is only noted. */
  readonly isInScope: boolean;
  /** Numbers of calls that a part which is not here holds. */
  readonly elsewhere: readonly Range[];
}

/** `earlier` are parts of the run that were given away before, with the numbers of their calls. */
export function epochView(epoch: Epoch, earlier: readonly Fragment[] = []): EpochView {
  const checkpoints = [...epoch.checkpoints]
    .sort(([a], [b]) => b - a)
    .map(([, copies]) => [...copies].sort(([a], [b]) => (a < b ? -1 : 1))[0]?.[1].checkpoint)
    .filter((checkpoint) => checkpoint !== undefined);
  const [checkpoint] = checkpoints;
  const attested = (checkpoint?.instrumentation ?? []).filter(({ basis }) => basis !== 'seen');
  const isRunRoot = checkpoint !== undefined && (checkpoint.root !== null || checkpoint.run_root !== null);
  return {
    epoch,
    checkpoint,
    final: checkpoints.find(({ final }) => final),
    attested,
    isRunRoot,
    // Of an epoch whose checkpoint was lost nothing is known: it counts.
    isInScope: checkpoint === undefined || isRunRoot || attested.length > 0 || epoch.mentioned > 0,
    elsewhere: earlier
      .filter(({ trace }) => trace === epoch.trace)
      .flatMap(({ numbers }) => numbers)
      .filter((part) => part.emitter === epoch.emitter && part.epoch === epoch.epoch)
      .flatMap(({ calls }) => calls),
  };
}

/** Numbers that nothing was seen of: neither an event, nor a span that bears them, nor withdrawn. */
export function missingNumbers({ epoch, checkpoint, elsewhere }: EpochView): Range[] {
  const known = [...ranges(epoch.spans.keys()), ...(checkpoint?.withdrawn ?? []), ...elsewhere];
  return uncovered(known, epoch.mentioned);
}

/** Whether the records that are there are those that the final checkpoint sealed. */
export function isSealed({ epoch, checkpoint }: EpochView): boolean {
  if (checkpoint === undefined) return false;
  const digests = [...epoch.records]
    .filter(([number]) => number <= checkpoint.numbered)
    .sort(([a], [b]) => a - b)
    .flatMap(([, records]) => [...records].sort());
  return sealOf(digests) === checkpoint.seal;
}
