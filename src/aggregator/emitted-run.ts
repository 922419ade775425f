import type { Checkpoint } from '../decision/checkpoint.ts';
import type { RunDocuments } from '../run/documents.ts';
import type { Emission } from '../run/emission.ts';
import type { StateDocument } from '../run/state-document.ts';

/** One writing of the documents of a run, with the evidence that they are a function of. */
export interface EmittedRun extends RunDocuments {
  readonly emission: Emission;
  readonly state: StateDocument;
  /** All its traces turned out to be of another run: nothing is left of it, and its state says where they went. */
  readonly isEmptied?: boolean | undefined;
  /** Checkpoints of spans that were recorded and not exported. */
  readonly unexported: readonly {
    readonly traceId: string;
    readonly spanId: string;
    readonly checkpoint: Checkpoint;
  }[];
}
