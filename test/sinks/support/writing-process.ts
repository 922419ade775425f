/** Writes the emissions of a file (JSON lines) to a folder, one after the other, and says the number of each. */
import { readFile } from 'node:fs/promises';
import type { EmittedRun } from '../../../src/aggregator/emitted-run.ts';
import { DirectorySink, ndjsonSink } from '../../../src/sinks/index.ts';

const [kind, input = '', target = ''] = process.argv.slice(2);
const lines = (await readFile(input, 'utf8')).trim().split('\n');
const sink = kind === 'lines' ? ndjsonSink(target) : new DirectorySink(target);

process.on('message', async () => {
  for (const [at, line] of lines.entries()) {
    await sink.write(JSON.parse(line) as EmittedRun);
    process.send?.(at);
  }
  process.disconnect();
});
process.send?.('ready');
