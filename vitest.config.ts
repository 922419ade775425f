import { defineConfig } from 'vitest/config';

// CI counts tests from this report; nothing else reads it.
const report = process.env.ASSAY_TEST_REPORT;

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    // Needs the network and a build: `npm run test:package`.
    exclude: ['test/package/**'],
    testTimeout: 30_000,
    hookTimeout: 60_000,
    reporters: report ? ['default', ['json', { outputFile: report }]] : ['default'],
  },
});
