import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

const report = process.env.ASSAY_TEST_REPORT;

export default defineConfig({
  root: fileURLToPath(new URL('../..', import.meta.url)),
  test: {
    include: ['test/runtimes/**/*.test.ts'],
    globalSetup: ['test/package/pack-once.ts'],
    // Installs from the network, the runtimes too at the first time.
    testTimeout: 120_000,
    hookTimeout: 300_000,
    reporters: report ? ['default', ['json', { outputFile: report }]] : ['default'],
  },
});
