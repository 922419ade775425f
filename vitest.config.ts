import { defineConfig } from 'vitest/config';

// CI counts tests from this report; nothing else reads it.
const report = process.env.ASSAY_TEST_REPORT;

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    // Need the network and a build, a Collector, MCP servers, or a later Node: `npm run test:package`, `test:runtimes`,
    // `test:collector`, `test:packs`, `test:matrix`, `leaks`.
    exclude: [
      'test/package/**',
      'test/runtimes/**',
      'test/collector/**',
      'test/packs/installed/**',
      'test/instrumentation/installed/**',
      'test/leaks/full/**',
    ],
    testTimeout: 30_000,
    hookTimeout: 60_000,
    reporters: report ? ['default', ['json', { outputFile: report }]] : ['default'],
  },
});
