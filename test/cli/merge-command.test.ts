import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { canonicalJson } from '../../src/decision/canonical-json.ts';
import type { StateDocument } from '../../src/run/state-document.ts';
import { VERSION } from '../../src/version.ts';
import { RECORDS } from '../schema/records.ts';
import { otlpAttribute, otlpSpan, SPAN, TRACE } from '../span/otlp/documents.ts';
import { callSpan, decisionEvent, line } from './call-spans.ts';
import { cli, folderWith } from './run-cli.ts';
import { callLine, linesIn, traceId } from './timed-spans.ts';

const OTHER_TRACE = '1af7651916cd43dd8448eb211c80319c';
const text = (key: string, stringValue: string) => otlpAttribute(key, { stringValue });

/** Calls, a root, a run of two traces, and a span that says to what run a trace belongs. */
const SPANS = [
  callSpan({ parentSpanId: SPAN, spanId: 'a'.repeat(16) }),
  callSpan({ parentSpanId: SPAN, spanId: 'b'.repeat(16), events: [decisionEvent(RECORDS.slack)] }),
  otlpSpan(),
  callSpan({ traceId: OTHER_TRACE }),
  otlpSpan({ traceId: OTHER_TRACE, spanId: 'c'.repeat(16), attributes: [text('assay.run.id', 'job')] }),
  callSpan({ traceId: 'd'.repeat(32), attributes: [text('mcp.method.name', 'tools/call')] }),
  otlpSpan({ traceId: 'd'.repeat(32), spanId: 'e'.repeat(16), attributes: [text('assay.run.id', 'job')] }),
];

/** A folder in which `surface --out` has written these spans. */
async function written(spans: readonly unknown[]): Promise<string> {
  const out = folderWith();
  const result = await cli(['surface', '-', '--all-runs', '--out', out], { stdin: [line(spans)] });
  expect(result).toEqual({ code: 0, stdout: '', stderr: '' });
  return out;
}

const merge = (...args: readonly string[]) => cli(['merge', ...args]);
const documentsIn = (stdout: string) =>
  linesIn(stdout).map(({ surface, health, index }) => canonicalJson({ surface, health, index }));
const stateFile = async (): Promise<string> => {
  const folder = await written([callSpan()]);
  return join(folder, `${TRACE}.state.json`);
};

