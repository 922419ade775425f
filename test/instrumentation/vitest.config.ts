import { defineConfig } from 'vitest/config';

// Needs the network once and another Node, so it is no part of `npm test`: `npm run test:matrix` runs it.
const report = process.env.ASSAY_TEST_REPORT;

export default defineConfig({
  test: {
    include: ['test/instrumentation/installed/*.test.ts'],
    testTimeout: 120_000,
    hookTimeout: 300_000,
    reporters: report ? ['default', ['json', { outputFile: report }]] : ['default'],
  },
});
