import { defineConfig } from 'vitest/config';

// CI counts tests from this report; nothing else reads it.
const report = process.env.ASSAY_TEST_REPORT;

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    // Need the network and a build, or a Collector: `npm run test:package`, `npm run test:collector`.
    exclude: ['test/package/**', 'test/collector/**'],
    testTimeout: 30_000,
    hookTimeout: 60_000,
    reporters: report ? ['default', ['json', { outputFile: report }]] : ['default'],
  },
});
