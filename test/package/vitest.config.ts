import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

const report = process.env.ASSAY_TEST_REPORT;

export default defineConfig({
  root: fileURLToPath(new URL('../..', import.meta.url)),
  test: {
    include: ['test/package/**/*.test.ts'],
    globalSetup: ['test/package/pack-once.ts'],
    // Each file installs from the network.
    testTimeout: 120_000,
    hookTimeout: 300_000,
    reporters: report ? ['default', ['json', { outputFile: report }]] : ['default'],
  },
});
