import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { stringify } from 'yaml';
import { documentDigest } from '../../src/decision/document-digest.ts';
import type { DecisionRecord } from '../../src/decision/record.ts';
import { readManifest } from '../../src/manifest/read-manifest.ts';
import { targetHash } from '../../src/redact/target-hash.ts';
import { CATEGORY, FILE, fileWith } from '../classifier-file/files.ts';
import { RECORDS } from '../schema/records.ts';
import { otlpAttribute } from '../span/otlp/documents.ts';
import { callSpan, decisionEvent, line } from './call-spans.ts';
import { cli, folderWith } from './run-cli.ts';

const VERSION = `crm@${documentDigest(FILE)}`;
const text = (key: string, stringValue: string) => otlpAttribute(key, { stringValue });

/** One call of a tool that the file knows. */
function trace(server = 'crm-mcp', tool = 'delete_contact'): string {
  const attributes = [
    text('mcp.method.name', 'tools/call'),
    text('gen_ai.tool.name', tool),
    text('gen_ai.tool.call.arguments', '{"region":"eu","contactId":"C7","tags":["a","b"]}'),
    text('server.address', server),
  ];
  return line([callSpan({ name: `tools/call ${tool}`, attributes })]);
}

function project(files: Readonly<Record<string, string>> = {}) {
  const folder = folderWith({
    'crm.yaml': stringify(FILE),
    'crm.json': JSON.stringify(FILE),
    'traces.jsonl': trace(),
    ...files,
  });
  return (name: string) => join(folder, name);
}

