import { defineConfig } from 'vitest/config';

// CI counts tests from this report; nothing else reads it.
const report = process.env.ASSAY_TEST_REPORT;

// The whole leak corpus on every way, with a real Collector and the masker beside it: `npm run leaks`.
export default defineConfig({
  test: {
    include: ['test/leaks/**/*.test.ts'],
    globalSetup: ['test/leaks/full/build-peers.ts'],
    fileParallelism: false,
    testTimeout: 600_000,
    hookTimeout: 120_000,
    reporters: report ? ['default', ['json', { outputFile: report }]] : ['default'],
  },
});
