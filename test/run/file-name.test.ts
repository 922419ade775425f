import { describe, expect, it } from 'vitest';
import { runFileStem } from '../../src/run/file-name.ts';

describe('runFileStem', () => {
  it.each([
    ['0af7651916cd43dd8448eb211c80319c', '0af7651916cd43dd8448eb211c80319c'],
    ['ci-run_42', 'ci-run_42'],
    ['x'.repeat(64), 'x'.repeat(64)],
    // SHA-256 of the empty string.
    ['', 'h-e3b0c44298fc1c149afbf4c8996fb924'],
  ])('keeps or hashes %j', (runId, stem) => {
    expect(runFileStem(runId)).toBe(stem);
  });

  it('an id that is spelled like a hashed one is hashed, so that no two runs meet', () => {
    expect(runFileStem(runFileStem('not plain'))).not.toBe(runFileStem('not plain'));
  });

  it.each(['con', 'nul', 'prn', 'aux', 'com1', 'lpt9'])('hashes %s, a device on Windows', (runId) => {
    expect(runFileStem(runId)).toMatch(/^h-[0-9a-f]{32}$/);
  });

  it.each([
    'x'.repeat(65),
    'Nightly',
    'NIGHTLY',
    '../etc/passwd',
    'a/b',
    'a.b',
    'a b',
    'a\n',
    'ä',
    '\u0000',
    'CON.',
  ])('never lets %j out as a file name', (runId) => {
    expect(runFileStem(runId)).toMatch(/^h-[0-9a-f]{32}$/);
  });
});
