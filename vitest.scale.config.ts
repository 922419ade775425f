import { defineConfig } from 'vitest/config';

// CI counts tests from this report; nothing else reads it.
const report = process.env.ASSAY_TEST_REPORT;

// A real ClickHouse engine (`scale/`, which has packages of its own) and a real Collector: `npm run test:scale`.
export default defineConfig({
  test: {
    include: ['scale/test/**/*.test.ts'],
    globalSetup: ['scale/test/build-collector.ts'],
    fileParallelism: false,
    testTimeout: 240_000,
    hookTimeout: 240_000,
    reporters: report ? ['default', ['json', { outputFile: report }]] : ['default'],
  },
});
