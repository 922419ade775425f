import { spawnSync } from 'node:child_process';

/** A program that checks what is deployed, and may not be on this machine. */
export interface OutsideProgram {
  readonly isInstalled: boolean;
  /** All that it says; throws where it finds fault. */
  readonly run: (...args: readonly string[]) => string;
}

/** By its name on the path, or by a variable: `PROMTOOL` for `promtool`. */
export function outsideProgram(name: string): OutsideProgram {
  const program = process.env[name.toUpperCase().replaceAll('-', '_')] ?? name;
  return {
    isInstalled: spawnSync(program, ['--version']).status === 0,
    run(...args) {
      const { status, stdout, stderr } = spawnSync(program, [...args], { encoding: 'utf8' });
      if (status !== 0) throw new Error(`Expected ${name} to find no fault, got\n${stdout}${stderr}`);
      return stdout + stderr;
    },
  };
}
