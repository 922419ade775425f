import { defineConfig } from 'vitest/config';

// CI counts tests from this report; nothing else reads it.
const report = process.env.ASSAY_TEST_REPORT;

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    // Need the network and a build, a Collector, or MCP servers: `npm run test:package`, `test:collector`, `test:packs`.
    exclude: ['test/package/**', 'test/collector/**', 'test/packs/installed/**'],
    testTimeout: 30_000,
    hookTimeout: 60_000,
    reporters: report ? ['default', ['json', { outputFile: report }]] : ['default'],
  },
});
