import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { REPORTERS } from '../../src/report/registry.ts';
import { cli, folderWith } from '../cli/run-cli.ts';
import { stringsOf } from './detect.ts';
import type { FilledCase } from './filled.ts';
import { logs, NOT_OVER_OTLP, traces, type Way } from './ways.ts';

/** The lines of every run. */
export const SURFACE: Way = {
  name: 'surface',
  title: '`surface`',
  without: NOT_OVER_OTLP,
  async run(cases) {
    const { code, stdout, stderr } = await cli(['surface', '-'], { stdin: stored(cases) });
    expect(code).toBeLessThan(2);
    expect(stdout.split('"classification":').length - 1).toBeGreaterThanOrEqual(cases.length);
    return texts(stdout, stderr);
  },
};

export const EXPLAIN: Way = {
  name: 'explain',
  title: '`explain`',
  without: NOT_OVER_OTLP,
  async run(cases) {
    const found = new Set<string>();
    for (const format of ['text', 'json']) {
      const args = ['explain', '-', '--all', '--format', format];
      const { code, stdout, stderr } = await cli(args, { stdin: stored(cases) });
      expect(code).toBe(0);
      for (const text of texts(stdout, stderr)) found.add(text);
    }
    return found;
  },
};

export const GATE: Way = {
  name: 'gate',
  title: 'gate reports',
  without: NOT_OVER_OTLP,
  async run(cases) {
    const found = new Set<string>();
    for (let from = 0; from < cases.length; from += IN_A_REPORT) {
      for (const text of await reports(cases.slice(from, from + IN_A_REPORT))) found.add(text);
    }
    return found;
  },
};

/** So few that no format leaves out a finding. */
const IN_A_REPORT = 16;

/** Every format of one report, on stdout and in files. */
async function reports(cases: readonly FilledCase[]): Promise<Set<string>> {
  const folder = folderWith();
  const outs = REPORTERS.flatMap(({ format, extension }) => [
    ...['--format', format],
    ...['--out', join(folder, `report-${format}.${extension}`)],
  ]);
  const declared = 'fixtures/declared/declared_empty.json';
  const { code, stdout, stderr } = await cli(['gate', '--declared', declared, '--spans', '-', ...outs], {
    stdin: stored(cases),
  });
  expect(code).not.toBe(0);
  const written = readdirSync(folder);
  expect(written).toHaveLength(REPORTERS.length);
  return texts(stdout, stderr, ...written.map((name) => readFileSync(join(folder, name), 'utf8')));
}

/** Traces and logs as lines of a file. */
function stored(cases: readonly FilledCase[]): string[] {
  return [`${traces(cases)}\n`, `${logs(cases)}\n`];
}

/** Every line, and of what is JSON, whole or line by line, every string. */
export function texts(...written: readonly string[]): Set<string> {
  const found = new Set<string>();
  for (const whole of written) {
    if (isJson(whole)) stringsOf(JSON.parse(whole), found);
    else {
      for (const line of whole.split('\n')) {
        if (isJson(line)) stringsOf(JSON.parse(line), found);
        else found.add(line);
      }
    }
  }
  return found;
}

function isJson(text: string): boolean {
  if (!text.startsWith('{')) return false;
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
