import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach } from 'vitest';
import type { EmittedRun } from '../../src/aggregator/emitted-run.ts';
import { canonicalJson } from '../../src/decision/canonical-json.ts';
import type { Emission } from '../../src/run/emission.ts';

const folders: string[] = [];

afterEach(async () => {
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true, force: true });
});

/** A new folder that is gone after the test. */
export async function newFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'assay-otel-sinks-'));
  folders.push(folder);
  return folder;
}

/** Every file in a folder, hidden ones too, by name. */
export async function filesIn(folder: string): Promise<Record<string, string>> {
  const names = (await readdir(folder)).sort();
  const texts = names.map(async (name) => [name, await readFile(join(folder, name), 'utf8')] as const);
  return Object.fromEntries(await Promise.all(texts));
}

export async function emissionIn(folder: string, stem: string): Promise<Emission> {
  return JSON.parse(await readFile(join(folder, `${stem}.emission.json`), 'utf8')) as Emission;
}

const PARTS = ['emission', 'health', 'index', 'state', 'surface'] as const;

/** The files that one run on its own makes. */
export function filesOf(run: EmittedRun, stem: string): Record<string, string> {
  return Object.fromEntries(PARTS.map((part) => [`${stem}.${part}.json`, `${canonicalJson(run[part])}\n`]));
}
