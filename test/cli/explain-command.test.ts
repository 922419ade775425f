import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { SpanExplanationSchema } from '../../src/schema/span-explanation.ts';
import { RECORDS } from '../schema/records.ts';
import { otlpAttribute, otlpDocument, otlpSpan, SPAN, TRACE } from '../span/otlp/documents.ts';
import { AGENT, callSpan, decisionEvent, line } from './call-spans.ts';
import { cli, folderWith } from './run-cli.ts';

const FIXTURES = join(import.meta.dirname, '../../fixtures/dialect');
const text = (key: string, stringValue: string) => otlpAttribute(key, { stringValue });
const flat = (said: string) => said.replace(/\s+/g, ' ');

/** A `tools/call` of a tool that only classifier files know. */
const unknownCall = (tool: string, server: string) =>
  callSpan({
    name: `tools/call ${tool}`,
    attributes: [
      text('mcp.method.name', 'tools/call'),
      text('gen_ai.tool.name', tool),
      text('mcp.server.name', server),
    ],
  });

async function documentsOf(args: readonly string[], input: string) {
  const { code, stdout, stderr } = await cli(['explain', '-', '--format', 'json', ...args], {
    stdin: [input],
  });
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  return stdout
    .split('\n')
    .filter((said) => said !== '')
    .map((said) => SpanExplanationSchema.parse(JSON.parse(said)));
}

/** Traces by what is to be seen in them, and the options with which they are asked about. */
const GOLDEN: Readonly<Record<string, readonly [input: () => string, ...options: string[]]>> = {
  // A person refused, on a span below the call's own.
  'policy-layer': [() => fixture('claude-code/rejected'), '--all'],
  // A policy in log-only mode would have refused: said on the call and by the layer's own span.
  'advised-deny': [() => fixture('agentcore-gateway/denied-in-log-only-mode'), '--all'],
  // A gateway's call, and the parts of it that have spans too.
  'parts-of-a-call': [() => fixture('contextforge/success-with-redacted-content'), '--all'],
  'policy-deny': [() => fixture('semantic-conventions/policy-deny')],
  'arguments-never-recorded': [() => fixture('fastmcp/server-tool-error')],
  'flattened-arguments': [() => fixture('sentry-javascript/success')],
  'may-be-local': [() => fixture('execute-tool/unproven')],
  'taken-in': [() => fixture('execute-tool/unproven'), '--tool-spans', 'all'],
  'no-tool-call': [() => fixture('json-rpc/other-methods'), '--all'],
  'names-that-differ': [() => fixture('semantic-conventions/tool-name-and-attribute-conflicts')],
  'own-record': [() => line([callSpan({ events: [decisionEvent(RECORDS.github)] })])],
  'broken-record': [
    () =>
      line([callSpan({ events: [decisionEvent(RECORDS.github, { 'assay.record.digest': 'sha256:00' })] })]),
  ],
  'not-recognised': [
    () => line([otlpSpan({ attributes: [text('mcp.session.id', 'x'), text('acme.tool', 'x')] })]),
  ],
  'known-on-other-servers': [
    () => line([unknownCall('merge_pull_request', 'ours')]),
    '--classifiers',
    'pack:github',
  ],
};

function fixture(name: string): string {
  return readFileSync(join(FIXTURES, `${name}.json`), 'utf8');
}

/** Without the title of the dialect, which changes as versions of the instrumentation come. */
function untitled(said: string): string {
  return said.replace(/(?<=^ {4}written by ).*(?:\n {6}.*)*/gm, '…');
}

describe('a span in words', () => {
  it.each(Object.keys(GOLDEN))('%s; UPDATE_GOLDEN=1 rewrites it', async (name) => {
    const [input, ...options] = GOLDEN[name] ?? expect.fail('no input');
    const { code, stdout, stderr } = await cli(['explain', '-', ...options], { stdin: [input()] });
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    const golden = new URL(`golden/explain-${name}.txt`, import.meta.url);
    if (process.env.UPDATE_GOLDEN === '1') writeFileSync(golden, stdout);
    expect(untitled(stdout)).toBe(untitled(readFileSync(golden, 'utf8')));
    for (const said of stdout.split('\n')) expect(said.length).toBeLessThanOrEqual(80);
  });
});

