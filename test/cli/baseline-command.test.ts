import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readBaseline } from '../../src/schema/declared-reading.ts';
import { declared, GITHUB } from '../gate/declared.ts';
import {
  allowed,
  gateOf,
  incomplete,
  judge,
  lookup,
  PARTIAL,
  project,
  undeclared,
  webhook,
} from './judged-files.ts';

const REASON = ['--reason', 'known since the audit'];
const UNTIL = ['--until', '2027-03-31'];

const baselineOf = (
  at: { readonly surfaces: string; readonly declared: string },
  ...more: readonly string[]
) => judge(['baseline', '--declared', at.declared, '--surface', at.surfaces, ...more]);

function entriesIn(text: string) {
  const reading = readBaseline(text);
  if ('errors' in reading) throw new Error(reading.errors[0]?.message);
  return reading.document.accepted;
}

describe('assay-otel baseline', () => {
  it('accepts what stands, so that the same runs pass', async () => {
    const at = project({ job: [[undeclared, lookup, webhook, incomplete, allowed]] });
    expect((await gateOf(at)).code).toBe(1);
    const { code, stdout, stderr } = await baselineOf(at, ...REASON, ...UNTIL);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(entriesIn(stdout)).toHaveLength(4);
    expect(entriesIn(stdout)[0]).toMatchObject({ reason: 'known since the audit', until: '2027-03-31' });
    expect(stdout).toMatch(/ {2}# error, undeclared action: github\.add_deploy_key on github; target:/);
    const file = join(at.folder, 'accepted.yaml');
    writeFileSync(file, stdout);
    const passed = await gateOf(at, '--baseline', file);
    expect(passed).toMatchObject({ code: 0, stderr: '' });
    expect(passed.stdout).toContain('accepted by the baseline: 4 findings');
    expect((await judge(['validate', file])).code).toBe(0);
  });

  it('is united with what was accepted before', async () => {
    const at = project({ job: [[undeclared]] });
    const file = join(at.folder, 'accepted.yaml');
    writeFileSync(file, (await baselineOf(at, '--reason', 'then')).stdout);
    const later = project({ job: [[undeclared, lookup]] });
    const { code, stdout } = await baselineOf(later, '--baseline', file, '--reason', 'now', ...UNTIL);
    expect(code).toBe(0);
    expect(
      entriesIn(stdout)
        .map(({ reason }) => reason)
        .sort(),
    ).toEqual(['now', 'then']);
    // In words again, though the file of before had comments of its own.
    expect(stdout.match(/^ {2}# (?! )/gm)).toHaveLength(2);
  });

  it('prints JSON without comments, and the same by either', async () => {
    const at = project({ job: [[undeclared, lookup]] });
    const { stdout } = await baselineOf(at, ...REASON, ...UNTIL, '--format', 'json');
    const yaml = await baselineOf(at, ...REASON, ...UNTIL);
    expect(JSON.parse(stdout).accepted).toEqual(entriesIn(yaml.stdout));
  });

  it('goes by the levels that are in force', async () => {
    const surface = declared([{ ...GITHUB, allowed_targets: [{ owner: 'org' }] }]);
    const at = project({ job: [[incomplete]] }, surface);
    const level = ['--level', 'inconclusive_tool_target.unconstrained=note'];
    expect(entriesIn((await baselineOf(at, ...REASON, ...UNTIL)).stdout)).toHaveLength(1);
    expect(entriesIn((await baselineOf(at, ...REASON, ...level)).stdout)).toHaveLength(0);
  });

  it('accepts no gap, and says so', async () => {
    const at = project({ job: [[undeclared], PARTIAL] });
    const { code, stdout, stderr } = await baselineOf(at, ...REASON);
    expect(code).toBe(0);
    expect(stderr).toBe('note: 1 gap of observation not accepted: no baseline can do that\n');
    const file = join(at.folder, 'accepted.yaml');
    writeFileSync(file, stdout);
    expect((await gateOf(at, '--baseline', file)).code).toBe(3);
    expect(readFileSync(file, 'utf8')).not.toContain('gap');
  });

  it.each<[title: string, args: readonly string[], told: string]>([
    ['no reason', [], '--reason'],
    ['an empty reason', ['--reason', ' '], 'got nothing'],
    ['no last day for an unknown call', REASON, 'Expected `--until DATE`'],
    ['a last day that is over', [...REASON, '--until', '2026-11-30'], 'a day that is over'],
    ['a last day that is none', [...REASON, '--until', '2027-02-29'], 'YYYY-MM-DD'],
    ['a baseline that is not there', [...REASON, ...UNTIL, '--baseline', 'missing'], 'nothing there'],
    ['a time of files', [...REASON, ...UNTIL, '--since', '2027-03-31T08:00:00Z'], '`--from`'],
    ['surfaces and a store', [...REASON, ...UNTIL, '--from', 'clickhouse://h'], 'got several'],
    ['an unknown row', [...REASON, ...UNTIL, '--level', 'x=note'], 'to be one of'],
  ])('exits 2 for %s, and prints nothing', async (_title, args, told) => {
    const result = await baselineOf(project({ job: [[lookup]] }), ...args);
    expect(result).toMatchObject({ code: 2, stdout: '' });
    expect(result.stderr).toContain(told);
  });

  it('may end today', async () => {
    const at = project({ job: [[lookup]] });
    const { code, stdout } = await baselineOf(at, ...REASON, '--until', '2026-12-01');
    expect(code).toBe(0);
    const file = join(at.folder, 'accepted.yaml');
    writeFileSync(file, stdout);
    expect((await gateOf(at, '--baseline', file)).code).toBe(0);
  });
});
