import { describe, expect, it } from 'vitest';
import { manifestWords } from '../../../src/report/words/manifest-words.ts';
import { quoted } from '../../../src/report/words/quote.ts';

const entry = (digest: string, ...runs: readonly (string | null)[]) => ({ digest: `sha256:${digest}`, runs });
const words = (...digests: readonly ReturnType<typeof entry>[]) =>
  manifestWords({ server: 'my files', digests }, quoted);

describe('a manifest that changed', () => {
  it('is told with its digests and the runs of each', () => {
    expect(words(entry('aa', 'nightly', null), entry('bb', 'a job'))).toBe(
      '"my files": sha256:aa in nightly, a run without a name; sha256:bb in "a job"',
    );
  });

  it('is told with the first runs and digests of many', () => {
    expect(words(entry('aa', 'a', 'b', 'c'), entry('bb', 'a', 'b', 'c', 'd', 'e'))).toBe(
      '"my files": sha256:aa in a, b, c; sha256:bb in a, b, c, and 2 more',
    );
    expect(words(...['1', '2', '3', '4', '5', '6'].map((digest) => entry(digest, 'a')))).toBe(
      '"my files": sha256:1 in a; sha256:2 in a; sha256:3 in a; sha256:4 in a; and 2 more',
    );
  });
});
