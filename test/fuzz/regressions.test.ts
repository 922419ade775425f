import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { TARGETS } from '../../scripts/fuzz/targets.ts';

/** What the fuzzer found once, and what it begins with: every file below `fixtures/fuzz/<target>/`. */
const folder = new URL('../../fixtures/fuzz/', import.meta.url);
const files = readdirSync(folder).flatMap((name) =>
  readdirSync(new URL(`${name}/`, folder)).map((file) => [name, file] as const),
);

describe('every input that the fuzzer has kept', () => {
  it('is of a target', () => {
    const names = TARGETS.map(({ name }) => name);
    expect(files.filter(([name]) => !names.includes(name))).toEqual([]);
    expect(files.length).toBeGreaterThan(0);
  });

  it.each(files)('%s %s: all holds', (name, file) => {
    const bytes = readFileSync(new URL(`${name}/${file}`, folder));
    expect(() => TARGETS.find((target) => target.name === name)?.run(bytes)).not.toThrow();
  });
});

describe('what the fuzzer holds up', () => {
  it.each(TARGETS)('$name takes no bytes, and any', ({ run, made }) => {
    const texts = ['', '\0', '{', '{}', '[]', 'null', '\ufeff', '\ud800', ...(made?.() ?? [])];
    for (const text of texts) expect(() => run(Buffer.from(text))).not.toThrow();
  });
});
