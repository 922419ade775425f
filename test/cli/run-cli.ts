import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach } from 'vitest';
import type { CommandIo, Output } from '../../src/cli/command-io.ts';
import { runCommandLine } from '../../src/cli/program.ts';

export interface CliResult {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

interface Surroundings extends Pick<CommandIo, 'now' | 'heapLimit' | 'cwd'> {
  readonly stdin?: readonly (string | Uint8Array)[];
  readonly isTTY?: boolean;
  readonly columns?: number;
  readonly env?: CommandIo['env'];
  /** Sees all that was printed so far before each piece of stdin is read, and at its end. */
  readonly onRead?: (written: { readonly stdout: string; readonly stderr: string }) => void;
}

/** Runs a command line in this process, with streams of its own. */
export async function cli(
  args: readonly string[],
  { stdin = [], isTTY = false, columns, env = {}, onRead, ...rest }: Surroundings = {},
) {
  const written = { stdout: '', stderr: '' };
  const output = (name: keyof typeof written): Output => ({
    isTTY,
    ...(columns !== undefined && { columns }),
    write(text, done) {
      written[name] += text;
      done?.();
      return true;
    },
    on: () => undefined,
  });
  const io: CommandIo = {
    stdin: (async function* () {
      for (const piece of stdin) {
        onRead?.({ ...written });
        yield typeof piece === 'string' ? Buffer.from(piece) : piece;
      }
      onRead?.({ ...written });
    })(),
    stdout: output('stdout'),
    stderr: output('stderr'),
    env,
    ...rest,
  };
  const code = await runCommandLine(args, io);
  return { code, ...written } satisfies CliResult;
}

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

/** A folder that is gone after the test, with these files in it. */
export function folderWith(files: Readonly<Record<string, string | Uint8Array>> = {}): string {
  const folder = mkdtempSync(join(tmpdir(), 'assay-otel-'));
  folders.push(folder);
  for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), content);
  return folder;
}
