import { execFileSync } from 'node:child_process';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  interface ProvidedContext {
    /** A masker that other people use; `entry` is the URL of its module. */
    masker: { readonly entry: string; readonly version: string };
  }
}

/** Brings what the cache lacks: minutes at the first time, a moment after that. */
export function setup(project: TestProject): void {
  const collector = built('build-collector.mjs');
  project.provide('peers', { collector, kafkaCollector: '', jaeger: '', kafka: '' });
  project.provide('masker', JSON.parse(built('build-masker.mjs')));
}

function built(script: string): string {
  return execFileSync(process.execPath, [`scripts/peers/${script}`], {
    encoding: 'utf8',
    // What it says while it works is for who waits.
    stdio: ['ignore', 'pipe', 'inherit'],
  }).trim();
}
