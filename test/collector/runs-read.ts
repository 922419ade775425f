import { expect } from 'vitest';
import type { DecisionRecord } from '../../src/decision/record.ts';
import { cli } from '../cli/run-cli.ts';

/** A line of `assay-otel surface`. */
export interface RunLine {
  readonly run_id: string;
  readonly surface: { readonly observed_tool_decisions: readonly DecisionRecord[] };
  readonly health: { readonly coverage: { readonly state: string; readonly gaps: readonly unknown[] } };
}

/** What `assay-otel surface` says of these files: its very lines, in the order of the run ids. */
export async function linesOf(files: readonly string[]): Promise<string[]> {
  return linesFrom(await cli(['surface', ...files]));
}

/** The same of bodies as they were sent. */
export async function linesOfBodies(bodies: readonly string[]): Promise<string[]> {
  return linesFrom(await cli(['surface', '-'], { stdin: bodies.map((body) => `${body}\n`) }));
}

/** Why the gate cannot tell of these spans (files, or `-` with bodies), where a run is expected in them. */
export async function reasonsOf(
  files: readonly string[],
  run: string,
  bodies: readonly string[] = [],
): Promise<string[]> {
  const declared = 'fixtures/declared/declared_prod_allowlist.json';
  const args = ['gate', '--declared', declared, '--spans', ...files, '--expect-run', run, '--format', 'json'];
  const { code, stdout } = await cli(args, { stdin: bodies.map((body) => `${body}\n`) });
  expect(code).not.toBe(0);
  const { findings } = JSON.parse(stdout) as { findings: readonly { readonly reason: string }[] };
  return findings.map(({ reason }) => reason);
}

export function parsed(lines: readonly string[]): RunLine[] {
  return lines.map((line) => JSON.parse(line) as RunLine);
}

function linesFrom({ code, stdout, stderr }: Awaited<ReturnType<typeof cli>>): string[] {
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  const id = (line: string): string => (JSON.parse(line) as RunLine).run_id;
  return stdout
    .trimEnd()
    .split('\n')
    .sort((a, b) => (id(a) < id(b) ? -1 : 1));
}