describe('assay-otel classifiers check', () => {
  it.each(['crm.yaml', 'crm.json'])('says what a whole file holds: %s', async (name) => {
    const at = project();
    const { code, stdout, stderr } = await cli(['classifiers', 'check', at(name)]);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toBe(`${at(name)}: 1 category, 2 tools, 6 cases; ${VERSION}\n`);
  });

  it('says where a case does not hold, with line and column, and exits with 1', async () => {
    const wrong = stringify(FILE).replace('verb: merge', 'verb: split');
    const at = project({ 'crm.yaml': wrong });
    const { code, stderr } = await cli(['classifiers', 'check', at('crm.yaml')]);
    expect(code).toBe(1);
    const lines = wrong.split('\n');
    const [found] = /:(\d+):\d+: categories\[0\]\.cases\[1\]\.record\.verb/.exec(stderr)?.slice(1) ?? [];
    expect(lines[Number(found) - 1]).toContain('verb: split');
  });

  it('tells everything that is wrong with a file, each with its place', async () => {
    const at = project({
      'crm.yaml': stringify({ ...fileWith({ provider: 'A', class: 'x' as never }), nam: 1 }),
    });
    const { code, stdout, stderr } = await cli(['classifiers', 'check', at('crm.yaml')]);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toMatch(/:\d+:\d+: categories\[0\]\.provider: Expected/);
    expect(stderr).toMatch(/:\d+:\d+: categories\[0\]\.class: Expected/);
    expect(stderr).toMatch(/did you mean `name`/);
  });

  it('reads a draft to nobody', async () => {
    const at = project({ 'crm.yaml': stringify({ ...FILE, draft: true }) });
    const { code, stderr } = await cli(['classifiers', 'check', at('crm.yaml')]);
    expect(code).toBe(2);
    expect(stderr).toContain('a person reviews every category');
  });

  it('sees that two files claim one tool', async () => {
    const at = project();
    const { code, stderr } = await cli(['classifiers', 'check', at('crm.yaml'), at('crm.json')]);
    expect(code).toBe(1);
    expect(stderr).toContain('a tool that `crm/contact` does not claim on the same server');
  });

  it('shows no name that is none, since it may be a value', async () => {
    const token = `ghp_${'a1B2'.repeat(9)}`;
    const [first] = FILE.categories[0]?.cases ?? [];
    const target = { ...first?.record.target, [`${token} \u001b[31m`]: 'x' };
    const cases = [{ ...first, record: { ...first?.record, target } }] as never;
    const tools = { [`${token} x`]: 'delete', y: { argument: 'm', verbs: { [`${token}\t`]: 'x' } } };
    const at = project({ 'crm.yaml': stringify(fileWith({ cases, tools })) });
    const { code, stderr } = await cli(['classifiers', 'check', at('crm.yaml')]);
    expect(code).toBe(2);
    expect(stderr).toMatch(/:\d+:\d+: categories\[0\]\.cases\[0\]\.record\.target: Expected/);
    expect(stderr).toMatch(/:\d+:\d+: categories\[0\]\.tools: Expected/);
    expect(stderr).toMatch(/:\d+:\d+: categories\[0\]\.tools\.y: Expected/);
    expect(stderr).not.toContain('ghp_');
  });

  it('gives the file as JSON, for a process, where all of it holds', async () => {
    const at = project({ 'wrong.yaml': stringify(FILE).replace('verb: merge', 'verb: split') });
    const { code, stdout } = await cli(['classifiers', 'check', at('crm.yaml'), '--format', 'json']);
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toEqual(FILE);
    const wrong = await cli(['classifiers', 'check', at('wrong.yaml'), '--format', 'json']);
    expect(wrong).toMatchObject({ code: 1, stdout: '' });
    const two = await cli(['classifiers', 'check', at('crm.yaml'), at('crm.json'), '--format', 'json']);
    expect(two).toMatchObject({ code: 2, stdout: '' });
  });

  it('warns of what is missing, and exits with 0', async () => {
    const at = project({ 'crm.yaml': stringify(fileWith({ consequence: undefined })) });
    const { code, stderr } = await cli(['classifiers', 'check', at('crm.yaml')]);
    expect(code).toBe(0);
    expect(stderr).toMatch(/^note: .*crm\.yaml:\d+:\d+: categories\[0\]/);
  });

  it('says which fields no case shows, and of a name in `from` that is nearly an argument what was meant', async () => {
    const { fields, cases: [first, ...others] = [] } = CATEGORY;
    const { forced: _, ...target } = first?.record.target ?? {};
    const cases = [{ ...first, record: { ...first?.record, target } }, ...others] as typeof others;
    const from = (name: string) =>
      fields.map((field) => (field.key === 'forced' ? { ...field, from: [name] } : field));
    const at = project({
      'typo.yaml': stringify(fileWith({ cases, fields: from('forse') })),
      'other.yaml': stringify(fileWith({ cases, fields: from('dry_run') })),
    });
    const [typo, other] = [
      await cli(['classifiers', 'check', at('typo.yaml')]),
      await cli(['classifiers', 'check', at('other.yaml')]),
    ];
    expect(typo.stderr).toMatch(
      /^note: .*typo\.yaml:\d+:\d+: categories\[0\]\.fields\[2\]\.from\[0\]: Expected `categories\[0\]\.fields\[2\]\.from\[0\]` to be an argument of a case, got `forse`; did you mean `force`\?\n$/,
    );
    expect(other.stderr).toMatch(
      /^note: .*other\.yaml:\d+:\d+: categories\[0\]\.fields\[2\]: Expected `categories\[0\]\.fields\[2\]` to be a field that a case shows, got one that the target of no case holds: is its `from` spelt right\?\n$/,
    );
    for (const { code, stdout } of [typo, other]) {
      expect(code).toBe(0);
      expect(stdout).toContain('6 cases, 1 field that no case shows (crm/contact: forced); crm@sha256:');
    }
  });

  it.each([
    ['crm', '1 category, 1 tool, 2 cases; '],
    ['tracker', '1 category, 1 tool, 2 cases; '],
  ])('takes the whole file that the documentation shows: %s', async (name, held) => {
    const docs = readFileSync(new URL('../../docs/classifiers.md', import.meta.url), 'utf8');
    const [, shown = ''] =
      new RegExp(`<!-- example: ${name}\\.yaml -->\\s*\`\`\`yaml\\n([\\s\\S]*?)\`\`\``).exec(docs) ?? [];
    const margin = /^ */.exec(shown)?.[0] ?? '';
    const at = project({ 'shown.yaml': shown.replace(new RegExp(`^${margin}`, 'gm'), '') });
    const { code, stdout, stderr } = await cli(['classifiers', 'check', at('shown.yaml')]);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toContain(held);
  });

  it('reads packs by name, and names those that there are', async () => {
    expect((await cli(['classifiers', 'check', 'pack:github'])).code).toBe(0);
    const { code, stderr } = await cli(['classifiers', 'check', 'pack:../../package']);
    expect(code).toBe(2);
    expect(stderr).toMatch(/the name of a pack \(.*github.*\), got another/);
  });
});

