import { type Attestation, type Checkpoint, sealOf } from '../decision/checkpoint.ts';
import { type Range, ranges, uncovered } from '../decision/ranges.ts';
import { type Epoch, firstCopy } from './epoch.ts';
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
  let checkpoint: Checkpoint | undefined;
  let final: Checkpoint | undefined;
  for (const copies of epoch.checkpoints.values()) {
    const copy = firstCopy(copies);
    if (copy === undefined) continue;
    if (checkpoint === undefined || copy.ordinal > checkpoint.ordinal) checkpoint = copy;
    if (copy.final && (final === undefined || copy.ordinal > final.ordinal)) final = copy;
  }
  const attested = (checkpoint?.instrumentation ?? []).filter(({ basis }) => basis !== 'seen');
  const isRunRoot = checkpoint !== undefined && (checkpoint.root !== null || checkpoint.run_root !== null);
  return {
    epoch,
    checkpoint,
    final,
    attested,
    isRunRoot,
    // Of an epoch whose checkpoint was lost nothing is known: it counts.
    isInScope: checkpoint === undefined || isRunRoot || attested.length > 0 || epoch.mentioned > 0,
    elsewhere: earlier.length === 0 ? NOWHERE : earlier.flatMap((fragment) => heldBy(fragment, epoch)),
  };
}

const NOWHERE: readonly Range[] = [];

function heldBy({ trace, numbers }: Fragment, epoch: Epoch): readonly Range[] {
  if (trace !== epoch.trace) return NOWHERE;
  return numbers
    .filter((part) => part.emitter === epoch.emitter && part.epoch === epoch.epoch)
    .flatMap(({ calls }) => calls);
}

/** Numbers that nothing was seen of: neither an event, nor a span that bears them, nor withdrawn. */
export function missingNumbers({ epoch, checkpoint, elsewhere }: EpochView): Range[] {
  if (sawAll(epoch)) return [];
  const known = [...ranges(epoch.spans.numbers()), ...(checkpoint?.withdrawn ?? []), ...elsewhere];
  return uncovered(known, epoch.mentioned);
}

/** Whether every number that is mentioned was seen; what is mentioned comes from outside and may be any number. */
function sawAll({ spans, mentioned }: Epoch): boolean {
  if (spans.size < mentioned) return false;
  for (let number = 1; number <= mentioned; number += 1) if (!spans.has(number)) return false;
  return true;
}

/** Whether the records that are there are those that the final checkpoint sealed. */
export function isSealed({ epoch, checkpoint }: EpochView): boolean {
  if (checkpoint === undefined) return false;
  const digests: string[] = [];
  for (const number of [...epoch.records.numbers()].sort((a, b) => a - b)) {
    if (number > checkpoint.numbered) break;
    for (const digest of epoch.records.of(number)) digests.push(digest);
  }
  return sealOf(digests) === checkpoint.seal;
}
