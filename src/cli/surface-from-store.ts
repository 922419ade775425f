import type { ReadCount } from '../clickhouse/run-batches.ts';
import { checkSchema } from '../clickhouse/schema.ts';
import { WHOLE } from '../clickhouse/shard.ts';
import { openStore, type Store } from '../clickhouse/store.ts';
import { storeAddress } from '../clickhouse/store-address.ts';
import { StoreError } from '../clickhouse/store-error.ts';
import { watermark } from '../clickhouse/watermark.ts';
import { VERSION } from '../version.ts';
import type { CommandIo, ExitCode } from './command-io.ts';
import type { Printer } from './printer.ts';
import { type RulesOptions, readRules } from './read-rules.ts';
import { outputFailure } from './run-output.ts';
import type { StoreOptions } from './store-options.ts';
import { batchOutput } from './store-output.ts';
import { runsInStore } from './store-runs.ts';
import type { TraceReaderOptions } from './trace-reader.ts';

interface SurfaceFromStore extends RulesOptions, StoreOptions {
  readonly from: string;
  readonly toolSpans: TraceReaderOptions['toolSpans'];
  /** A directory, or another store. */
  readonly out?: string;
}

/** The runs of a store, or of a part of it, as lines, files or rows. See `assay-otel surface --help`. */
export async function surfaceFromStore(
  options: SurfaceFromStore,
  io: CommandIo,
  printer: Printer,
): Promise<ExitCode> {
  const rules = await readRules(options, io, printer);
  if (rules === undefined) return 2;
  let opened: Store | undefined;
  let written = 0;
  try {
    const store = await openStore(storeAddress(options.from, io.env));
    opened = store;
    await checkSchema(store);
    const output = await batchOutput(options.out, io, printer);
    try {
      const window = { since: options.since, until: options.until };
      const mark = await watermark(store, window);
      const count: ReadCount = { index: 0, evidence: 0, links: 0, unread: 0 };
      const reading = {
        store,
        name: options.from,
        shard: options.shard ?? WHOLE,
        window,
        count,
        emittedBy: `assay-otel/${VERSION} surface`,
      };
      for await (const some of runsInStore(reading, { ...options, rules }, printer)) {
        if (!(await output.write(some))) return 0;
        written += some.runs.length;
      }
      printer.note(readNote(written, count, mark));
    } finally {
      await output.close();
    }
  } catch (error) {
    const failure = error instanceof StoreError ? error.message : outputFailure(error, 'the surfaces');
    if (failure === undefined) throw error;
    printer.fail(written === 0 ? failure : `${failure}. ${stopped(written)}`);
    return 2;
  } finally {
    await opened?.close();
  }
  printer.endRefusals();
  return printer.refused > 0 ? 1 : 0;
}

function readNote(runs: number, { evidence, links, index }: ReadCount, mark: string): string {
  const rows = `${evidence} evidence rows, ${links} rows of links, ${index} of the index`;
  return `${runs} runs from ${rows}; what arrived before ${mark} is in them: go on with \`--since ${mark}\``;
}

function stopped(runs: number): string {
  return `${runs} runs were written before, each whole; the same command again writes the rest`;
}
