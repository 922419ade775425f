import { execFileSync } from 'node:child_process';
import type { TestProject } from 'vitest/node';
// What `running-collector.ts` is given.
import type {} from '../../test/collector/build-peers.ts';

/** Builds the Collector where the cache lacks it: minutes at the first time, a moment after that. */
export function setup(project: TestProject): void {
  const collector = execFileSync(process.execPath, ['scripts/peers/build-collector.mjs'], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  }).trim();
  project.provide('peers', { collector, kafkaCollector: '', jaeger: '', kafka: '' });
}
