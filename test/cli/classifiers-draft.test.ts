import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { caseProblems } from '../../src/classifier-file/cases.ts';
import { lintClassifiers } from '../../src/classifier-file/lints.ts';
import { shownPath } from '../../src/classifier-file/problem.ts';
import type { ObservedRecord } from '../../src/gate/observed-run.ts';
import { readClassifiers } from '../../src/schema/classifiers-reading.ts';
import { VERSION } from '../../src/version.ts';
import { SECRET_SAMPLES } from '../redact/secrets.ts';
import { callSpan, line } from './call-spans.ts';
import { documentsOf, filesOfRun, judge, lineOf, lookup, webhook } from './judged-files.ts';
import { cli, folderWith } from './run-cli.ts';
import { settled } from './settled-draft.ts';

const FIXTURES = new URL('../../fixtures/tools/', import.meta.url);
const fixture = (name: string) => new URL(name, FIXTURES).pathname;

const draft = (...args: readonly string[]) => cli(['classifiers', 'draft', ...args]);
/** Of an answer that stands on stdin. */
const draftOf = (answer: unknown, ...args: readonly string[]) =>
  cli(['classifiers', 'draft', '--tools', '-', '--server', 'crm-mcp', '--name', 'crm', ...args], {
    stdin: [JSON.stringify(answer)],
  });
const problemsOf = (text: string) => {
  const reading = readClassifiers(text);
  return 'errors' in reading ? reading.errors.map(({ path }) => path) : [];
};
const fileOf = (text: string) => {
  const reading = readClassifiers(text);
  if ('errors' in reading) throw new Error(`Expected a classifier file, got ${reading.errors[0]?.message}`);
  return reading.file;
};

const MERGE = {
  name: 'merge_contacts',
  inputSchema: { type: 'object', properties: { into: { type: 'string' } } },
};
const LIST = { name: 'list_contacts', description: 'Lists.', annotations: { readOnlyHint: true } };

