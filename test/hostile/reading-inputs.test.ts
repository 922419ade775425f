import { lstatSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { cli, folderWith } from '../cli/run-cli.ts';
import { callAttributes, documentOf, pair, spanOf, TRACE_ID } from './reading-documents.ts';

const CALL = JSON.stringify(documentOf([spanOf(callAttributes('x'))]));

describe('inputs that are no OTLP/JSON text', () => {
  it.each([
    ['UTF-16', Buffer.from(`\ufeff${CALL}`, 'utf16le')],
    ['NUL bytes', Buffer.alloc(4096)],
    ['two documents on one line', CALL + CALL],
    ['nothing', ''],
    ['brackets without end', '['.repeat(1_000_000)],
    ['brackets on lines of their own', '[\n'.repeat(100_000)],
    ['gzip in gzip', gzipSync(gzipSync(CALL))],
  ])('%s exits 2', async (_, content) => {
    const folder = folderWith({ 'traces.json': content });
    const { code, stdout, stderr } = await cli(['surface', join(folder, 'traces.json')]);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toMatch(/^error: Expected OTLP traces/m);
  });

  it.each([
    ['brackets without end', '['.repeat(1_000_000)],
    ['an open string', `{"${'a'.repeat(1_000_000)}`],
    ['a document of another kind', '{"a":1}'],
    ['a number', '1e400'],
  ])('%s costs no other line', async (_, line) => {
    const { code, stdout } = await cli(['surface', '-'], { stdin: [`${CALL}\n${line}\n${CALL}\n`] });
    expect(code).toBe(1);
    expect(JSON.parse(stdout)).toMatchObject({ run_id: TRACE_ID });
  });
});

describe('spans that cannot be read', () => {
  const deep = Array.from({ length: 100 }).reduce<object>(
    (value) => ({ arrayValue: { values: [value] } }),
    {},
  );
  it.each([
    ['values nested without end', spanOf([pair('a', deep as Record<string, unknown>)])],
    ['a value of two kinds', spanOf([pair('a', { stringValue: 'a', intValue: '1' })])],
    ['a list in place of a span', [] as unknown as Record<string, unknown>],
    ['a time before 1970', spanOf([], { startTimeUnixNano: -1 })],
  ])('%s cost no other span', async (_, span) => {
    const text = JSON.stringify(documentOf([span, spanOf(callAttributes('x'))]));
    const { code, stdout, stderr } = await cli(['surface', '-'], { stdin: [text] });
    expect(code).toBe(1);
    expect(JSON.parse(stdout).surface.observed_tool_decisions).toHaveLength(1);
    expect(stderr).toMatch(/^<stdin>:1: resourceSpans\[0\]\.scopeSpans\[0\]\.spans\[0\]/);
  });
});

describe('run ids in file names', () => {
  it.each(['../../x', '..', '.', '/etc/x', 'a\0b', 'x'.repeat(65), 'a b', 'é', ' '])(
    'a hostile id %# stays inside the folder',
    async (id) => {
      const folder = folderWith();
      const text = JSON.stringify(documentOf([spanOf(callAttributes('x'))], [pair('assay.run.id', id)]));
      const { code } = await cli(['surface', '-', '--out', join(folder, 'out')], { stdin: [text] });
      expect(code).toBe(0);
      expect(readdirSync(folder)).toEqual(['out']);
      const names = readdirSync(join(folder, 'out'));
      expect(names).toHaveLength(5);
      for (const name of names) expect(name).toMatch(/^h-[0-9a-f]{32}\.[a-z]+\.json$/);
    },
  );

  it('replaces a link that has the name of a file, and writes nothing through it', async () => {
    const folder = folderWith({ 'elsewhere.json': 'untouched' });
    const link = join(folder, `${TRACE_ID}.surface.json`);
    symlinkSync(join(folder, 'elsewhere.json'), link);
    expect((await cli(['surface', '-', '--out', folder], { stdin: [CALL] })).code).toBe(0);
    expect(readFileSync(join(folder, 'elsewhere.json'), 'utf8')).toBe('untouched');
    expect(lstatSync(link).isSymbolicLink()).toBe(false);
  });

  it('exits 2 where a file stands in the place of the folder', async () => {
    const folder = folderWith();
    writeFileSync(join(folder, 'out'), '');
    expect((await cli(['surface', '-', '--out', join(folder, 'out')], { stdin: [CALL] })).code).toBe(2);
  });
});
