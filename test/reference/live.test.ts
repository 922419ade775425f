import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  CASE_NAMES,
  drawSecrets,
  drawValues,
  findSecrets,
  REFERENCE_VALUES,
  runScenario,
} from '../../fixtures/capture/scenario.mjs';
import * as core from '../../src/index.ts';
import * as mcp from '../../src/mcp/index.ts';
import { DIFFERENCES, leavesOf } from './differences.ts';
import { recordOf } from './surface-of.ts';

const seed = randomBytes(8).toString('hex');
const values = drawValues(seed);
const secrets = drawSecrets(seed);
const identifiers = {
  keyTitle: values.keyTitle,
  slackWorkspace: values.slackWorkspace,
  slackChannel: values.slackChannel,
  slackUser: values.slackUser,
  workspace: values.workspace,
  admin: values.admin,
};

const HASH_DOMAINS = [
  ...['github_key_title', 'slack_workspace', 'slack_channel', 'slack_principal'],
  ...['workspace', 'workspace_principal'],
];

let received: Readonly<Record<string, readonly string[]>> = {};

beforeAll(async () => {
  received = await runScenario({ ...core, ...mcp }, values, secrets);
});

function committed(name: string): string {
  return readFileSync(`fixtures/reference/${name}.otlp.json`, 'utf8');
}

describe.each(CASE_NAMES)('%s, made anew with other values', (name) => {
  it('differs from the committed record where the values show, and nowhere else', async () => {
    const before = leavesOf(await recordOf([committed(name)]));
    const now = leavesOf(await recordOf(received[name] ?? []));
    const expected = DIFFERENCES[name] ?? {};
    const differing = [...new Set([...before.keys(), ...now.keys()])].filter(
      (path) => before.get(path) !== now.get(path) || before.has(path) !== now.has(path),
    );
    expect(differing.sort(), `seed ${seed}`).toEqual(Object.keys(expected).sort());
    for (const [path, expectedFrom] of Object.entries(expected)) {
      expect(now.get(path), `${path}, seed ${seed}`).toBe(expectedFrom(values));
      expect(before.get(path), path).toBe(expectedFrom(REFERENCE_VALUES));
    }
  });

  it('leaves no secret and no raw identifier in what was received', () => {
    const bytes = (received[name] ?? []).join('\n');
    expect(bytes).toContain('assay.tool_decision');
    expect(findSecrets(name, bytes, { ...secrets, ...identifiers }), `seed ${seed}`).toEqual([]);
    const hashed = Object.entries(secrets).filter(([, secret]) =>
      HASH_DOMAINS.some((domain) => bytes.includes(core.targetHash(domain, secret))),
    );
    expect(
      hashed.map(([secretName]) => secretName),
      `hashed, seed ${seed}`,
    ).toEqual([]);
  });
});
