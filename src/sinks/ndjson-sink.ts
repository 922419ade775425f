import type { EmittedRun } from '../aggregator/emitted-run.ts';
import { surfaceLine } from '../run/surface-line.ts';
import { InTurn } from './in-turn.ts';
import { nodeFiles } from './node-files.ts';
import type { Sink } from './sink.ts';
import { asSinkError } from './sink-error.ts';

/** A stream of text, as Node's writable streams are (`process.stdout`); structural, so that no type of Node is needed. */
export interface TextStream {
  write(text: string, done: (error?: Error | null) => void): unknown;
  on?(event: 'error', listener: (error: Error) => void): unknown;
}

type Append = (line: string) => Promise<void>;

/**
 * Appends one line of canonical JSON per emission, `{ run_id, surface, health, index, emission }`, to a file or a
 * stream; the same line as `assay-otel surface` prints. Of one run the line with the highest revision counts, and
 * fragments beside it. A write settles when the system has taken the line, so that no more than one is held; a file is
 * opened anew for each, so that it can be rotated. A stream stays the caller's: it is not ended, and its errors become
 * this sink's.
 *
 * @throws {SinkError} from `write`: `not_written`, `closed`, `unsupported` (a path where there is no file system).
 * @example new ToolDecisionSpanExporter(delegate, { sinks: [ndjsonSink('runs.ndjson')] })
 */
export function ndjsonSink(target: string | TextStream): Sink {
  const turn = new InTurn();
  const append = typeof target === 'string' ? toFile(target) : toStream(target);
  const place = typeof target === 'string' ? target : 'the stream';
  return {
    write: (run: EmittedRun) =>
      turn.next(async () => {
        try {
          await append(`${surfaceLine(run)}\n`);
        } catch (error) {
          throw asSinkError(error, `a line to ${place}`);
        }
      }),
    forceFlush: () => turn.settled(),
    shutdown: () => turn.close(),
  };
}

function toFile(path: string): Append {
  if (path === '')
    throw new TypeError('Expected `target` to be a path or a writable stream, got an empty path');
  return async (line) => {
    const found = await nodeFiles()
      .stat(path)
      .catch(() => undefined);
    if (found?.isFIFO() === true) await hasReader(path);
    // A line that was cut, by a full disk or a crash, must not take the next one with it.
    const isCut = found?.isFile() === true && found.size > 0 && (await endsWithin(path, found.size));
    await nodeFiles().appendFile(path, isCut ? `\n${line}` : line);
  };
}

const NEWLINE = 0x0a;

/** Opening a pipe that nobody reads waits for a reader, and would keep the process. @throws ENXIO */
async function hasReader(path: string): Promise<void> {
  const { open, constants } = nodeFiles();
  await (await open(path, constants.O_WRONLY | (constants.O_NONBLOCK ?? 0))).close();
}

/** Whether a file of this size ends in the midst of a line. */
async function endsWithin(path: string, size: number): Promise<boolean> {
  // What may be written and not read is taken to be whole.
  const file = await nodeFiles()
    .open(path, 'r')
    .catch(() => undefined);
  if (file === undefined) return false;
  try {
    const last = new Uint8Array(1);
    await file.read(last, 0, 1, size - 1);
    return last[0] !== NEWLINE;
  } finally {
    await file.close();
  }
}

function toStream(stream: TextStream): Append {
  if (typeof stream?.write !== 'function') {
    const found = stream === null ? 'null' : typeof stream;
    throw new TypeError(`Expected \`target\` to be a path or a writable stream, got ${found}`);
  }
  // What a write met reaches its callback too; without a listener it would end the process.
  stream.on?.('error', () => {});
  return (line) =>
    new Promise((resolve, reject) => {
      stream.write(line, (error) => {
        if (error == null) resolve();
        else reject(error);
      });
    });
}
