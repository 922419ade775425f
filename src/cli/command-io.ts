/** A stream to print to; what of `process.stdout` the commands use. */
export interface Output {
  readonly isTTY?: boolean;
  /** Of a terminal: characters in a line. */
  readonly columns?: number;
  write(text: string, done?: (error?: Error | null) => void): boolean;
  on(event: 'error', listener: (error: Error) => void): unknown;
}

/** What a command touches of its process, so that tests can run it in theirs. */
export interface CommandIo {
  readonly stdin: AsyncIterable<Uint8Array>;
  readonly stdout: Output;
  readonly stderr: Output;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Calls the listener when the process is asked to end (once), until what it gives back is called. */
  readonly onStop?: (listener: () => void) => () => void;
  /** Unix milliseconds; the system's clock where absent. */
  readonly now?: () => number;
  /** Directory to which reports name files; the process's where absent. */
  readonly cwd?: string;
  /** Bytes that the heap may grow to; what the engine says where absent. */
  readonly heapLimit?: number;
}

/**
 * 0: all was read and is well. 1: something was refused, the rest was done; of what judges: fail. 2: nothing could be
 * done. 3, of what judges: inconclusive.
 */
export type ExitCode = 0 | 1 | 2 | 3;
