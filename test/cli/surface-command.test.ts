import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { canonicalJson } from '../../src/decision/canonical-json.ts';
import { VERSION } from '../../src/version.ts';
import { RECORDS } from '../schema/records.ts';
import { otlpAttribute, otlpDocument, otlpSpan, SPAN, TRACE } from '../span/otlp/documents.ts';
import { callSpan, decisionEvent, line } from './call-spans.ts';
import { cli, folderWith } from './run-cli.ts';

const runIdsOf = (stdout: string) =>
  stdout
    .split('\n')
    .filter((text) => text !== '')
    .map((text) => JSON.parse(text).run_id);

const OTHER_TRACE = '1af7651916cd43dd8448eb211c80319c';
const text = (key: string, stringValue: string) => otlpAttribute(key, { stringValue });

describe('assay-otel surface', () => {
  it('prints one canonical line per run, which validate accepts', async () => {
    const input = line([
      callSpan(),
      callSpan({ traceId: OTHER_TRACE, events: [decisionEvent(RECORDS.slack)] }),
    ]);
    const { code, stdout, stderr } = await cli(['surface', '-'], { stdin: [input] });
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(runIdsOf(stdout)).toEqual([TRACE, OTHER_TRACE]);
    for (const printed of stdout.trimEnd().split('\n')) {
      expect(canonicalJson(JSON.parse(printed))).toBe(printed);
      const { run_id, emission, ...documents } = JSON.parse(printed);
      expect(Object.keys(documents)).toEqual(['health', 'index', 'surface']);
      expect(emission).toEqual({
        schema: 'assay.tool_observation_emission.v0',
        run_id,
        revision: 1,
        supersedes: null,
        closed_by: 'end_of_input',
        fragment: false,
        emitted_by: `assay-otel/${VERSION} surface`,
      });
    }
    expect(await cli(['validate', '-'], { stdin: [stdout] })).toEqual({ code: 0, stdout: '', stderr: '' });
  });

  it('reads files, gzip, a spread document and stdin together', async () => {
    const folder = folderWith({
      'a.jsonl': line([callSpan({ spanId: 'a'.repeat(16) })]),
      'b.gz': gzipSync(line([callSpan({ spanId: 'b'.repeat(16) })])),
      'c.json': JSON.stringify(otlpDocument([callSpan({ spanId: 'c'.repeat(16) })]), null, 2),
    });
    const files = ['a.jsonl', 'b.gz', 'c.json'].map((name) => join(folder, name));
    const { code, stdout } = await cli(['surface', ...files, '-'], { stdin: [line([callSpan()])] });
    expect(code).toBe(0);
    const spanIds = JSON.parse(stdout).index.records.flatMap(
      (entry: { span_ids: string[] }) => entry.span_ids,
    );
    expect(spanIds).toEqual(['a'.repeat(16), SPAN, 'b'.repeat(16), 'c'.repeat(16)]);
  });

  it.each<[string, object, boolean]>([
    ['a call', callSpan(), true],
    ['a checkpoint', otlpSpan({ events: [{ name: 'assay.tool_observation' }] }), true],
    ['assay.run.id', otlpSpan({ parentSpanId: SPAN, attributes: [text('assay.run.id', 'job')] }), true],
    [
      'an unattributed tool span',
      otlpSpan({ attributes: [text('gen_ai.operation.name', 'execute_tool')] }),
      true,
    ],
    ['another MCP method', otlpSpan({ attributes: [text('mcp.method.name', 'tools/list')] }), false],
    ['nothing of ours', otlpSpan(), false],
  ])('shows a run with %s: %s', async (_title, span, isShown) => {
    const stdin = [line([span])];
    expect(runIdsOf((await cli(['surface', '-'], { stdin })).stdout)).toHaveLength(isShown ? 1 : 0);
    expect(runIdsOf((await cli(['surface', '-', '--all-runs'], { stdin })).stdout)).toHaveLength(1);
  });

  it('takes run ids from assay.run.id and from --run-key', async () => {
    const resource = { attributes: [text('ci.job', 'job-1')] };
    const stdin = [line([callSpan()], resource) + line([callSpan({ traceId: OTHER_TRACE })], resource)];
    expect(runIdsOf((await cli(['surface', '-'], { stdin })).stdout)).toEqual([TRACE, OTHER_TRACE]);
    expect(runIdsOf((await cli(['surface', '-', '--run-key', 'ci.job'], { stdin })).stdout)).toEqual([
      'job-1',
    ]);
  });

  it('takes frameworks’ tool spans in with --tool-spans all', async () => {
    const span = otlpSpan({
      attributes: [text('gen_ai.operation.name', 'execute_tool'), text('gen_ai.tool.name', 'x')],
    });
    const counts = async (...options: string[]) => {
      const { stdout } = await cli(['surface', '-', ...options], { stdin: [line([span])] });
      return JSON.parse(stdout).surface.observed_tool_decisions.length;
    };
    expect([
      await counts(),
      await counts('--tool-spans', 'mcp'),
      await counts('--tool-spans', 'all'),
    ]).toEqual([0, 0, 1]);
  });

  it('writes files with --out, named safely, and nothing else', async () => {
    const folder = folderWith();
    const out = join(folder, 'new', 'surfaces');
    const hostile = { attributes: [text('assay.run.id', '../../escape')] };
    const input = line([callSpan()]) + line([callSpan({ traceId: OTHER_TRACE })], hostile);
    const result = await cli(['surface', '-', '--out', out], { stdin: [input] });
    expect(result).toEqual({ code: 0, stdout: '', stderr: '' });
    const names = readdirSync(out).sort();
    const parts = ['emission', 'health', 'index', 'state', 'surface'];
    expect(names).toEqual([
      ...parts.map((part) => `${TRACE}.${part}.json`),
      ...parts.map((part) => expect.stringMatching(new RegExp(`^h-[0-9a-f]{32}\\.${part}\\.json$`))),
    ]);
    for (const name of names) {
      const content = readFileSync(join(out, name), 'utf8');
      expect(content).toBe(`${canonicalJson(JSON.parse(content))}\n`);
    }
    expect(readdirSync(folder)).toEqual(['new']);
    expect(await cli(['validate', out])).toEqual({ code: 0, stdout: '', stderr: '' });
  });

  it('replaces documents that no evidence stands behind; ids that differ in case alone have files of their own', async () => {
    const out = folderWith({ [`${TRACE}.surface.json`]: 'old' });
    await cli(['surface', '-', '--out', out], { stdin: [line([callSpan()])] });
    expect(readFileSync(join(out, `${TRACE}.surface.json`), 'utf8')).toContain('"schema"');
    const resource = (id: string) => ({ attributes: [text('assay.run.id', id)] });
    const ids = ['nightly', 'Nightly'];
    const both = ids
      .map((id, at) => line([callSpan({ traceId: [TRACE, OTHER_TRACE][at] })], resource(id)))
      .join('');
    const folder = folderWith();
    const result = await cli(['surface', '-', '--out', folder], { stdin: [both] });
    expect(result).toEqual({ code: 0, stdout: '', stderr: '' });
    expect(new Set(readdirSync(folder).map((name) => name.toLowerCase())).size).toBe(10);
  });

  it('unites a run with the evidence that is in the directory, and leaves alone what it cannot read', async () => {
    const out = folderWith();
    const spans = ['a', 'b'].map((id) => line([callSpan({ spanId: id.repeat(16) })]));
    for (const stdin of spans) await cli(['surface', '-', '--out', out], { stdin: [stdin] });
    const read = (part: string) => readFileSync(join(out, `${TRACE}.${part}.json`), 'utf8');
    expect(JSON.parse(read('surface')).observed_tool_decisions).toHaveLength(2);
    expect(JSON.parse(read('emission'))).toMatchObject({ revision: 2, supersedes: 1 });
    writeFileSync(join(out, `${TRACE}.state.json`), 'cut');
    const surface = read('surface');
    const { code, stderr } = await cli(['surface', '-', '--out', out], { stdin: [line([callSpan()])] });
    expect(code).toBe(1);
    expect(stderr).toMatch(/^\S+: Expected \S+\.state\.json to be as this package wrote it/);
    expect([read('state'), read('surface')]).toEqual(['cut', surface]);
  });

  it('says where each refusal is, does the rest, and exits 1', async () => {
    const bad = callSpan({ traceId: 'CvdlGRbNQ92ESOshHIAxnA==' });
    const cut = callSpan({
      spanId: 'c'.repeat(16),
      events: [decisionEvent(RECORDS.github, { 'assay.record': '{' })],
    });
    const folder = folderWith({
      'traces.jsonl': `${line([callSpan(), bad])}not json\n${line([cut])}{"resourceSpans":[{"sco`,
    });
    const file = join(folder, 'traces.jsonl');
    const { code, stdout, stderr } = await cli(['surface', file, join(folder, 'missing')]);
    expect(code).toBe(1);
    expect(JSON.parse(stdout).surface.observed_tool_decisions).toHaveLength(2);
    const lines = stderr.trimEnd().split('\n');
    expect(lines).toEqual([
      expect.stringContaining(
        `${file}:1: resourceSpans[0].scopeSpans[0].spans[1].traceId: Expected \`traceId\``,
      ),
      expect.stringContaining(`${file}:2: Expected a JSON document`),
      expect.stringContaining(`${file}:3: trace ${TRACE} span ${'c'.repeat(16)}: Expected \`assay.record\``),
      expect.stringContaining(`${file}:4: Expected a whole JSON document`),
      expect.stringContaining(`${join(folder, 'missing')}: Expected a file`),
    ]);
  });

  it.each<[string, readonly string[], readonly string[], number]>([
    ['no file is named', ['surface'], [], 2],
    ['an option is unknown', ['surface', '-', '--other'], [line([callSpan()])], 2],
    ['a choice is unknown', ['surface', '-', '--tool-spans', 'some'], [line([callSpan()])], 2],
    ['a command is unknown', ['other'], [], 2],
    ['nothing is asked', [], [], 2],
    ['the file is not there', ['surface', '/nowhere/at/all'], [], 2],
    ['the input is empty', ['surface', '-'], [], 2],
    ['every line is refused', ['surface', '-'], ['a\nb\n'], 2],
    ['every span is refused', ['surface', '-'], [line([{}])], 2],
    ['the document has no span', ['surface', '-'], ['{"resourceSpans":[]}'], 0],
    ['help is asked', ['surface', '--help'], [], 0],
    ['the version is asked', ['--version'], [], 0],
  ])('exits with its code where %s', async (_title, args, stdin, code) => {
    const result = await cli(args, { stdin });
    expect(result.code).toBe(code);
    expect(result.stderr === '').toBe(code === 0);
  });

  it('exits 2 where the output cannot be written', async () => {
    const file = join(folderWith({ taken: '' }), 'taken');
    const { code, stderr } = await cli(['surface', '-', '--out', file], { stdin: [line([callSpan()])] });
    expect(code).toBe(2);
    expect(stderr).toMatch(/^error: Expected to write to the folder \S+taken, but the system says/);
  });

  it('gives the same bytes for the same spans in any order, split and repeated', async () => {
    const spans = [
      callSpan(),
      callSpan({ spanId: 'a'.repeat(16), startTimeUnixNano: '5' }),
      callSpan({ spanId: 'c'.repeat(16), events: [decisionEvent(RECORDS.slack)] }),
      callSpan({ traceId: OTHER_TRACE, attributes: [text('mcp.method.name', 'tools/call')] }),
      otlpSpan({ spanId: 'd'.repeat(16), attributes: [text('assay.run.id', 'job')] }),
      otlpSpan({
        traceId: OTHER_TRACE,
        spanId: 'e'.repeat(16),
        parentSpanId: SPAN,
        attributes: [text('assay.run.id', 'no')],
      }),
    ];
    const expected = await cli(['surface', '-'], { stdin: [line(spans)] });
    expect(runIdsOf(expected.stdout)).toEqual([OTHER_TRACE, 'job']);
    const order = fc.shuffledSubarray([...spans, ...spans], { minLength: spans.length * 2 });
    await fc.assert(
      fc.asyncProperty(order, fc.integer({ min: 1, max: 12 }), async (shuffled, size) => {
        let input = '';
        for (let from = 0; from < shuffled.length; from += size)
          input += line(shuffled.slice(from, from + size));
        expect(await cli(['surface', '-'], { stdin: [input] })).toEqual(expected);
      }),
      { numRuns: 100 },
    );
  });

  it('never lets an argument, a token or a control sequence of a trace out', async () => {
    const canary = 'ghp_0123456789012345678901234567890123456789';
    const span = callSpan({
      attributes: [
        text('mcp.method.name', 'tools/call'),
        text('gen_ai.tool.name', `add_deploy_key`),
        text(
          'gen_ai.tool.call.arguments',
          JSON.stringify({ owner: canary, repo: 'r', token: canary, note: canary }),
        ),
      ],
      status: { code: 2, message: canary },
      name: canary,
    });
    const bad = [
      { ...span, kind: canary },
      { ...span, traceId: canary },
      { ...span, attributes: [{ key: canary, value: canary }] },
      { ...span, events: [decisionEvent({ ...RECORDS.github, reason_code: canary })] },
      { ...span, events: [decisionEvent(RECORDS.github, { 'assay.record': canary })] },
    ];
    const resource = {
      attributes: [text('service.name', 'agent\u001b[2J\u202e'), text('assay.run.id', 'run\u009b31m')],
    };
    const input = `${line([span, ...bad], resource)}${canary}\n{"${canary}`;
    const { stdout, stderr } = await cli(['surface', '-'], {
      stdin: [input],
      isTTY: true,
      env: { NO_COLOR: '1' },
    });
    expect(stdout + stderr).not.toContain(canary);
    expect(stdout + stderr).toMatch(/^[\x20-\x7e\n\ufffd…]*$/);
    expect(stderr.trimEnd().split('\n')).toHaveLength(7);
  });

  it('colours refusals on a terminal only, and not with NO_COLOR', async () => {
    const shown = async (isTTY: boolean, env: Record<string, string>) =>
      (await cli(['surface', '-'], { stdin: ['x\n'], isTTY, env })).stderr.includes('\u001b[');
    expect([
      await shown(true, {}),
      await shown(true, { NO_COLOR: '1' }),
      await shown(true, { TERM: 'dumb' }),
      await shown(false, {}),
    ]).toEqual([true, false, false, false]);
  });

  it('spells out a hostile file name', async () => {
    const folder = folderWith();
    const file = join(folder, 'a\u001b[2Jb\nc');
    writeFileSync(file, 'x\n');
    const { stderr } = await cli(['surface', file]);
    expect(stderr).toMatch(/^[\x20-\x7e\n]*$/);
    expect(stderr.trimEnd().split('\n')).toHaveLength(2);
  });
});
