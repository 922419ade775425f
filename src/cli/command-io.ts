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
  /** Unix milliseconds; the system's clock where absent. */
  readonly now?: () => number;
  /** Bytes that the heap may grow to; what the engine says where absent. */
  readonly heapLimit?: number;
}

/** 0: all was read and is well. 1: something was refused, the rest was done. 2: nothing could be done. */
export type ExitCode = 0 | 1 | 2;
