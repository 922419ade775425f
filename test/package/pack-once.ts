import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  interface ProvidedContext {
    /** Path of the packed package. */
    archive: string;
  }
}

export function setup(project: TestProject): () => void {
  const folder = mkdtempSync(join(tmpdir(), 'assay-otel-archive-'));
  const archive = execFileSync(process.execPath, ['scripts/pack.mjs', folder], { encoding: 'utf8' });
  project.provide('archive', archive.trim());
  return () => rmSync(folder, { recursive: true, force: true });
}