describe('assay-otel merge', () => {
  it('prints one state of all that is in directories, files and lines', async () => {
    const folder = await written(SPANS.slice(0, 3));
    const file = await stateFile();
    const other = await written(SPANS.slice(3, 5));
    const stdin = readdirSync(other)
      .filter((name) => name.endsWith('.state.json'))
      .map((name) => readFileSync(join(other, name), 'utf8'));
    const { code, stdout, stderr } = await cli(['merge', folder, file, '-'], { stdin });
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    const state = JSON.parse(stdout);
    expect(stdout).toBe(`${canonicalJson(state)}\n`);
    expect(state.spans).toHaveLength(6);
    expect(await cli(['validate', '-'], { stdin: [stdout] })).toEqual({ code: 0, stdout: '', stderr: '' });
  });

  it('prints the lines that surface would have printed, but for who says so', async () => {
    const whole = await cli(['surface', '-'], { stdin: [line(SPANS)] });
    const { code, stdout, stderr } = await merge(await written(SPANS), '--documents');
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout.replaceAll(`assay-otel/${VERSION} merge`, `assay-otel/${VERSION} surface`)).toBe(
      whole.stdout,
    );
    expect(linesIn(stdout).map(({ run_id }) => run_id)).toEqual([TRACE, 'job']);
  });

  it('shows runs without anything of ours with --all-runs alone', async () => {
    const folder = await written([otlpSpan()]);
    expect((await merge(folder, '--documents')).stdout).toBe('');
    expect(linesIn((await merge(folder, '--documents', '--all-runs')).stdout)).toHaveLength(1);
    expect(JSON.parse((await merge(folder)).stdout).spans).toHaveLength(1);
  });

  it('writes the files of each run with --out', async () => {
    const out = join(folderWith(), 'merged');
    expect(await merge(await written(SPANS), '--out', out)).toEqual({ code: 0, stdout: '', stderr: '' });
    const parts = ['emission', 'health', 'index', 'state', 'surface'];
    expect(readdirSync(out).sort()).toEqual(
      [TRACE, 'job'].flatMap((run) => parts.map((part) => `${run}.${part}.json`)),
    );
    expect((await cli(['validate', out])).stderr).toBe('');
    expect(documentsIn((await merge(out, '--documents')).stdout)).toEqual(
      documentsIn((await cli(['surface', '-'], { stdin: [line(SPANS)] })).stdout),
    );
  });

  it('makes a run whole that was written in parts, and says of a part alone that it is one', async () => {
    const states: Record<string, StateDocument> = {};
    for (const [name, spans] of [
      ['first', callLine(1, 0)] as const,
      ['second', callLine(1, 90, 2)] as const,
    ]) {
      const out = folderWith();
      await cli(['surface', '-', '--out', out], { stdin: [spans] });
      states[name] = JSON.parse(readFileSync(join(out, `${traceId(1)}.state.json`), 'utf8'));
    }
    const trace = traceId(1);
    const first = canonicalJson({
      ...states.first,
      marks: [{ mark: 'part', trace, part: 'x-1', revision: 1 }],
    });
    const fragment = { mark: 'fragment', trace, of: 'x-1', revision: 1, run: trace, numbers: [] };
    const second = canonicalJson({ ...states.second, marks: [fragment] });
    const merged = async (...stdin: readonly string[]) => {
      const [run] = linesIn((await cli(['merge', '-', '--documents'], { stdin: [stdin.join('\n')] })).stdout);
      const calls = run.surface.observed_tool_decisions.length;
      const codes = run.health.coverage.gaps.map(({ code }: { code: string }) => code);
      return [calls, run.emission.fragment, codes.includes('evicted')];
    };
    expect(await merged(first)).toEqual([1, false, false]);
    expect(await merged(second)).toEqual([1, true, true]);
    expect(await merged(second, first)).toEqual([2, false, false]);
  });

  it('gives, in any tree of merges of any split, what one reading of all spans gives', async () => {
    const whole = await cli(['surface', '-'], { stdin: [line(SPANS)] });
    const split = fc.tuple(
      fc.array(fc.nat(3), { minLength: SPANS.length, maxLength: SPANS.length }),
      fc.array(fc.tuple(fc.nat(), fc.nat()), { minLength: 4, maxLength: 4 }),
      fc.boolean(),
    );
    await fc.assert(
      fc.asyncProperty(split, async ([places, pairs, isTwice]) => {
        const groups = [0, 1, 2, 3].map((place) => SPANS.filter((_, at) => places[at] === place));
        let states: string[] = [];
        for (const group of groups.filter(({ length }) => length > 0)) states.push(await written(group));
        // Two of them become one, until one is left; it may meet one of its parts again.
        for (const [a, b] of pairs) {
          if (states.length < 2) break;
          const first = states[a % states.length] ?? '';
          const rest = states.filter((state) => state !== first);
          const second = rest[b % rest.length] ?? '';
          const { stdout } = await merge(...(isTwice ? [second, first, second] : [first, second]));
          const folder = folderWith({ 'merged.state.json': stdout });
          states = [...rest.filter((state) => state !== second), folder];
        }
        const { stdout, stderr } = await merge(...states, '--documents');
        expect(stderr).toBe('');
        expect(documentsIn(stdout)).toEqual(documentsIn(whole.stdout));
      }),
      { numRuns: 40, seed: 20_261_130 },
    );
  });

  it('tells each document that is no state, and goes on', async () => {
    const file = await stateFile();
    const state = JSON.parse(readFileSync(file, 'utf8'));
    const [span] = state.spans;
    const canary = 'ghp_0123456789012345678901234567890123456789';
    const deep = `{"schema":"assay.tool_observation_state.v0","x":${'['.repeat(9000)}${']'.repeat(9000)}}`;
    const changed = { ...span, calls: [{ ...span.calls[0], record: canary }] };
    const bad = [
      'not json',
      '{"resourceSpans":[]}',
      deep,
      canonicalJson({ ...state, spans: [{ ...span, trace: canary }] }),
      canonicalJson({ ...state, spans: [changed] }),
      canonicalJson({ ...state, marks: [{ mark: canary }] }),
    ];
    const folder = folderWith({ 'x.ndjson': [...bad, canonicalJson(state)].join('\n') });
    const input = join(folder, 'x.ndjson');
    const { code, stdout, stderr } = await merge(input, join(folder, 'missing'), folder);
    expect(code).toBe(1);
    expect(JSON.parse(stdout)).toEqual(state);
    expect(stdout + stderr).not.toContain(canary);
    expect(stderr.trimEnd().split('\n')).toEqual([
      expect.stringContaining(`${input}:1: Expected a JSON document`),
      expect.stringContaining(`${input}:2: Expected a state document, got another document`),
      expect.stringContaining(`${input}:3: Expected a state document of at most`),
      expect.stringContaining(`${input}:4: Expected \`spans[0].trace\` to be 32 lower-case hex digits`),
      expect.stringContaining(`${input}:5: Expected \`spans[0].calls[0].record\` to be`),
      expect.stringContaining(`${input}:6: Expected \`marks[0]`),
      expect.stringContaining('missing: Expected a file'),
      expect.stringContaining(`${folder}: Expected a directory with \`*.state.json\` files, got none`),
    ]);
  });

  it.each<[string, (folder: string) => readonly string[]]>([
    ['a directory without states', (folder) => [folder]],
    ['a file that is not there', (folder) => [join(folder, 'missing')]],
    ['an empty stdin', () => ['-']],
    ['no path', () => []],
    ['an unknown option', () => ['-', '--other']],
  ])('exits 2 for %s', async (_title, paths) => {
    const result = await merge(...paths(folderWith({ 'a.surface.json': '{}' })));
    expect(result).toMatchObject({ code: 2, stdout: '' });
    expect(result.stderr).not.toBe('');
  });

  it('exits 2 where a run cannot be written, or none can', async () => {
    const file = await stateFile();
    const out = folderWith({ [`${TRACE}.state.json`]: 'cut', taken: '' });
    const one = await merge(file, '--out', out);
    expect(one.code).toBe(2);
    expect(one.stderr).toMatch(/: Expected \S+\.state\.json to be as this package wrote it/);
    writeFileSync(join(out, 'taken'), '');
    const none = await merge(file, '--out', join(out, 'taken'));
    expect(none).toMatchObject({ code: 2, stderr: expect.stringMatching(/^error: Expected to write/) });
  });

  it('teaches with its help', async () => {
    const { code, stdout } = await merge('--help');
    expect(code).toBe(0);
    for (const part of ['Examples:', 'Exit codes:', '--documents', '--out', 'Limits:'])
      expect(stdout).toContain(part);
    expect((await cli(['--help'])).stdout).toContain('assay-otel merge shard-1');
  });
});
