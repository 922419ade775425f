import { expect } from 'vitest';
import type { Health } from '../../src/run/health.ts';
import { cli } from '../cli/run-cli.ts';

/** What the command line prints of these OTLP/JSON bodies: a line per run, each of which holds to its schema. */
async function surfaceLines(bodies: readonly string[]): Promise<string[]> {
  const { code, stdout, stderr } = await cli(['surface', '-'], { stdin: bodies.map((body) => `${body}\n`) });
  // 1: something was refused, as an event that was cut is.
  expect(code, stderr).toBeLessThanOrEqual(1);
  expect(await cli(['validate', '-'], { stdin: [stdout] })).toMatchObject({ code: 0, stderr: '' });
  return stdout.trimEnd().split('\n');
}

/** The documents alone: what stands around them says how they came about. */
export async function documentsOf(bodies: readonly string[]): Promise<unknown[]> {
  return (await surfaceLines(bodies)).map((line) => {
    const { surface, health, index } = JSON.parse(line);
    return { surface, health, index };
  });
}

/** The health of the one run in them. */
export async function healthOf(bodies: readonly string[]): Promise<Health> {
  const [line = '{}', ...others] = await surfaceLines(bodies);
  expect(others).toEqual([]);
  return JSON.parse(line).health;
}
