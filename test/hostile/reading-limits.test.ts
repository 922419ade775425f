import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { canonicalJson } from '../../src/decision/canonical-json.ts';
import { digestOf } from '../../src/decision/codec.ts';
import { readOtlpJson } from '../../src/span/otlp/read-otlp-json.ts';
import { cli, folderWith } from '../cli/run-cli.ts';
import { SECRET_SAMPLES } from '../redact/secrets.ts';
import { callAttributes, documentOf, pair, spanOf, TRACE_ID } from './reading-documents.ts';

const CALL = JSON.stringify(documentOf([spanOf(callAttributes('x'))]));
const SECRET = SECRET_SAMPLES[0]?.hit ?? '';

/** `{"x":{"x":… }}`, as text: building it from objects would be walked by recursion. */
const nested = (depth: number) => `${'{"x":'.repeat(depth)}1${'}'.repeat(depth)}`;

async function surfaceOf(...lines: readonly string[]) {
  const { code, stdout, stderr } = await cli(['surface', '-'], { stdin: [lines.join('\n')] });
  return { code, stderr, line: stdout === '' ? undefined : JSON.parse(stdout.split('\n')[0] ?? '') };
}

describe('what is large costs no more than itself', () => {
  it('a first key of many megabytes on a line that is cut', async () => {
    const { code, line } = await surfaceOf(CALL, `{"${'a'.repeat(30_000_000)}":[`, CALL);
    expect({ code, run: line.run_id }).toEqual({ code: 1, run: TRACE_ID });
  });

  it('many keys that stand twice', () => {
    const once = Array.from({ length: 200_000 }, (_, index) => pair(`k${index}`, 'v'));
    const [span] = readOtlpJson(documentOf([spanOf([...once, ...once])])).spans;
    expect(span?.duplicateKeys).toHaveLength(200_000);
    expect(span?.duplicateKeys.slice(0, 2)).toEqual(['k0', 'k1']);
  });

  it('a million things that are no resource', async () => {
    const bomb = gzipSync(`{"resourceSpans":[${'0,'.repeat(1_000_000)}0]}`);
    const folder = folderWith({ 'bomb.gz': bomb });
    const { code, stderr } = await cli(['surface', join(folder, 'bomb.gz')]);
    expect(code).toBe(2);
    const lines = stderr.trimEnd().split('\n');
    expect(lines).toHaveLength(102);
    expect(lines[100]).toMatch(/bomb\.gz:1: and 999901 more in this document$/);
  });

  it('more lines that are refused than anybody reads', async () => {
    const { code, stderr } = await surfaceOf(CALL, '0\n'.repeat(10_050));
    expect(code).toBe(1);
    const lines = stderr.trimEnd().split('\n');
    expect(lines).toHaveLength(10_001);
    expect(lines.at(-1)).toBe('and 50 more');
  });
});

describe('what nests without end', () => {
  it.each([
    [
      'a line of `surface`',
      (deep: string) => `{"run_id":"a","surface":{"observed_tool_decisions":[${deep}]}`,
    ],
  ])('is an issue of %s', async (_, open) => {
    const index = '"index":{"records":[{"record_digest":"sha256:00"}]}';
    const { code, stderr } = await cli(['validate', '-'], {
      stdin: [`${open(nested(20_000))},${index}}`],
    });
    expect(code).toBe(1);
    expect(stderr).toContain(
      'Expected `surface.observed_tool_decisions[0]` to be a record of at most 64 levels',
    );
  });

  it('is no intact event, and costs no other record', async () => {
    const { line } = await surfaceOf(CALL);
    const [known] = line.surface.observed_tool_decisions;
    const record = canonicalJson(known).replace(/\}$/, `,"zzz":${nested(6000)}}`);
    const attributes = [pair('assay.record', record), pair('assay.record.digest', digestOf(record))];
    const span = spanOf(callAttributes('x'), { events: [{ name: 'assay.tool_decision', attributes }] });
    const { code, stderr, line: after } = await surfaceOf(JSON.stringify(documentOf([span])));
    expect(code).toBe(1);
    expect(stderr).toContain('Expected `assay.record` to be canonical JSON');
    expect(after.surface.observed_tool_decisions).toEqual([known]);
  });
});

describe('what a run is called', () => {
  const document = (id: string, service = 's') =>
    JSON.stringify(
      documentOf([spanOf(callAttributes('x'))], [pair('assay.run.id', id), pair('service.name', service)]),
    );

  it('holds no secret, on a line and in file names', async () => {
    const folder = folderWith();
    const args = ['surface', '-', '--out', folder];
    const { code } = await cli(args, { stdin: [document(SECRET, `x ${SECRET}`)] });
    const { line } = await surfaceOf(document(SECRET, `x ${SECRET}`));
    expect(code).toBe(0);
    expect(readdirSync(folder).join() + JSON.stringify(line)).not.toContain(SECRET);
    expect(line).toMatchObject({
      run_id: expect.stringMatching(/^\[masked\]-[0-9a-f]{16}$/),
      index: { records: [{ service: '[masked]' }] },
    });
  });

  it('is bounded, with what it runs in', async () => {
    const { line } = await surfaceOf(document('é'.repeat(100_000), 'é'.repeat(100_000)));
    expect(Buffer.byteLength(line.run_id)).toBeLessThanOrEqual(256);
    expect(Buffer.byteLength(line.index.records[0].service)).toBeLessThanOrEqual(256);
  });
});

describe('artifacts', () => {
  it('of more than the limit of a trace are read', async () => {
    const records = ' '.repeat(65 * 1024 * 1024);
    const document = `{"schema":"assay.tool_observation_index.v0","run_id":"a","records":[${records}]}`;
    expect(await cli(['validate', '-'], { stdin: [document] })).toEqual({ code: 0, stdout: '', stderr: '' });
  });

  it('show no word that may be a value', async () => {
    const line = JSON.stringify({ vantage: 'hunter_two_password', emitter: 'x', epoch: 'y', run: 'trase' });
    const { stderr } = await cli(['validate', '-'], {
      stdin: [line, '\n{"schema":"assay.tool_decision_surface.v9"}'],
    });
    expect(stderr).not.toContain('hunter');
    expect(stderr).toContain('got "trase"');
    expect(stderr).toContain('got "assay.tool_decision_surface.v9"');
  });
});

describe('the place of output', () => {
  it.runIf(process.platform === 'linux')('that no folder can be made in ends the command', async () => {
    const { code, stderr } = await cli(['surface', '-', '--out', '/proc/assay-otel/x'], { stdin: [CALL] });
    expect(code).toBe(2);
    expect(stderr).toMatch(/^error: Expected .*proc/);
  });

  it('is made with the folders above it', async () => {
    const folder = folderWith();
    expect((await cli(['surface', '-', '--out', join(folder, 'a/b/c')], { stdin: [CALL] })).code).toBe(0);
    expect(readdirSync(join(folder, 'a/b/c'))).toHaveLength(5);
  });

  it('is told in one sentence where the program itself fails', async () => {
    const stdin = [Object.defineProperty(Buffer.from('x'), 'length', { get: () => JSON.parse(SECRET) })];
    const { code, stderr } = await cli(['surface', '-'], { stdin });
    expect(code).toBe(2);
    expect(stderr).toBe(
      'error: Expected to finish, but assay-otel itself failed (SyntaxError); please report it\n',
    );
  });
});
