import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { REPORTERS } from '../../src/report/registry.ts';
import { SCENARIOS } from './scenarios.ts';

const GOLDEN = new URL('golden/', import.meta.url);

/** The page has scenarios of its own, `test/report/html/golden`. */
const HELD_HERE = REPORTERS.filter(({ format }) => format !== 'html');

const cases = HELD_HERE.flatMap((reporter) =>
  Object.entries(SCENARIOS).map(([scenario, report]) => ({
    reporter,
    report,
    file: `${scenario}/${reporter.format}.${reporter.extension}`,
  })),
);

describe('reports as they stand on disk', () => {
  it.each(cases)('$file', ({ reporter, report, file }) => {
    const path = new URL(file, GOLDEN);
    const text = reporter.render(report);
    if (process.env.UPDATE_GOLDEN === '1') {
      mkdirSync(new URL('.', path), { recursive: true });
      writeFileSync(path, text);
    }
    expect(text).toBe(readFileSync(path, 'utf8'));
  });

  it('holds no report that nothing makes any more', () => {
    const found = readdirSync(GOLDEN, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => new URL(entry.name, `file://${entry.parentPath}/`).href.slice(GOLDEN.href.length));
    expect(found.sort()).toEqual(cases.map(({ file }) => file).sort());
  });
});
