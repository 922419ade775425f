import { canonicalRuns } from '../gate-entry/canonical-runs.ts';
import type { GivenRun } from '../gate-entry/given-run.ts';
import type { CommandIo } from './command-io.ts';
import { pairByStem } from './pair-by-stem.ts';
import type { Printer } from './printer.ts';
import { readHealthFiles } from './read-health-files.ts';
import type { RulesOptions } from './read-rules.ts';
import { readSpans } from './read-spans.ts';
import { readStore } from './read-store.ts';
import { readSurfaces } from './read-surfaces.ts';
import type { StoreOptions } from './store-options.ts';
import type { TraceReaderOptions } from './trace-reader.ts';

/** Where the runs are that a command judges: surfaces, spans or a store, one of them. */
export interface ObservedOptions extends TraceReaderOptions, RulesOptions, StoreOptions {
  readonly surface?: readonly string[] | undefined;
  readonly spans?: readonly string[] | undefined;
  readonly health?: readonly string[] | undefined;
}

/**
 * The runs of all paths in canonical order, whatever the order of the paths. `undefined` where something was refused
 * that cannot be judged without; it has been told on the printer, with what to do.
 */
export async function readObserved(
  options: ObservedOptions,
  io: CommandIo,
  printer: Printer,
): Promise<readonly GivenRun[] | undefined> {
  const { surface, spans, from, health = [] } = options;
  const misuse = misuseOf(options);
  if (misuse !== undefined) {
    printer.fail(misuse);
    return undefined;
  }
  if (from !== undefined) {
    const runs = await readStore({ ...options, from }, io, printer);
    return runs && standing(runs, printer);
  }
  if (spans !== undefined) {
    const runs = await readSpans(spans, options, io, printer);
    if (runs !== undefined) return standing(runs, printer);
    printer.fail('Expected OTLP traces, got nothing that could be read; nothing was judged');
    return undefined;
  }
  const { refused } = printer;
  const read = await readSurfaces(surface ?? [], io, printer);
  const healths = await readHealthFiles(health, io, printer);
  if (printer.refused === refused) {
    return standing(pairByStem(read.surfaces, [...read.healths, ...healths]), printer);
  }
  printer.endRefusals();
  printer.fail('Expected every surface to be there and valid, got others; nothing was judged');
  return undefined;
}

function standing(given: readonly GivenRun[], printer: Printer): readonly GivenRun[] {
  const { runs, superseded } = canonicalRuns(given);
  if (superseded > 0) {
    const lines = superseded === 1 ? '1 line' : `${superseded} lines`;
    printer.note(`${lines} of earlier revisions left out: later ones of the same runs take their place`);
  }
  return runs;
}

/** What is wrong with the options together. */
function misuseOf({ surface, spans, from, health, ...rest }: ObservedOptions): string | undefined {
  const given = [surface, spans, from].filter((value) => value !== undefined).length;
  if (given === 0) return NOTHING;
  if (given > 1) return BOTH;
  if (spans !== undefined && health !== undefined) return HEALTH_OF_SPANS;
  if (from !== undefined && health !== undefined) return HEALTH_OF_STORE;
  if (from !== undefined && rest.runKey !== undefined) return RUN_KEY_OF_STORE;
  if (health?.includes('-')) return HEALTH_OF_STDIN;
  const isTwice = [...(surface ?? []), ...(spans ?? [])].filter((path) => path === '-').length > 1;
  return isTwice ? 'Expected stdin (-) to be named once, got it twice' : undefined;
}

const NOTHING =
  'Expected `--surface PATH...` (what `assay-otel surface` wrote), `--spans PATH...` (OTLP traces) or `--from clickhouse://…`, got none';
const BOTH =
  'Expected one of `--surface`, `--spans` and `--from`, got several; make surfaces of the spans first, or judge them apart';
const HEALTH_OF_SPANS =
  'Expected `--health` beside `--surface` alone, got it beside `--spans`, of which the health is made';
const HEALTH_OF_STDIN =
  'Expected `--health` to be files or directories, got -; a line of `assay-otel surface` bears its health with it';
const HEALTH_OF_STORE = 'Expected `--health` beside `--surface` alone, got it beside `--from`; leave it out';
const RUN_KEY_OF_STORE =
  'Expected no `--run-key` with `--from`: the store groups runs by `assay.run.id`; have the Collector set that';
