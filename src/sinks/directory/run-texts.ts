import type { EmittedRun } from '../../aggregator/emitted-run.ts';
import { canonicalJson } from '../../decision/canonical-json.ts';
import type { RunDocuments } from '../../run/documents.ts';
import { readState } from '../../run/read-state.ts';
import { uniteRun } from '../../run/unite-run.ts';
import { SinkError } from '../sink-error.ts';
import { type Earlier, nextEmission, readEmission } from './next-emission.ts';

/** The documents of a run, in the order in which they come to their names: the evidence before all else. */
export const PARTS = ['state', 'surface', 'health', 'index', 'emission'] as const;

export type Part = (typeof PARTS)[number];

export interface EarlierTexts {
  readonly state: string | undefined;
  readonly emission: string | undefined;
}

/** What the files of a run shall hold. */
export interface NextTexts {
  readonly texts: Readonly<Record<Part, string>>;
  /** The evidence that is there holds all of it already. */
  readonly addsNothing: boolean;
}

/**
 * A run united with what is there of it, as the texts of its files.
 * @param file the path of one of them, for messages.
 * @throws {SinkError} `unreadable`, `of_another_run`: what is there stays as it is.
 */
export function nextTexts(run: EmittedRun, there: EarlierTexts, file: (part: Part) => string): NextTexts {
  const earlier: Earlier = {
    state: read(there.state, readState, file('state')),
    emission: read(there.emission, readEmission, file('emission')),
  };
  if (earlier.emission !== undefined && earlier.emission.run_id !== run.runId) {
    throw ofAnotherRun(file('emission'));
  }
  const here = textOf(run.state);
  const united = there.state === undefined || there.state === here ? run : unite(run, here, earlier, file);
  const state = united === run ? here : textOf(united.state);
  const texts = {
    state,
    surface: textOf(united.surface),
    health: textOf(united.health),
    index: textOf(united.index),
    emission: textOf(nextEmission(run, earlier, united.state)),
  };
  return { texts, addsNothing: state === there.state && there.emission !== undefined };
}

function read<T>(text: string | undefined, reader: (text: string) => T | undefined, file: string) {
  if (text === undefined) return undefined;
  const document = reader(text);
  if (document === undefined) throw unreadable(file);
  return document;
}

type StatedRun = RunDocuments & Pick<EmittedRun, 'state'>;

function unite(run: EmittedRun, here: string, earlier: Earlier, file: (part: Part) => string): StatedRun {
  if (earlier.state === undefined) return run;
  try {
    const isOwn = earlier.emission !== undefined;
    const united = uniteRun(run.runId, run.state, earlier.state, isOwn);
    if (united === undefined) throw ofAnotherRun(file('state'));
    const { state } = united;
    // One whose traces turned out to be of another run says that nothing is left; the evidence stays. What holds no
    // more than the run that is written has its documents too.
    if (run.isEmptied === true || textOf(state) === here) return { ...run, state };
    const documents = united.documents();
    if (documents === undefined) throw ofAnotherRun(file('state'));
    return { ...documents, state };
  } catch (error) {
    if (error instanceof SinkError || error instanceof RangeError) throw error;
    // Evidence in the right shape that no reader of spans made.
    throw unreadable(file('state'));
  }
}

function textOf(document: unknown): string {
  return `${canonicalJson(document)}\n`;
}

const MEND =
  'nothing was overwritten; put the whole file back, or move it away and with it the evidence it holds';

function unreadable(file: string): SinkError {
  return new SinkError(
    'unreadable',
    `Expected ${file} to be as this package wrote it, got one that is cut or changed; ${MEND}`,
  );
}

function ofAnotherRun(file: string): SinkError {
  return new SinkError(
    'of_another_run',
    `Expected ${file} to be of the run that is written, got another run's; ${MEND}`,
  );
}
