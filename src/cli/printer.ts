import pc from 'picocolors';
import { visible, visibleJson } from '../report/words/terminal-text.ts';
import type { CommandIo, Output } from './command-io.ts';

export type Colors = ReturnType<typeof pc.createColors>;

/** Where in the input something was refused. */
export interface RefusalPlace {
  readonly file: string;
  readonly line?: number;
  /** From 1, of what people write. */
  readonly column?: number;
  /** Where a document is spread over lines. */
  readonly lastLine?: number;
  /** Path in the document, or the span. */
  readonly position?: string;
}

/** How many refusals are printed. The rest is counted: nobody reads them, and stderr may be slower than the input. */
const MAX_REFUSALS = 10_000;

/** To the first column, and erase to the end of the line. */
const ERASE = '\r\u001b[K';

const DEFAULT_COLUMNS = 80;

/** What a line of a log must not begin with: it would be a command to some CI systems. */
const COMMAND = /^\s*::/;

/** Prints results on stdout and refusals on stderr, and counts the latter. */
export class Printer {
  readonly #stdout: Output;
  readonly #stderr: Output;
  readonly #colors: Colors;
  /** For what goes to stdout. */
  readonly colors: Colors;
  /** Whether a line on stderr can be written anew. */
  readonly hasStatus: boolean;
  #refused = 0;
  #isStatusShown = false;
  #stdoutFailure: Error | undefined;

  constructor({ stdout, stderr, env }: CommandIo) {
    this.#stdout = stdout;
    this.#stderr = stderr;
    this.hasStatus = stderr.isTTY === true && env.TERM !== 'dumb';
    const hasColors = ({ isTTY }: Output) => isTTY === true && !env.NO_COLOR && env.TERM !== 'dumb';
    this.#colors = pc.createColors(hasColors(stderr));
    this.colors = pc.createColors(hasColors(stdout));
    stdout.on('error', (error) => {
      this.#stdoutFailure ??= error;
    });
    // With nobody to read what was refused, the exit code still says it.
    stderr.on('error', () => {});
  }

  get refused(): number {
    return this.#refused;
  }

  /** `file:line: position: message`, one line; of the first {@link MAX_REFUSALS}. */
  refuse(place: RefusalPlace, message: string): void {
    this.#refused += 1;
    if (this.#refused > MAX_REFUSALS) return;
    this.#say(this.#placed(place, message));
  }

  /** Call once, after the last refusal: tells how many were not printed. */
  endRefusals(): void {
    const beyond = this.#refused - MAX_REFUSALS;
    if (beyond > 0) this.#say(`and ${beyond} more\n`);
  }

  /** Something that stops the whole command. */
  fail(message: string): void {
    this.#say(`${this.#colors.red('error:')} ${visible(message)}\n`);
  }

  /** Something to know about what was done; nothing was refused. */
  note(message: string, place?: RefusalPlace): void {
    const text = place === undefined ? `${visible(message)}\n` : this.#placed(place, message);
    this.#say(`${this.#colors.yellow('note:')} ${text}`);
  }

  /**
   * Shows one line at the bottom of the terminal in place of the last; whatever else is printed erases it first.
   * Does nothing where {@link hasStatus} is false.
   */
  status(text: string): void {
    if (!this.hasStatus) return;
    const { columns = DEFAULT_COLUMNS } = this.#stderr;
    // A line that wraps could not be erased.
    this.#stderr.write(`${ERASE}${this.#colors.dim(visible(text).slice(0, columns - 1))}`);
    this.#isStatusShown = true;
  }

  /** Takes the status line off. */
  endStatus(): void {
    if (this.#isStatusShown) this.#stderr.write(ERASE);
    this.#isStatusShown = false;
  }

  /**
   * Writes one line of JSON and waits until it is taken. False once nobody reads any more (a closed pipe, as
   * after `| head`): the rest need not be written.
   *
   * @throws {Error} of the stream, where the line could not be written for another reason.
   */
  async line(json: string): Promise<boolean> {
    return this.text(`${this.#stdout.isTTY === true ? visibleJson(json) : json}\n`);
  }

  /** The same for text that holds nothing from outside as it came. */
  async text(text: string): Promise<boolean> {
    this.endStatus();
    await new Promise<void>((resolve) => {
      this.#stdout.write(text, (error) => {
        if (error) this.#stdoutFailure ??= error;
        resolve();
      });
    });
    if (this.#stdoutFailure === undefined) return true;
    if ((this.#stdoutFailure as NodeJS.ErrnoException).code === 'EPIPE') return false;
    throw this.#stdoutFailure;
  }

  #placed({ file, line, column, lastLine, position }: RefusalPlace, message: string): string {
    const to = lastLine === undefined || lastLine === line ? '' : `-${lastLine}`;
    const at = column === undefined ? to : `:${column}`;
    const lines = line === undefined ? '' : `:${line}${at}`;
    const place = this.#colors.bold(`${COMMAND.test(file) ? './' : ''}${visible(file)}${lines}:`);
    const inside = position === undefined || position === '' ? '' : `${visible(position)}: `;
    return `${place} ${inside}${visible(message)}\n`;
  }

  #say(text: string): void {
    this.endStatus();
    this.#stderr.write(text);
  }
}
