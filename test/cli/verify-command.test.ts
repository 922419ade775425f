import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { canonicalJson } from '../../src/decision/canonical-json.ts';
import { bindingDigest } from '../../src/verify/subject.ts';
import {
  allowed,
  denied,
  documentsOf,
  filesOfRun,
  incomplete,
  judge,
  lineOf,
  lookup,
} from './judged-files.ts';
import { folderWith } from './run-cli.ts';

const { owner, repo, key_title_hash } = { ...allowed.action.target };
const subject = {
  action_class: 'github_deploy_key',
  verb: 'create',
  target: { owner: String(owner), repo: String(repo), key_title_hash: String(key_title_hash) },
};

function audit(changes: Partial<typeof subject> = {}, record_id = 'entry-1'): string {
  const own = { ...subject, ...changes };
  const document = {
    schema: 'assay.provider_audit_record.v0',
    provider: 'github',
    record_id,
    subject: own,
    binding_digest: bindingDigest(own),
  };
  return `${canonicalJson(document)}\n`;
}

const other = audit({ target: { ...subject.target, repo: 'other' } }, 'entry-2');

function given(audits: string, ...records: Parameters<typeof documentsOf>[1][number][]) {
  const folder = folderWith(filesOfRun('job', documentsOf('job', records)));
  const file = join(folderWith({ 'audit.ndjson': audits }), 'audit.ndjson');
  return { folder, file, args: ['verify', '--surface', folder, '--audit', file] };
}

