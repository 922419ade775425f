import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { validateArtifact } from '../../src/schema/artifact.ts';
import { readAuditRecord } from '../../src/schema/audit-record.ts';
import type { AuditInput } from '../../src/verify/audit-record.ts';
import { exitCodeOf } from '../../src/verify/verdict.ts';
import type { VerifiableRun } from '../../src/verify/verifiable-run.ts';
import { verify } from '../../src/verify/verify.ts';

const FIXTURES = new URL('../../fixtures/', import.meta.url);
const GOLDEN = new URL('golden/', import.meta.url);

const read = (path: string) => JSON.parse(readFileSync(new URL(path, FIXTURES), 'utf8'));
const run = (stem: string): VerifiableRun => ({
  runId: stem,
  surface: read(`reference/${stem}.surface.json`),
});
const audit = (name: string): AuditInput => {
  const path = `verify/${name}.json`;
  return { source: path, reading: readAuditRecord(read(path)) };
};

const ALL = readdirSync(new URL('reference/', FIXTURES)).flatMap((name) =>
  name.endsWith('.surface.json') ? [name.slice(0, -'.surface.json'.length)] : [],
);

/** Reference cases beside audit records. */
const CASES: readonly (readonly [
  name: string,
  stems: readonly string[],
  audits: readonly string[],
  exitCode: number,
])[] = [
  ['verified', ['github_deploy_key_allow'], ['github_deploy_key'], 0],
  ['denied', ['github_deploy_key_deny'], ['github_deploy_key'], 1],
  ['incomplete', ['github_deploy_key_incomplete'], ['github_deploy_key'], 3],
  ['mismatch', ['github_deploy_key_allow'], ['github_deploy_key_other_repo'], 3],
  ['other_provider', ['github_deploy_key_allow'], ['github_deploy_key_other_provider'], 3],
  [
    'malformed',
    ['github_deploy_key_allow'],
    ['github_deploy_key_changed', 'github_deploy_key_not_well_formed'],
    3,
  ],
  ['all', ALL, ['github_deploy_key', 'slack_add_member', 'workspace_admin'], 0],
];

describe('the reference cases', () => {
  it.each(CASES)('%s', (name, stems, audits, exitCode) => {
    const { verification, surfaces } = verify(stems.map(run), audits.map(audit));
    expect(exitCodeOf(verification)).toBe(exitCode);
    for (const surface of surfaces) expect(validateArtifact(surface)).toEqual([]);

    const file = new URL(`${name}.json`, GOLDEN);
    const text = `${JSON.stringify({ verification, surfaces }, null, 2)}\n`;
    if (process.env.UPDATE_GOLDEN === '1') {
      mkdirSync(GOLDEN, { recursive: true });
      writeFileSync(file, text);
    }
    expect(text).toBe(readFileSync(file, 'utf8'));
  });

  it('are all of the golden files', () => {
    expect(readdirSync(GOLDEN).sort()).toEqual(CASES.map(([name]) => `${name}.json`).sort());
  });
});
