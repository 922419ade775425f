import { readFileSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { collectorFiles, secretPatterns } from '../../scripts/collector-lists.ts';
import { SECRET_SAMPLES } from '../redact/secrets.ts';

const path = (file: string) => new URL(`../../${file}`, import.meta.url);

describe("generated lists in the Collector's files", () => {
  it.each(Object.entries(collectorFiles()))('%s has what the source says', (file, content) => {
    if (process.env.UPDATE_GOLDEN === '1') writeFileSync(path(file), content);
    expect(readFileSync(path(file), 'utf8')).toBe(content);
  });
});

describe('secret shapes for an engine that cannot look behind', () => {
  // Node 20 knows no group with flags of its own.
  const patterns = secretPatterns().map((pattern) =>
    pattern.startsWith('(?i:') ? new RegExp(pattern.replace('(?i:', '(?:'), 'iu') : new RegExp(pattern, 'u'),
  );
  const found = (text: string) => patterns.some((pattern) => pattern.test(text));

  it('use nothing that only other engines know', () => {
    expect(secretPatterns().join()).not.toMatch(/\(\?<?[=!]/);
  });

  it.each(SECRET_SAMPLES)('$name: hit and near miss, sample %#', ({ hit, miss }) => {
    expect({ hit: found(hit), miss: found(miss) }).toEqual({ hit: true, miss: false });
  });
});
