import type { CommandIo, ExitCode, Output } from '../../src/cli/command-io.ts';
import { runCommandLine } from '../../src/cli/program.ts';

/** A command that runs until it is stopped. */
export interface Started {
  /** Where it listens. */
  readonly url: string;
  readonly stop: () => Promise<ExitCode>;
}

/** Runs `assay-otel serve` in this process until it listens; throws with what it said where it ends before that. */
export async function started(args: readonly string[]): Promise<Started> {
  let said = '';
  let listens: (url: string) => void = () => {};
  let ask: () => void = () => {};
  const url = new Promise<string>((resolve) => {
    listens = resolve;
  });
  const output = (hear: (text: string) => void): Output => ({
    write(text, done) {
      hear(text);
      done?.();
      return true;
    },
    on: () => undefined,
  });
  const io: CommandIo = {
    stdin: (async function* () {})(),
    stdout: output(() => {}),
    stderr: output((text) => {
      said += text;
      const [, found] = /listening on (\S+)/.exec(said) ?? [];
      if (found !== undefined) listens(found);
    }),
    env: {},
    onStop: (listener) => {
      ask = listener;
      return () => {};
    },
  };
  const ended = runCommandLine(['serve', ...args], io);
  const early = ended.then((code) => {
    throw new Error(`Expected it to listen, but it ended with ${code}: ${said}`);
  });
  const found = await Promise.race([url, early]);
  early.catch(() => {});
  return {
    url: found,
    stop: () => {
      ask();
      return ended;
    },
  };
}