describe('--manifest', () => {
  const LISTED = { tools: [{ name: 'delete_contact', inputSchema: { type: 'object' } }] };
  const { digest } = readManifest(JSON.stringify(LISTED));
  const listed = { 'listed.json': JSON.stringify({ jsonrpc: '2.0', id: 1, result: LISTED }) };
  const digestsIn = ({ stdout }: { readonly stdout: string }) =>
    JSON.parse(stdout).surface.observed_tool_decisions.map(
      ({ server }: { readonly server: { readonly declared_manifest_digest?: string } }) =>
        server.declared_manifest_digest,
    );

  it('puts the digest of what a server listed into records of its calls that have none', async () => {
    const at = project(listed);
    const run = (server: string) =>
      cli(['surface', at('traces.jsonl'), '--manifest', `${server}=${at('listed.json')}`]);
    expect(digest).toMatch(/^sha256:/);
    expect(digestsIn(await run('crm-mcp'))).toEqual([digest]);
    expect(digestsIn(await run('other'))).toEqual([undefined]);
  });

  it.each<[string, (at: (name: string) => string) => string]>([
    ['no file', () => 'crm-mcp'],
    ['no server', (at) => `=${at('listed.json')}`],
    ['a file that is not there', (at) => `crm-mcp=${at('absent.json')}`],
    ['one page of several', (at) => `crm-mcp=${at('page.json')}`],
    ['what is no listing', (at) => `crm-mcp=${at('crm.json')}`],
  ])('refuses %s, and reads nothing then', async (_title, said) => {
    const at = project({ ...listed, 'page.json': JSON.stringify({ ...LISTED, nextCursor: 'x' }) });
    expect(await cli(['surface', at('traces.jsonl'), '--manifest', said(at)])).toMatchObject({
      code: 2,
      stdout: '',
    });
  });
});

