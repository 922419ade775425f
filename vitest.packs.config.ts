import { defineConfig } from 'vitest/config';

// CI counts tests from this report; nothing else reads it.
const report = process.env.ASSAY_TEST_REPORT;

// The real MCP servers of the packs, installed where the cache lacks them: `npm run test:packs`.
export default defineConfig({
  test: {
    include: ['test/packs/installed/**/*.test.ts'],
    globalSetup: ['test/packs/installed/install-servers.ts'],
    fileParallelism: false,
    testTimeout: 120_000,
    hookTimeout: 120_000,
    reporters: report ? ['default', ['json', { outputFile: report }]] : ['default'],
  },
});
