import { execFileSync } from 'node:child_process';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  interface ProvidedContext {
    /** Paths of the programs that the suites run. */
    peers: {
      readonly collector: string;
      readonly kafkaCollector: string;
      readonly jaeger: string;
      /** A folder of Java archives. */
      readonly kafka: string;
    };
  }
}

/** Builds what the cache lacks: minutes at the first time, a moment after that. */
export function setup(project: TestProject): void {
  project.provide('peers', {
    collector: built('build-collector.mjs'),
    kafkaCollector: built('build-collector.mjs', 'otelcol-assay-kafka'),
    jaeger: built('build-jaeger.mjs'),
    kafka: built('build-kafka.mjs'),
  });
}

function built(script: string, ...args: string[]): string {
  return execFileSync(process.execPath, [`scripts/peers/${script}`, ...args], {
    encoding: 'utf8',
    // What it says while it builds is for who waits.
    stdio: ['ignore', 'pipe', 'inherit'],
  }).trim();
}