describe('assay-otel classifiers draft --tools', () => {
  it.each(readdirSync(FIXTURES))(
    'drafts %s, which only what is not settled keeps from being loaded',
    async (name) => {
      const { code, stdout, stderr } = await draft(
        '--tools',
        fixture(name),
        '--name',
        'theirs',
        '--server',
        'their-mcp',
      );
      expect(code).toBe(0);
      expect(stderr).toMatch(/^(note: .*\n)*$/);
      const { categories } = parse(stdout);
      expect(categories.length).toBeGreaterThan(0);
      const paths = problemsOf(stdout);
      expect(paths.length).toBeGreaterThanOrEqual(4 * categories.length);
      for (const path of paths) {
        expect(path).toMatch(
          /^categories\[\d+\]\.(class|resource_type|required_scope|consequence|tools\..+)$/,
        );
      }
      const answered = settled(stdout);
      expect(problemsOf(answered)).toEqual(['draft']);
      const file = fileOf(answered.replace(/^draft: true.*\n/m, ''));
      expect(caseProblems(file)).toEqual([]);
      // What is left is for whoever writes the cases.
      const { errors } = lintClassifiers(file);
      for (const { path } of errors) {
        expect(shownPath(path)).toMatch(/^categories\[\d+\]\.(cases|required\[\d+\]|tools\..+)$/);
      }
      const whole = errors.filter(({ path }) => path.at(-1) === 'cases');
      expect(whole).toHaveLength(categories.length);
    },
  );

  it.each(['filesystem', 'mcp-server-kubernetes'])(
    '%s, as it stands in golden/; UPDATE_GOLDEN=1 rewrites it',
    async (name) => {
      const { stdout } = await draft('--tools', fixture(`${name}.json`));
      const text = stdout.replace(VERSION, 'VERSION');
      const golden = new URL(`golden/classifiers-draft-${name}.yaml`, import.meta.url);
      if (process.env.UPDATE_GOLDEN === '1') writeFileSync(golden, text);
      expect(text).toBe(readFileSync(golden, 'utf8'));
    },
  );

  it('takes the response, its result, and a list, and makes the same of them in any order', async () => {
    const tools = [MERGE, LIST];
    const forms = [
      { jsonrpc: '2.0', id: 1, result: { tools } },
      { tools },
      tools,
      tools.toReversed(),
      [...tools, MERGE],
      { tools, server_info: { name: 'other' } },
    ];
    const [first, ...others] = await Promise.all(forms.map((form) => draftOf(form)));
    expect(first?.code).toBe(0);
    for (const other of others) expect(other).toEqual(first);
    expect(first?.stdout).toContain('# says readOnlyHint: true; not verified\n');
    expect(first?.stderr).toMatch(/^note: 1 tool without a category.*: list_contacts\n$/);
  });

  it('takes the pages of one list together, in any order', async () => {
    const pages = { 'a.json': { tools: [MERGE], nextCursor: 'c' }, 'b.json': { tools: [LIST] } };
    const folder = folderWith(
      Object.fromEntries(Object.entries(pages).map(([name, page]) => [name, JSON.stringify(page)])),
    );
    const files = Object.keys(pages).map((name) => join(folder, name));
    const of = (all: readonly string[]) => draft('--server', 'crm', '--tools', ...all);
    const [first, second] = await Promise.all([of(files), of(files.toReversed())]);
    expect(first).toEqual(second);
    expect(first).toMatchObject({ code: 0, stderr: expect.stringContaining('one page of several') });
    expect(parse(first.stdout)).toMatchObject({ name: 'crm', categories: [{ id: 'crm/merge_contacts' }] });
  });

  it('prints the same document as JSON', async () => {
    const [yaml, json] = await Promise.all([
      draftOf([MERGE, LIST]),
      draftOf([MERGE, LIST], '--format', 'json'),
    ]);
    expect(JSON.parse(json.stdout)).toEqual(parse(yaml.stdout));
    expect(json.stderr).toBe(yaml.stderr);
  });

  it('gives candidates that are YAML once the comment signs are gone', async () => {
    const { stdout } = await draftOf([MERGE, LIST]);
    const open = settled(stdout)
      .replace(/^draft: true.*\n/m, '')
      .replace(/^# (reviewed_read_only:| {2}- )/gm, '$1');
    expect(fileOf(open).reviewed_read_only).toEqual(['list_contacts']);
  });

  it('leaves out, with a note, what a built-in category or a loaded file knows, and what a file has reviewed', async () => {
    const first = await draftOf([MERGE, LIST]);
    const text = settled(first.stdout)
      .replace(/^draft: true.*\n/m, '')
      .replace(/^# (reviewed_read_only:| {2}- )/gm, '$1');
    const file = join(folderWith({ 'crm.yaml': text }), 'crm.yaml');
    const more = [MERGE, LIST, { name: 'add_deploy_key' }, { name: 'drop_contact' }];
    const beside = await draftOf(more, '--classifiers', file);
    expect(beside.code).toBe(0);
    expect(beside.stderr).toBe(
      [
        'note: a file of --classifiers has the same name: with another --name, their ids and hash domains stay apart\n',
        'note: 3 tools left out, since a classifier or a review knows them: add_deploy_key, list_contacts, merge_contacts\n',
      ].join(''),
    );
    expect(beside.stdout.replace(/\n# +/g, ' ')).toContain('add_deploy_key, list_contacts, merge_contacts.');
    expect(parse(beside.stdout).categories).toMatchObject([{ id: 'crm/drop_contact' }]);
    // Of another server they are other tools, but for those that are built in.
    const elsewhere = await cli(
      ['classifiers', 'draft', '--tools', '-', '--server', 'erp', '--classifiers', file],
      { stdin: [JSON.stringify(more)] },
    );
    expect(parse(elsewhere.stdout).categories).toMatchObject([
      { id: 'erp/drop_contact' },
      { id: 'erp/merge_contacts' },
    ]);
    const bound = await cli(
      [
        'classifiers',
        'draft',
        '--tools',
        '-',
        '--server',
        'erp',
        '--classifiers',
        file,
        '--bind',
        'crm/*=erp',
      ],
      { stdin: [JSON.stringify(more)] },
    );
    expect(parse(bound.stdout).categories).toMatchObject([{ id: 'erp/drop_contact' }]);
    const nothing = await draftOf([MERGE, LIST], '--classifiers', file);
    expect(nothing).toMatchObject({ code: 0, stdout: '' });
    expect(nothing.stderr).toMatch(/note: nothing is left to draft\n$/);
  });

  it('refuses a tool that cannot be drafted, and drafts the others', async () => {
    const { code, stdout, stderr } = await draftOf([
      MERGE,
      { name: 'a\u001b[2Jb\n::error:: x' },
      { name: 'x.drop' },
      { name: 'y.drop' },
    ]);
    expect(code).toBe(1);
    expect(stderr.split('\n')).toHaveLength(4);
    expect(stderr).not.toMatch(/[^\n\x20-\x7e\ufffd]/);
    expect(stderr).toContain('x.drop: Expected one tool under this leaf name');
    expect(parse(stdout).categories).toMatchObject([{ id: 'crm/merge_contacts' }]);
    expect(stdout).toContain('3 tools refused');
  });

  it('shows no secret, and no value but the words of an enumeration that is a verb', async () => {
    for (const { hit } of SECRET_SAMPLES) {
      const property = {
        type: 'string',
        enum: [hit, 'b7f3'],
        default: hit,
        const: hit,
        examples: ['c9d1'],
        description: 'e5a2',
      };
      const properties = { method: property, region: property, other: { type: 'string', default: 'f6b4' } };
      const { stdout, stderr } = await draftOf([
        { name: 'contact', description: `Uses ${hit}`, inputSchema: { properties } },
        { name: hit },
      ]);
      expect(stdout + stderr).not.toContain(hit);
      expect(stdout).not.toMatch(/c9d1|e5a2|f6b4/);
      expect(parse(stdout).categories[0].tools).toEqual({
        contact: { argument: 'method', verbs: { b7f3: 'b7f3' } },
      });
    }
  });

  it.each<[title: string, args: readonly string[], told: string]>([
    ['nothing', [], 'got none of them'],
    ['a path beside --tools', ['x', '--tools', fixture('supabase.json')], 'got both'],
    ['traces beside --tools', ['--spans', 'x', '--tools', fixture('supabase.json')], 'got both'],
    ['stdin twice', ['--tools', '-', '-'], 'got it twice'],
    ['a file that is not there', ['--tools', '/nowhere/tools.json', '--server', 'x'], 'nothing was drafted'],
    [
      'a file that is no answer',
      ['--tools', fixture('../SOURCES.md'), '--server', 'x'],
      'Expected the answer to `tools/list` to be JSON',
    ],
    ['no server', ['--tools', fixture('slack-hosted.json')], 'Expected `--server ID...`'],
    ['a server that is any', ['--tools', fixture('supabase.json'), '--server', '*'], '"*" is none'],
    [
      'two servers and no name',
      ['--tools', fixture('supabase.json'), '--server', 'a', 'b'],
      'Expected `--name NAME`',
    ],
    [
      'a server nobody named, and no name',
      ['--tools', fixture('supabase.json'), '--server', 'unknown'],
      'Expected `--name NAME`',
    ],
    [
      'a name that is none',
      ['--tools', fixture('supabase.json'), '--name', 'A/b'],
      'Expected `--name` to be',
    ],
    [
      'a classifier file that is none',
      ['--tools', fixture('supabase.json'), '--classifiers', fixture('../SOURCES.md')],
      'Expected `--classifiers`',
    ],
    ['an unknown format', ['--tools', fixture('supabase.json'), '--format', 'text'], 'yaml'],
  ])('refuses %s', async (_title, args, told) => {
    const { code, stdout, stderr } = await draft(...args);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toContain(told);
  });

  it('refuses an answer without a tool, and one that is too large', async () => {
    for (const [answer, told] of [
      [[], 'Expected tools to draft from'],
      [Array.from({ length: 4_097 }, (_, at) => ({ name: `drop_${at}` })), 'Expected at most 4096 tools'],
    ]) {
      const { code, stdout, stderr } = await draftOf(answer);
      expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
      expect(stderr).toContain(told);
    }
  });

  it('is explained from the draft to the load', async () => {
    const { code, stdout } = await draft('--help');
    expect(code).toBe(0);
    const steps = [
      '1. Draft',
      '2. Review',
      '3. Check',
      'classifiers check crm.yaml',
      '4. Load',
      '--classifiers crm.yaml',
    ];
    const places = steps.map((step) => stdout.lastIndexOf(step));
    expect(places).toEqual(places.toSorted((one, other) => one - other));
    expect(places).not.toContain(-1);
  });

  it('names the file after its one server where that is nearly a name', async () => {
    const { stdout } = await draft('--tools', fixture('server-slack.json'));
    expect(parse(stdout)).toMatchObject({ name: 'slack-mcp-server', servers: ['Slack MCP Server'] });
    expect(stdout).toContain('domain: slack_mcp_server_');
  });
});

describe('assay-otel classifiers draft of what was observed', () => {
  const on = (record: ObservedRecord, id: string, name = record.tool.name): ObservedRecord => ({
    ...record,
    server: { ...record.server, id },
    tool: { ...record.tool, name },
  });
  const records = [
    on(lookup, 'crm'),
    on(lookup, 'erp'),
    on(lookup, 'crm', 'mcp__crm__lookup'),
    on(webhook, 'crm'),
    on(webhook, 'crm', 'list_webhooks'),
    on(webhook, '[masked]'),
    on(webhook, 'crm', 'unknown'),
  ];
  const stdin = [lineOf('job', documentsOf('job', records))];
  const judged = (...args: readonly string[]) => judge(['classifiers', 'draft', '-', ...args], { stdin });

  it('has the names of tools, on which servers and how often, and no fields', async () => {
    const { code, stdout, stderr } = await judged('--name', 'ours');
    expect(code).toBe(0);
    expect(stderr).toContain('note: 1 call left out, of unknown tools that nobody named');
    expect(stderr).toContain('note: 1 call left out, on servers whose ids');
    expect(stdout).toContain('# lookup\n  # seen in 3 calls: 2 on crm, 1 on erp\n');
    expect(stdout).toMatch(/^# {3}- list_webhooks # seen in 1 call: 1 on crm$/m);
    expect(parse(stdout)).toMatchObject({
      draft: true,
      servers: ['crm', 'erp'],
      categories: [
        { id: 'ours/create_webhook', servers: ['crm'], fields: [], required: [] },
        { id: 'ours/lookup', tools: { lookup: 'TODO' }, fields: [] },
      ],
    });
    expect(problemsOf(settled(stdout))).toEqual(['draft']);
    const file = fileOf(settled(stdout).replace(/^draft: true.*\n/m, ''));
    expect(caseProblems(file)).toEqual([]);
  });

  it('takes the tools of one server, which gives the name', async () => {
    const { stdout } = await judged('--server', 'erp');
    expect(parse(stdout)).toMatchObject({
      name: 'erp',
      servers: ['erp'],
      categories: [{ id: 'erp/lookup' }],
    });
    const none = await judged('--server', 'other');
    expect(none.stderr).toMatch(/got none; nothing was drafted; there were some on .*\berp\b/);
    expect(none).toMatchObject({ code: 2, stdout: '' });
    expect(none.stderr).toContain('Expected calls of unknown tools');
    expect((await judged()).stderr).toContain('Expected `--name NAME`');
  });

  it('is the same from directories in any order, and by the option of other commands', async () => {
    const folders = [[records[0], records[3]], [records[1]]].map((of, at) =>
      folderWith(filesOfRun(`run${at}`, documentsOf(`run${at}`, of as ObservedRecord[]))),
    );
    const args = ['classifiers', 'draft', '--name', 'ours'];
    const [first, ...others] = await Promise.all([
      judge([...args, ...folders]),
      judge([...args, ...folders.toReversed()]),
      judge([...args, '--surface', ...folders]),
    ]);
    expect(first?.code).toBe(0);
    for (const other of others) expect(other).toEqual(first);
  });

  it('reads traces too, by either way of saying so', async () => {
    const folder = folderWith({
      'traces.jsonl': line([callSpan()]).replaceAll('add_deploy_key', 'drop_contact'),
    });
    const file = join(folder, 'traces.jsonl');
    const [first, second] = await Promise.all([
      judge(['classifiers', 'draft', '--name', 'ours', '--spans', file]),
      judge(['classifiers', 'draft', file, '--name', 'ours', '--spans']),
    ]);
    expect(first).toEqual(second);
    expect(parse(first.stdout).categories).toMatchObject([{ id: 'ours/drop_contact' }]);
  });
});
