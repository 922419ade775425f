import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { CLASSIFIERS } from '../../src/classify/registry.ts';
import type { DeclaredSurface } from '../../src/gate/declared-surface.ts';
import { gate } from '../../src/gate/gate.ts';
import type { ObservedSurface } from '../../src/gate/observed-run.ts';
import { readDeclaredSurface } from '../../src/schema/declared-reading.ts';
import { healthOf, TODAY } from './observed.ts';

const FIXTURES = new URL('../../fixtures/', import.meta.url);
const GOLDEN = new URL('golden/', import.meta.url);

const SURFACES = readdirSync(new URL('reference/', FIXTURES))
  .filter((name) => name.endsWith('.surface.json'))
  .map((name) => name.slice(0, -'.surface.json'.length));

function declaredFixture(name: string): DeclaredSurface {
  const text = readFileSync(new URL(`declared/${name}.json`, FIXTURES), 'utf8');
  const reading = readDeclaredSurface(text, CLASSIFIERS);
  if ('errors' in reading || reading.warnings.length > 0) throw new Error(`Expected ${name} to be valid`);
  return reading.document;
}

const DECLARED = {
  declared_prod_allowlist: declaredFixture('declared_prod_allowlist'),
  declared_empty: declaredFixture('declared_empty'),
};

function surface(name: string): ObservedSurface {
  return JSON.parse(readFileSync(new URL(`reference/${name}.surface.json`, FIXTURES), 'utf8'));
}

/** What the seed says of each case: the rows, beside the declared and the empty surface. */
const ROWS: Readonly<Record<string, Readonly<Record<keyof typeof DECLARED, readonly string[]>>>> = {
  github_deploy_key_allow: {
    declared_prod_allowlist: [],
    declared_empty: ['new_privileged_tool_action'],
  },
  github_deploy_key_deny: {
    declared_prod_allowlist: ['attempted.declared'],
    declared_empty: ['attempted.undeclared'],
  },
  github_deploy_key_incomplete: {
    declared_prod_allowlist: ['inconclusive_tool_target.declared'],
    declared_empty: ['inconclusive_tool_target.undeclared'],
  },
  redacted_and_sanitized: {
    declared_prod_allowlist: ['new_privileged_tool_action'],
    declared_empty: ['new_privileged_tool_action'],
  },
  slack_add_member_allow: {
    declared_prod_allowlist: [],
    declared_empty: ['new_privileged_tool_action'],
  },
  unknown_tool_observed: {
    declared_prod_allowlist: ['unclassified.high_risk'],
    declared_empty: ['unclassified.high_risk'],
  },
  workspace_admin_allow: {
    declared_prod_allowlist: [],
    declared_empty: ['new_privileged_tool_action'],
  },
};

const CROSS = Object.entries(DECLARED).flatMap(([name, declared]) =>
  SURFACES.map((stem) => ({ name: name as keyof typeof DECLARED, declared, stem })),
);

describe('the reference cases', () => {
  it('are the seven of the specification', () => {
    expect(SURFACES).toEqual(Object.keys(ROWS));
  });

  it.each(CROSS)('$stem against $name, observed completely', ({ name, declared, stem }) => {
    const observed = surface(stem);
    const run = { stem, surface: observed, health: { state: 'read', document: healthOf(observed) } } as const;
    const diff = gate([run], declared, { today: TODAY });
    expect([...new Set(diff.findings.map(({ row }) => row))]).toEqual(ROWS[stem]?.[name]);

    const file = new URL(`${name}/${stem}.json`, GOLDEN);
    const text = `${JSON.stringify(diff, null, 2)}\n`;
    if (process.env.UPDATE_GOLDEN === '1') {
      mkdirSync(new URL('.', file), { recursive: true });
      writeFileSync(file, text);
    }
    expect(text).toBe(readFileSync(file, 'utf8'));
  });

  it.each(CROSS)('$stem against $name, without health, is never green', ({ declared, stem }) => {
    const run = { stem, surface: surface(stem), health: { state: 'missing' } } as const;
    const diff = gate([run], declared, { today: TODAY });
    expect(diff.verdict).not.toBe('pass');
    expect(diff.findings.at(-1)).toMatchObject({
      code: 'inconclusive_observation_gap',
      reason: 'health_missing',
    });
  });
});

describe('the report', () => {
  it('says what no diff claims, and what is not claimed of the categories that occur', () => {
    const of = (stem: string) => {
      const run = { surface: surface(stem), health: { state: 'missing' } } as const;
      return gate([run], DECLARED.declared_empty, { today: TODAY }).non_claims;
    };
    const general = of('unknown_tool_observed');
    expect(general).toHaveLength(6);
    expect(of('github_deploy_key_allow').slice(0, 6)).toEqual(general);
    expect(of('github_deploy_key_allow').slice(6)).toHaveLength(3);
    expect(of('slack_add_member_allow').slice(6)).toHaveLength(2);
    expect(of('workspace_admin_allow')).toEqual(general);
  });
});
