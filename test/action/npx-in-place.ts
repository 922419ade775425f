import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildCommand } from '../cli/child-command.ts';

/** A folder with an `npx` that notes its arguments and runs the command as it is built from this tree. */
export interface NpxInPlace {
  /** The `PATH` on which it stands first. */
  readonly path: string;
  /** The arguments of the last call; none where there was no call. */
  readonly lastArguments: () => readonly string[];
  readonly remove: () => void;
}

/** `npx --yes assay-otel@VERSION …` for scripts that would ask the registry. */
export async function npxInPlace(): Promise<NpxInPlace> {
  const folder = mkdtempSync(join(tmpdir(), 'assay-otel-npx-'));
  const [command, noted] = [join(folder, 'main.mjs'), join(folder, 'arguments')];
  await buildCommand(folder);
  writeFileSync(noted, '');
  const lines = [
    '#!/usr/bin/env bash',
    `printf '%s\\0' "$@" > '${noted}'`,
    // For the cases in which npx ends without having run anything.
    'if [ -n "$NPX_ENDS_WITH" ]; then exit "$NPX_ENDS_WITH"; fi',
    `exec '${process.execPath}' '${command}' "\${@:3}"`,
  ];
  writeFileSync(join(folder, 'npx'), `${lines.join('\n')}\n`, { mode: 0o755 });
  return {
    path: `${folder}:${process.env.PATH}`,
    lastArguments: () => readFileSync(noted, 'utf8').split('\0').slice(0, -1),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}
