import { type Attestation, type Checkpoint, sealOf } from '../decision/checkpoint.ts';
import type { Epoch } from './evidence.ts';

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
}

export function epochView(epoch: Epoch): EpochView {
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
  };
}

/** Numbers that nothing was seen of: neither an event, nor a span that bears them, nor withdrawn. */
export function missingNumbers({ epoch, checkpoint }: EpochView): number[] {
  const withdrawn = checkpoint?.withdrawn ?? [];
  const missing: number[] = [];
  for (let number = 1; number <= epoch.mentioned && missing.length < MAX_LISTED; number += 1) {
    const isWithdrawn = withdrawn.some(([from, to]) => from <= number && number <= to);
    if (!epoch.spans.has(number) && !isWithdrawn) missing.push(number);
  }
  return missing;
}

/** A number comes from outside: one of a billion must not make a list of a billion. */
const MAX_LISTED = 10_000;

/** Whether the records that are there are those that the final checkpoint sealed. */
export function isSealed({ epoch, checkpoint }: EpochView): boolean {
  if (checkpoint === undefined) return false;
  const digests = [...epoch.records]
    .filter(([number]) => number <= checkpoint.numbered)
    .sort(([a], [b]) => a - b)
    .flatMap(([, records]) => [...records].sort());
  return sealOf(digests) === checkpoint.seal;
}