it('docs/explain.md shows what it prints; UPDATE_GOLDEN=1 rewrites it', async () => {
  const file = new URL('../../docs/explain.md', import.meta.url);
  const args = ['explain', 'fixtures/dialect/fastmcp/server-tool-error.json'];
  const { stdout } = await cli(args);
  const before = readFileSync(file, 'utf8');
  const shown = before.replace(/(?<=```text\n)[^`]*(?:`[^`]+`[^`]*)*?(?=```)/, () => stdout);
  if (process.env.UPDATE_GOLDEN === '1') writeFileSync(file, shown);
  expect(untitled(readFileSync(file, 'utf8'))).toBe(untitled(shown));
});

describe('a span as a document', () => {
  it('says where each part of a call came from', async () => {
    const [told] = await documentsOf([], line([callSpan()]));
    expect(told).toMatchObject({
      file: '<stdin>',
      line: 1,
      trace_id: TRACE,
      is: 'call',
      dialect: { name: 'semantic-conventions' },
      known_by: [{ in: 'attribute', key: 'mcp.method.name' }],
      proven: true,
      call: {
        tool_name: { value: 'add_deploy_key', from: [{ in: 'attribute', key: 'gen_ai.tool.name' }] },
        server_id: { value: 'mcp.example', from: [{ in: 'attribute', key: 'server.address' }] },
        arguments: { state: 'captured', from: [{ in: 'attribute', key: 'gen_ai.tool.call.arguments' }] },
        decision: null,
        classification: { category: 'github_deploy_key', classifier: 'built-in', unclaimed: null },
      },
    });
  });

  it('takes a record of ours as it is', async () => {
    const span = callSpan({ events: [decisionEvent(RECORDS.slack)] });
    const [told] = await documentsOf([], line([span]));
    const record = { tool_name: 'slack.invite', classification: { category: 'slack_add_member' } };
    expect(told).toMatchObject({ is: 'record', call: null, evidence: { records: [record], broken: [] } });
  });

  it('says of a record that was changed that it is not used', async () => {
    const span = callSpan({ events: [decisionEvent(RECORDS.slack, { 'assay.record.digest': 'sha256:00' })] });
    const [told] = await documentsOf([], line([span]));
    expect(told).toMatchObject({ is: 'call', evidence: { records: [], broken: ['decision'] } });
    expect(told?.call?.tool_name.value).toBe('add_deploy_key');
  });

  it.each<[string, string, readonly string[], object]>([
    [
      'no file knows the tool',
      'merge_it_all',
      [],
      { why: 'leaf_unknown', leaf: 'merge_it_all', known_as: [] },
    ],
    [
      'a file knows it on other servers',
      'merge_pull_request',
      ['--classifiers', 'pack:github', '--bind', 'github/*=one,two'],
      { why: 'other_servers', known_as: [{ servers: ['one', 'two'] }] },
    ],
    [
      'it was reviewed',
      'get_me',
      ['--classifiers', 'pack:github'],
      { why: 'leaf_unknown', reviewed_in: ['github'] },
    ],
  ])('says why nobody claimed a tool: %s', async (_title, tool, options, unclaimed) => {
    const [told] = await documentsOf(options, line([unknownCall(tool, 'ours')]));
    expect(told?.call?.classification).toMatchObject({ category: null, classifier: null, unclaimed });
  });

  it('says which file claimed a tool, and that --bind makes it speak', async () => {
    const options = ['--classifiers', 'pack:github', '--bind', 'github/*=ours'];
    const [told] = await documentsOf(options, line([unknownCall('merge_pull_request', 'ours')]));
    expect(told?.call?.classification).toMatchObject({ classifier: 'github', unclaimed: null });
  });

  it('says which run a span names, and by which key', async () => {
    const resource = { attributes: [text('service.name', 'agent'), text('ci.run', 'job-7')] };
    const [told] = await documentsOf(['--run-key', 'ci.run'], line([callSpan()], resource));
    expect(told?.run_ids).toEqual([{ value: 'job-7', from: [{ in: 'resource', key: 'ci.run' }] }]);
  });
});

describe('which spans are told', () => {
  const chat = otlpSpan({
    name: 'chat model',
    attributes: [text('gen_ai.operation.name', 'chat'), text('gen_ai.tool.definitions', '[]')],
  });
  const http = otlpSpan({ name: 'GET /tools/call', attributes: [text('http.request.method', 'GET')] });

  it.each<[string, object, boolean]>([
    ['a tool call', callSpan(), true],
    ['a span with mcp.* alone', otlpSpan({ attributes: [text('mcp.x', 'y')] }), true],
    [
      'the name of a tool under some other key',
      otlpSpan({ attributes: [text('acme.tool.name', 'y')] }),
      true,
    ],
    ['a name of its own that speaks of a tool', otlpSpan({ name: 'run tool search' }), true],
    ['a call of a model', chat, false],
    ['something else', otlpSpan({ name: 'SELECT', attributes: [text('db.system', 'x')] }), false],
  ])('%s', async (_title, span, isTold) => {
    expect(await documentsOf([], line([span]))).toHaveLength(isTold ? 1 : 0);
    expect(await documentsOf(['--all'], line([span]))).toHaveLength(1);
  });

  it('says how many were not', async () => {
    const { stdout } = await cli(['explain', '-'], { stdin: [line([chat, callSpan()])] });
    expect(flat(stdout)).toContain(
      '2 spans: 1 read as a tool call, 1 without the look of one, not shown (--all)',
    );
    expect(await documentsOf(['--all'], line([http]))).toMatchObject([
      { is: 'other', dialect: null, asked: [] },
    ]);
  });
});

describe('what goes in', () => {
  it('is files, directories and stdin, compressed or not', async () => {
    const folder = folderWith({ 'a.jsonl': line([callSpan()]), 'b.jsonl.gz': gzipSync(line([callSpan()])) });
    const { code, stdout } = await cli(['explain', folder, '-'], { stdin: [line([callSpan()])] });
    expect(code).toBe(0);
    expect(stdout.match(/^span /gm)).toHaveLength(3);
  });

  it('is spans; that records came as log records is told', async () => {
    const { name, attributes } = decisionEvent(RECORDS.slack);
    const logRecords = [{ traceId: TRACE, spanId: SPAN, eventName: name, attributes }];
    const logs = JSON.stringify({ resourceLogs: [{ resource: AGENT, scopeLogs: [{ logRecords }] }] });
    const { code, stdout, stderr } = await cli(['explain', '-'], { stdin: [line([callSpan()]), logs] });
    expect(code).toBe(0);
    expect(stdout).toContain('a tool call: add_deploy_key');
    expect(stderr).toMatch(/^note: 1 record of ours came as log records/);
  });

  it.each<[string, readonly string[], string, RegExp]>([
    ['nothing that is there', ['missing'], '', /nothing was explained/],
    ['no traces', ['-'], 'hello', /nothing was explained/],
    [
      'a classifier file that is not there',
      ['-', '--classifiers', 'missing'],
      line([callSpan()]),
      /--classifiers/,
    ],
    ['no path', [], '', /missing required argument/],
    ['another format', ['-', '--format', 'xml'], '', /Allowed choices/],
  ])('ends with 2 of %s', async (_title, args, input, words) => {
    const { code, stdout, stderr } = await cli(['explain', ...args], { stdin: [input] });
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toMatch(words);
  });

  it('ends with 0 where a part was refused, which is told', async () => {
    const bad = JSON.stringify(otlpDocument([{ ...callSpan(), traceId: 'x' }], AGENT));
    const { code, stdout, stderr } = await cli(['explain', '-'], {
      stdin: [`${line([callSpan()])}${bad}\n`],
    });
    expect(code).toBe(0);
    expect(stderr).toContain('<stdin>:2');
    expect(stdout).toContain('a tool call: add_deploy_key');
  });
});

it('teaches with its help', async () => {
  const { code, stdout } = await cli(['explain', '--help']);
  expect(code).toBe(0);
  for (const words of [
    'Examples:',
    'Reading it:',
    'Exit codes:',
    '--classifiers',
    '--bind',
    '--run-key',
    '--all',
  ])
    expect(stdout).toContain(words);
});
