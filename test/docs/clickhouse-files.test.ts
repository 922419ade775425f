import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { clickhouseFiles } from '../../scripts/clickhouse/schema.ts';

const ROOT = new URL('../../', import.meta.url);
const files = clickhouseFiles();

describe('sql/clickhouse', () => {
  it.each(Object.entries(files))('%s is what the source says', (path, text) => {
    const file = fileURLToPath(new URL(path, ROOT));
    if (process.env.UPDATE_GOLDEN === '1') {
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, text);
    }
    expect(readFileSync(file, 'utf8')).toBe(text);
  });

  it('has no other file', () => {
    const folder = fileURLToPath(new URL('sql/clickhouse/', ROOT));
    const found = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
      name.endsWith('.sql'),
    );
    expect(found.map((name) => `sql/clickhouse/${name}`).sort()).toEqual(Object.keys(files).sort());
  });
});
