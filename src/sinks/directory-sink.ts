import type { EmittedRun } from '../aggregator/emitted-run.ts';
import { runFileStem } from '../run/file-name.ts';
import { makeFolder } from './directory/make-folder.ts';
import { type HeldLock, LOCK_TIMES, type LockTimes, RunLock } from './directory/run-lock.ts';
import { nextTexts, PARTS, type Part } from './directory/run-texts.ts';
import { InTurn } from './in-turn.ts';
import { nodeFiles, nodePaths } from './node-files.ts';
import type { Sink } from './sink.ts';
import { asSinkError } from './sink-error.ts';

/**
 * Writes the documents of each run into a folder: `<run>.surface.json`, `.health.json`, `.index.json`,
 * `.emission.json` and `.state.json`, each canonical JSON and a newline, each whole and then renamed to its name. What
 * is there of a run is united with what comes, so that evidence never goes backwards, also after a restart and with
 * several processes at the same run. The name is the run id where that is plain, else `h-` and 32 hex digits of its
 * SHA-256.
 */
export class DirectorySink implements Sink {
  readonly #folder: string;
  readonly #times: LockTimes;
  readonly #turn = new InTurn();
  #made: Promise<void> | undefined;

  constructor(folder: string, times: LockTimes = LOCK_TIMES) {
    if (typeof folder !== 'string' || folder === '') {
      throw new TypeError(`Expected \`folder\` to be a path, got ${folder === '' ? 'none' : typeof folder}`);
    }
    this.#folder = folder;
    this.#times = times;
  }

  /** With a folder that is there, or made now. @throws {SinkError} `not_written`, `unsupported`. */
  static async open(folder: string): Promise<DirectorySink> {
    const sink = new DirectorySink(folder);
    await sink.#makeFolder();
    return sink;
  }

  /**
   * Leaves the files alone where they hold all of it already.
   * @throws {SinkError} `unreadable`, `of_another_run`, `too_large`, `locked`, `not_written`, `unsupported`,
   *   `closed`.
   */
  write(run: EmittedRun): Promise<void> {
    return this.#turn.next(async () => {
      await this.#makeFolder();
      try {
        const stem = runFileStem(run.runId);
        const lock = new RunLock(this.#folder, stem, this.#times);
        await lock.holding((held) => this.#writeParts(run, stem, held));
      } catch (error) {
        // Someone may have removed it.
        this.#made = undefined;
        throw asSinkError(error, `the files of a run to ${this.#folder}`);
      }
    });
  }

  forceFlush(): Promise<void> {
    return this.#turn.settled();
  }

  shutdown(): Promise<void> {
    return this.#turn.close();
  }

  async #makeFolder(): Promise<void> {
    try {
      this.#made ??= makeFolder(this.#folder);
      await this.#made;
    } catch (error) {
      this.#made = undefined;
      throw asSinkError(error, `to the folder ${this.#folder}`);
    }
  }

  async #writeParts(run: EmittedRun, stem: string, { drafts, isInherited }: HeldLock): Promise<void> {
    const files = nodeFiles();
    const { join } = nodePaths();
    const file = (part: Part): string => join(this.#folder, `${stem}.${part}.json`);
    const [state, emission] = await Promise.all([textIn(file('state')), textIn(file('emission'))]);
    const { texts, addsNothing } = nextTexts(run, { state, emission }, file);
    if (addsNothing && !isInherited) {
      const parts = ['surface', 'health', 'index'] as const;
      const held = await Promise.all(parts.map(async (part) => (await textIn(file(part))) === texts[part]));
      if (held.every(Boolean)) return;
    }
    // All of them before the first rename: a disk that is full changes nothing.
    for (const part of PARTS) await files.writeFile(join(drafts, part), texts[part], { flag: 'wx' });
    for (const part of PARTS) await files.rename(join(drafts, part), file(part));
  }
}

async function textIn(file: string): Promise<string | undefined> {
  try {
    return await nodeFiles().readFile(file, 'utf8');
  } catch (error) {
    if ((error as { readonly code?: unknown }).code === 'ENOENT') return undefined;
    throw error;
  }
}

/**
 * A folder as a sink; see `DirectorySink`. The folder is made at the first write; while that fails, each write fails.
 *
 * @example new ToolDecisionSpanExporter(delegate, { sinks: [directorySink('runs')] })
 */
export function directorySink(folder: string): Sink {
  return new DirectorySink(folder);
}
