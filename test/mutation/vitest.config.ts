import { defineConfig } from 'vitest/config';

/**
 * The tests that a mutant of `src/gate` or `src/verify` has to get past. The property tests stand aside: they are slow,
 * and a rule that only a random document breaks has no row of its own.
 */
export default defineConfig({
  test: {
    include: ['test/{gate,verify}/**/*.test.ts'],
    exclude: ['test/{gate,verify}/*properties.test.ts'],
    // One worker for all files of a run, so that what they share loads once; each mutant has a worker of its own.
    isolate: false,
    testTimeout: 30_000,
  },
});