describe('--classifiers', () => {
  const declared = (target: object) =>
    stringify({
      schema: 'assay.declared_tool_surface.v0',
      declared_tool_actions: [
        {
          id: 'a',
          provider: 'crm',
          action_class: 'crm/contact',
          allowed_targets: [target],
          allowed_effects: ['allow'],
        },
      ],
    });

  it('makes a record of what would be an unknown tool, and says by which rules', async () => {
    const at = project();
    const { code, stdout, stderr } = await cli([
      'surface',
      at('traces.jsonl'),
      '--classifiers',
      at('crm.yaml'),
    ]);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    const { surface, health } = JSON.parse(stdout);
    expect(surface.observed_tool_decisions[0]).toMatchObject({
      tool: { category: 'crm/contact' },
      action: { target: { contact_hash: targetHash('crm_contact', 'C7') } },
    });
    expect(health.classifier_version).toEqual(['assay.classifiers.v0', VERSION]);
    const without = await cli(['surface', at('traces.jsonl')]);
    expect(JSON.parse(without.stdout).health.classifier_version).toEqual(['assay.classifiers.v0']);
  });

  it('is heeded on other servers with --bind', async () => {
    const at = project({ 'traces.jsonl': trace('mine') });
    const run = (...more: string[]) =>
      cli(['surface', at('traces.jsonl'), '--classifiers', at('crm.json'), ...more]);
    const categoryOf = ({ stdout }: { readonly stdout: string }) =>
      JSON.parse(stdout).surface.observed_tool_decisions[0].tool.category;
    expect(categoryOf(await run())).toBeNull();
    expect(categoryOf(await run('--bind', 'crm/*=other,mine'))).toBe('crm/contact');
    const unloaded = await run('--bind', 'crx/*=mine');
    expect(unloaded).toMatchObject({ code: 2, stdout: '' });
    expect(unloaded.stderr).toContain('load its classifier file with `--classifiers`');
    expect(await run('--bind', 'crm/*')).toMatchObject({ code: 2, stdout: '' });
  });

  it.each<[title: string, server: string, more: readonly string[], told: string]>([
    [
      'on another server',
      'mine',
      [],
      "note: crm knows delete_contact, not on mine: if it is the same server, `--bind 'crm/*=mine'` where calls are classified",
    ],
    [
      'that are bound elsewhere',
      'crm-mcp',
      ['--bind', 'crm/*=other'],
      'note: crm knows delete_contact, not on crm-mcp',
    ],
  ])('says once that it knows tools %s', async (_title, server, more, told) => {
    const at = project({ 'traces.jsonl': trace(server).repeat(2) });
    const { code, stderr } = await cli([
      ...['surface', at('traces.jsonl'), '--classifiers', at('crm.yaml'), ...more],
    ]);
    expect(code).toBe(0);
    expect(stderr.startsWith(told)).toBe(true);
    expect(stderr.trim().split('\n')).toHaveLength(1);
  });

  it('says that records were made without it', async () => {
    const record: DecisionRecord = {
      ...RECORDS.unknown,
      server: { id: 'crm-mcp', transport: 'mcp' },
      tool: { name: 'delete_contact', category: null },
    };
    const attributes = [text('mcp.method.name', 'tools/call'), text('gen_ai.tool.name', 'delete_contact')];
    const beside = { 'assay.tool.name': 'delete_contact' };
    const span = callSpan({ attributes, events: [decisionEvent(record, beside)] });
    const at = project({ 'traces.jsonl': line([span]) });
    const { code, stderr } = await cli(['surface', at('traces.jsonl'), '--classifiers', at('crm.yaml')]);
    expect({ code, stderr }).toEqual({
      code: 0,
      stderr:
        'note: crm knows delete_contact on crm-mcp, but the records were made without it: load it in the process (option `classifiers`); records are not classified again\n',
    });
  });

  it.each<[string, object, number]>([
    ['the same target', { region: 'eu', contactId: 'C7' }, 0],
    ['by its hash', { contact_hash: targetHash('crm_contact', 'C7') }, 0],
    ['every member of the list', { tags: ['b', 'a', 'c'] }, 0],
    ['any list', { label_hashes: '*' }, 0],
    ['no list', { label_hashes: null }, 1],
    ['one member too few', { tags: ['a'] }, 1],
    ['one member alone', { tags: 'a' }, 1],
    ['another target', { contactId: 'C8' }, 1],
  ])('lets the gate compare %s', async (_title, target, code) => {
    const at = project({ 'declared.yaml': declared(target) });
    const judged = await cli([
      ...['gate', '--declared', at('declared.yaml'), '--spans', at('traces.jsonl')],
      ...['--classifiers', at('crm.yaml'), '--accept-coverage', 'unknown'],
    ]);
    expect(judged).toMatchObject({ code, stderr: '' });
    if (code === 0) expect(judged.stdout).toContain('crm/contact');
  });

  it('is needed by the gate: without, such an action can never match, and its calls are not declared', async () => {
    const at = project({ 'declared.yaml': declared({}) });
    await cli(['surface', at('traces.jsonl'), '--classifiers', at('crm.yaml'), '--out', at('out')]);
    const judged = await cli([
      'gate',
      '--declared',
      at('declared.yaml'),
      '--surface',
      at('out'),
      '--accept-coverage',
      'unknown',
    ]);
    expect(judged.code).toBe(1);
    expect(judged.stderr).toContain(
      'a class that no loaded classifier produces: it can never match until its classifier file is loaded (`--classifiers`)',
    );
    expect(judged.stdout.replace(/\s+/g, ' ')).toMatch(
      /nearest: \S+ \(\S+, line \d+\) is declared for this class, but the classifier file of the class is not loaded here: give `--classifiers`/,
    );
  });

  it('is needed where records are made: the gate says that it knows what the records do not', async () => {
    const at = project({ 'declared.yaml': declared({}) });
    await cli(['surface', at('traces.jsonl'), '--out', at('out')]);
    const { code, stdout } = await cli([
      ...['gate', '--declared', at('declared.yaml'), '--surface', at('out')],
      ...['--classifiers', at('crm.yaml'), '--accept-coverage', 'unknown'],
    ]);
    expect(code).toBe(1);
    const told = stdout.replace(/\s+/g, ' ');
    expect(told).toContain(
      'reason: a loaded classifier file knows it, but the record was made without that file',
    );
    expect(told).toContain(
      'load the classifier file in the process too (option `classifiers` of the span processor)',
    );
    expect(told).toContain(
      '; load the same files in the process (option `classifiers`): records are not classified',
    );
    expect(told).toContain('crm knows delete_contact on crm-mcp, but the records were made without it');
    expect(told).not.toMatch(/no classifier knows its name|add a classifier|with `--classifiers`/);
  });

  it('lets a drafted declaration of such calls pass for them', async () => {
    const at = project();
    const read = ['--classifiers', at('crm.yaml')];
    const draft = await cli(['declare', '--spans', at('traces.jsonl'), ...read]);
    expect(draft).toMatchObject({ code: 0, stderr: '' });
    const drafted = folderWith({ 'declared.yaml': draft.stdout });
    const judged = await cli([
      ...['gate', '--declared', join(drafted, 'declared.yaml'), '--spans', at('traces.jsonl')],
      ...[...read, '--accept-coverage', 'unknown'],
    ]);
    expect(judged.code).toBe(0);
  });

  it('says in a drafted declaration which tools a file reviewed as read-only, and leaves the reason open', async () => {
    const at = project({
      'traces.jsonl': trace('crm', 'mcp__crm__get_contact') + trace('other', 'get_contact'),
    });
    const { stdout } = await cli(['declare', '--spans', at('traces.jsonl'), '--classifiers', at('crm.yaml')]);
    expect(stdout).toContain(
      '  # Reviewed as read-only in crm.\n  - server: crm\n    tool: mcp__crm__get_contact\n    reason: ""\n',
    );
    expect(stdout.match(/Reviewed as read-only/g)).toHaveLength(1);
  });

  it('lets `validate` hold records of such categories to what every file is held to', async () => {
    const at = project();
    await cli(['surface', at('traces.jsonl'), '--classifiers', at('crm.yaml'), '--out', at('out')]);
    expect(await cli(['validate', at('out')])).toMatchObject({ code: 0, stderr: '' });
    const [name] = (await import('node:fs'))
      .readdirSync(at('out'))
      .filter((file) => file.endsWith('.surface.json'));
    const surface = readFileSync(join(at('out'), name ?? ''), 'utf8');
    for (const [from, to] of [
      ['"region":"eu"', '"Alice Example":"eu"'],
      ['"region":"eu"', '"region":{"a":1}'],
      ['"region":"eu"', '"owner_hash":"alice"'],
      ['"resource_type":"contact"', '"resource_type":"a contact"'],
      ['"verb":"delete"', '"verb":null'],
      ['classified_crm/contact', 'classified_crm/other'],
    ] as const) {
      const folder = folderWith({ 'a.surface.json': surface.replace(from, to) });
      const { code, stderr } = await cli(['validate', join(folder, 'a.surface.json')]);
      expect({ to, code }).toEqual({ to, code: 1 });
      expect(stderr).not.toMatch(/Alice|alice/);
    }
  });

  it('lets `validate` know the classes that a declaration names', async () => {
    const at = project({ 'declared.yaml': declared({ contactId: 'C7' }) });
    expect((await cli(['validate', at('declared.yaml')])).stderr).toContain('can never match');
    const known = await cli(['validate', at('declared.yaml'), '--classifiers', at('crm.yaml')]);
    expect(known).toEqual({ code: 0, stdout: '', stderr: '' });
  });

  it('refuses two files of one name that differ, and takes one twice', async () => {
    const at = project({ 'other.yaml': stringify(fileWith({ consequence: undefined })) });
    const run = (...files: string[]) =>
      cli(['surface', at('traces.jsonl'), '--classifiers', ...files.map((file) => at(file))]);
    expect((await run('crm.yaml', 'crm.json')).code).toBe(0);
    const refused = await run('crm.yaml', 'other.yaml');
    expect(refused).toMatchObject({ code: 2, stdout: '' });
    expect(refused.stderr).toContain('two that are called `crm` and differ');
    expect((await cli(['classifiers', 'check', at('crm.yaml'), at('other.yaml')])).stderr).toMatch(
      /: name: /,
    );
  });

  it('refuses a file that is not valid, and reads nothing then', async () => {
    const at = project({ 'crm.yaml': 'schema: x' });
    const refused = await cli(['surface', at('traces.jsonl'), '--classifiers', at('crm.yaml')]);
    expect(refused).toMatchObject({ code: 2, stdout: '' });
  });
});
