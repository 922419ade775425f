import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CLASSIFIERS } from '../../src/classify/registry.ts';
import { declarationYaml } from '../../src/cli/declaration-yaml.ts';
import { draftDeclaration } from '../../src/gate/draft-declaration.ts';
import { readDeclaredSurface } from '../../src/schema/declared-reading.ts';
import { readText } from '../../src/schema/declared-text.ts';
import { surfaceOf } from '../gate/observed.ts';
import { callSpan, line } from './call-spans.ts';
import {
  allowed,
  denied,
  documentsOf,
  filesOfRun,
  gateOf,
  incomplete,
  judge,
  lineOf,
  lookup,
  project,
  undecided,
  undeclared,
  webhook,
} from './judged-files.ts';
import { folderWith } from './run-cli.ts';

const ids = (text: string): string[] =>
  JSON.parse(text).declared_tool_actions.map(({ id }: { id: string }) => id);

describe('assay-otel declare', () => {
  it('drafts from a directory what lets its own runs pass once a person has written the reasons', async () => {
    const given = project({
      a: [[allowed, lookup, webhook]],
      b: [[{ ...undeclared, decision: denied.decision, response: denied.response }]],
    });
    const at = { ...given, declared: join(given.folder, 'declared.yaml') };
    const { code, stdout, stderr } = await judge(['declare', at.surfaces]);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    writeFileSync(at.declared, stdout);
    // Nobody has looked at it.
    const unread = await gateOf(at);
    expect(unread).toMatchObject({ code: 2, stdout: '' });
    expect(unread.stderr).toMatch(/reviewed_tools\[0\]\.reason: Expected/);
    const answered = stdout.replaceAll('reason: ""', 'reason: seen');
    writeFileSync(at.declared, answered);
    const warned = await gateOf(at);
    expect(warned).toMatchObject({ code: 0, stderr: '' });
    expect(warned.stdout).toContain('reviewed tool of high-risk shape');
    expect(stdout).toMatch(/# High risk, since its name holds a word of high risk[\s\S]*`high_risk: true`/);
    writeFileSync(at.declared, answered.replace(/(create_webhook\n.*seen\n)/, '$1    high_risk: true\n'));
    expect((await gateOf(at)).stdout).not.toContain('reviewed tool of high-risk shape');
  });

  it('takes surfaces by the option of the other commands too', async () => {
    const at = project({ a: [[allowed]] });
    const [bare, named, both] = await Promise.all([
      judge(['declare', at.surfaces]),
      judge(['declare', '--surface', at.surfaces]),
      judge(['declare', at.surfaces, '--surface', at.surfaces]),
    ]);
    expect(bare).toMatchObject({ code: 0 });
    expect([named, both]).toEqual([bare, bare]);
  });

  it('says what was left out, in the draft and on stderr', async () => {
    const hostile = {
      ...allowed,
      action: { ...allowed.action, target: { ...allowed.action.target, provider: 'github', owner: '*' } },
    };
    const stdin = [lineOf('job', documentsOf('job', [incomplete, undecided, hostile, allowed]))];
    const { code, stdout, stderr } = await judge(['declare', '-'], { stdin });
    expect(code).toBe(0);
    for (const said of [
      '1 call whose target is not known in full',
      '1 call on which the policy layer failed to decide',
      '1 call whose target holds what means something else in a declaration',
    ]) {
      expect(stderr).toContain(`note: left out: ${said}`);
      expect(stdout.replace(/\n# +/g, ' ')).toContain(`Left out: ${said}`);
    }
    expect(stdout).not.toMatch(/: "\*"$/m);
  });

  it('prints JSON without comments', async () => {
    const stdin = [lineOf('job', documentsOf('job', [allowed]))];
    const { stdout } = await judge(['declare', '-', '--format', 'json'], { stdin });
    expect(ids(stdout)).toEqual(['github_deploy_key.allow']);
    expect('document' in readDeclaredSurface(stdout, CLASSIFIERS)).toBe(true);
  });

  it('reads traces too, by either way of saying so', async () => {
    const folder = folderWith({ 'traces.jsonl': line([callSpan()]) });
    const file = join(folder, 'traces.jsonl');
    const [first, second] = await Promise.all([
      judge(['declare', '--spans', file, '--format', 'json']),
      judge(['declare', file, '--format', 'json', '--spans']),
    ]);
    expect(first).toEqual(second);
    expect(ids(first.stdout)).toEqual(['github_deploy_key.allow']);
  });

  it('gives the same draft whatever the order of the paths', async () => {
    const folders = [
      folderWith(filesOfRun('a', documentsOf('a', [allowed, lookup]))),
      folderWith(filesOfRun('b', documentsOf('b', [undeclared, webhook]))),
    ];
    const drafts = await Promise.all(
      [folders, folders.toReversed()].map((paths) => judge(['declare', ...paths])),
    );
    expect(drafts[0]).toEqual(drafts[1]);
  });

  it.each<[title: string, args: (folder: string) => readonly string[], told: string]>([
    ['no path', () => [], 'got none'],
    ['surfaces and traces', (folder) => [folder, '--spans', 'x'], 'got several'],
    ['times of files', (folder) => [folder, '--since', '2027-03-31T08:00:00Z'], '`--from`'],
    ['surfaces and a store', (folder) => [folder, '--from', 'clickhouse://h'], 'got several'],
    ['a directory without a surface', (folder) => [folder], 'nothing was drafted'],
    ['a path that is not there', (folder) => [join(folder, 'x')], 'got nothing there'],
    ['an unknown format', (folder) => [folder, '--format', 'text'], 'yaml'],
  ])('exits 2 for %s', async (_title, args, told) => {
    const result = await judge(['declare', ...args(folderWith())]);
    expect(result).toMatchObject({ code: 2, stdout: '' });
    expect(result.stderr).toContain(told);
  });
});

describe('a draft as YAML', () => {
  it('holds exactly what was drafted, whatever names hold, and nothing that does not show', () => {
    const text = fc.oneof(
      fc.string({ unit: 'binary', minLength: 1, maxLength: 12 }),
      fc.constantFrom(
        'null',
        'true',
        '1',
        '- x',
        'a: b',
        '# x',
        "'",
        '"',
        '\u202e',
        '\u{e0041}',
        ' x ',
        '~',
        '\ufeff',
        '##',
      ),
    );
    fc.assert(
      fc.property(text, text, text, (server, tool, role) => {
        const review = {
          ...lookup,
          server: { ...lookup.server, id: server },
          tool: { name: tool, category: null },
        };
        const named = {
          ...allowed,
          action: { ...allowed.action, target: { provider: 'github', owner: role, repo: 'r' } },
        };
        const draft = draftDeclaration([surfaceOf(review, named)]);
        const yaml = declarationYaml(draft, '2 calls in 1 run', []);
        const reading = readText(yaml);
        if ('problems' in reading) expect.fail(reading.problems[0]?.message ?? '');
        expect(reading.value).toEqual(JSON.parse(JSON.stringify(draft.declared)));
        expect(yaml).not.toMatch(/[\p{Cf}\p{Zl}\p{Zp}]|[^\P{Cc}\n]/u);
      }),
      { numRuns: 500, seed: 20_261_130 },
    );
  });

  it('says of a masked name that it stands for many', () => {
    const masked = { ...lookup, tool: { name: '[masked]', category: null } };
    const yaml = declarationYaml(draftDeclaration([surfaceOf(masked)]), '1 call in 1 run', []);
    expect(yaml).toContain('tool: "[masked]"');
    expect(yaml).toContain('A review of it is one of every');
  });
});
