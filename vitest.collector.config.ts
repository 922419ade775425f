import { defineConfig } from 'vitest/config';

// CI counts tests from this report; nothing else reads it.
const report = process.env.ASSAY_TEST_REPORT;

// Real Collectors and a real Jaeger, built from Go modules where the cache lacks them: `npm run test:collector`.
export default defineConfig({
  test: {
    include: ['test/collector/**/*.test.ts'],
    globalSetup: ['test/collector/build-peers.ts'],
    // One file at a time: several Collectors run in each.
    fileParallelism: false,
    testTimeout: 120_000,
    hookTimeout: 120_000,
    reporters: report ? ['default', ['json', { outputFile: report }]] : ['default'],
  },
});