describe('assay-otel verify', () => {
  it('confirms a call, in words and as a document', async () => {
    const { args, file } = given(audit(), allowed, lookup);
    const text = await judge(args);
    expect(text).toMatchObject({ code: 0, stderr: '' });
    expect(text.stdout).toMatch(
      /^verification: pass: every audit record confirms a call\n2 calls in 1 run, 1 verified/,
    );
    expect(text.stdout.replace(/\s+/g, ' ')).toContain(
      `github.add_deploy_key on github in run job: by audit record entry-1 of github (create github_deploy_key; ${file}:1)`,
    );
    expect(text.stdout).toContain('lookup on github in run job: no classifier knows the tool');
    const json = await judge([...args, '--format', 'json']);
    expect(JSON.parse(json.stdout)).toMatchObject({ verdict: 'pass', verified: [{ record: 0 }] });
    expect(json.stdout.split('\n')).toHaveLength(2);
  });

  it.each<[title: string, audits: string, record: typeof allowed, code: number, told: string]>([
    ['what was denied', audit(), denied, 1, 'says that it happened'],
    ['a call of another target', other, allowed, 3, 'calls of its kind were made, of other targets'],
    ['what is not known in full', audit(), incomplete, 3, 'whose target is not known in full'],
    ['nothing, with no record at all', '', allowed, 3, '0 audit records'],
    ['a call, beside a line that is no JSON', `${audit()}not json\n`, allowed, 3, 'Expected a JSON document'],
    ['a call, beside what is no audit record', `${audit()}{}\n`, allowed, 3, 'not well formed'],
    [
      'nothing, since its digest is another',
      audit().replace(/"binding_digest":"sha256:./, '"binding_digest":"sha256:f'),
      allowed,
      3,
      'its digest is not that of its subject',
    ],
    [
      'two subjects under one id',
      `${audit()}${audit({ verb: 'delete' })}`,
      allowed,
      3,
      'names several effects',
    ],
    ['a call, given twice', `${audit()}${audit()}`, allowed, 0, '1 verified'],
    ['a call, in an array', `[${audit()},${audit()}]`, allowed, 0, '1 verified'],
    ['a call, in an array with what is none', `[${audit()},{}]`, allowed, 3, 'audit.ndjson:1[1]'],
    ['nothing, with an empty array', '[]', allowed, 3, '0 audit records'],
  ])('takes an audit record of %s for what it is', async (_title, audits, record, code, told) => {
    const result = await judge(given(audits, record).args);
    expect(result).toMatchObject({ code, stderr: '' });
    expect(result.stdout.replace(/\s+/g, ' ')).toContain(told);
  });

  it('says of identical calls that they cannot be told apart', async () => {
    const { stdout } = await judge(given(audit(), allowed, allowed).args);
    expect(stdout).toContain('calls that cannot be told apart');
    expect(stdout).toContain('calls 1 of run job, 2 of run job');
  });

  it('writes new surfaces under the names of their runs, and none over its input', async () => {
    const { args, folder } = given(audit(), allowed);
    const before = readFileSync(join(folder, 'job.surface.json'), 'utf8');
    const out = join(folderWith(), 'verified');
    expect(await judge([...args, '--out', out])).toMatchObject({ code: 0, stderr: '' });
    expect(readdirSync(out)).toEqual(['job.surface.json']);
    const [record] = JSON.parse(readFileSync(join(out, 'job.surface.json'), 'utf8')).observed_tool_decisions;
    expect(record.response).toMatchObject({
      side_effect_verified: true,
      side_effect: { level: 'verified', verification_source: 'provider_audit_import' },
    });
    expect((await judge(['validate', out])).stderr).toBe('');
    const again = await judge([...args, '--out', folder]);
    expect(again).toMatchObject({ code: 2, stdout: '' });
    expect(again.stderr).toContain('Expected `--out` to be another directory');
    expect(readFileSync(join(folder, 'job.surface.json'), 'utf8')).toBe(before);
  });

  it('reads lines of surface, and names their files as surface would', async () => {
    const out = folderWith();
    const file = join(folderWith({ 'a.json': audit() }), 'a.json');
    const id = 'a/b';
    const args = ['verify', '--surface', '-', '--audit', file, '--out', out];
    const result = await judge(args, { stdin: [lineOf(id, documentsOf(id, [allowed]))] });
    expect(result.code).toBe(0);
    expect(readdirSync(out)).toEqual([expect.stringMatching(/^h-[0-9a-f]{32}\.surface\.json$/)]);
  });

  it('resets what the input calls verified and nothing here confirms', async () => {
    const claimed = { ...allowed, response: { ...allowed.response, side_effect_verified: true } };
    const { stdout } = await judge(given(other, claimed).args);
    expect(stdout).toContain('verified in the input, and reset');
  });

  it.each<[title: string, change: (args: readonly string[]) => readonly string[], told: string]>([
    ['no audit records', (args) => args.slice(0, 3), '--audit'],
    ['no surfaces', (args) => ['verify', ...args.slice(3)], '--surface'],
    ['audit records that are not there', (args) => [...args, 'missing'], 'got nothing there'],
    ['a directory of audit records', (args) => [...args, '/'], 'name the files in it'],
    [
      'a surface that is not there',
      (args) => [...args.slice(0, 3), 'missing', ...args.slice(3)],
      'nothing there',
    ],
    ['a path without its option', (args) => [...args.slice(0, 1), 'x', ...args.slice(1)], '--surface PATH'],
    ['stdin for both', () => ['verify', '--surface', '-', '--audit', '-'], 'got it twice'],
  ])('exits 2 for %s', async (_title, change, told) => {
    const result = await judge(change(given(audit(), allowed).args));
    expect(result).toMatchObject({ code: 2, stdout: '' });
    expect(result.stderr).toContain(told);
  });

  it('exits 2 for a surface that is not valid', async () => {
    const { args, folder } = given(audit(), allowed);
    writeFileSync(join(folder, 'x.surface.json'), '{"schema":"assay.tool_decision_surface.v0"}');
    expect(await judge(args)).toMatchObject({ code: 2, stdout: '' });
  });

  it('names hostile audit records without moving the terminal', async () => {
    const hostile = audit({}, 'x\u001b[2J\u202e\nverified');
    const { stdout } = await judge(given(hostile, lookup).args);
    expect(stdout).not.toMatch(/[\u001b\u202e]|\nverified/);
  });
});
