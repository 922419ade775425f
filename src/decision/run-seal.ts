import { canonicalJson } from './canonical-json.ts';
import { digestOf, type EventAttributes } from './codec.ts';
import { RUN_END } from './names.ts';

/** One process's share of a run in one trace. */
export interface RunPart {
  readonly trace: string;
  readonly emitter: string;
  readonly epoch: string;
}

/** The parts that a run wider than a trace consists of, as one process says; several processes' are united. */
export interface RunSeal {
  readonly run_id: string;
  readonly parts: readonly RunPart[];
}

/** The attributes of event `assay.run_end`. */
export function runSealAttributes(seal: RunSeal): EventAttributes {
  const text = canonicalJson(seal);
  return { [RUN_END.seal]: text, [RUN_END.digest]: digestOf(text) };
}
