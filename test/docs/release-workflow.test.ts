import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';

interface Step {
  readonly uses?: string;
  readonly run?: string;
  readonly with?: Readonly<Record<string, unknown>>;
}

interface Job {
  readonly permissions: Readonly<Record<string, string>>;
  readonly environment?: string;
  readonly needs?: string;
  readonly steps: readonly Step[];
}

const text = readFileSync(new URL('../../.github/workflows/release.yml', import.meta.url), 'utf8');
const { permissions, jobs }: { permissions: object; jobs: Readonly<Record<'make' | 'publish', Job>> } =
  parse(text);

describe('the release workflow', () => {
  it('takes every action by its commit', () => {
    const used = Object.values(jobs).flatMap(({ steps }) => steps.flatMap(({ uses }) => uses ?? []));
    expect(used.length).toBeGreaterThan(4);
    expect(used.filter((uses) => !/^actions\/[\w-]+@[0-9a-f]{40}$/.test(uses))).toEqual([]);
    expect(text.match(/uses: \S+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/gm)).toHaveLength(used.length);
  });

  it('gives no token to the job that runs other packages', () => {
    expect(permissions).toEqual({});
    expect(jobs.make.permissions).toEqual({ contents: 'read' });
    expect(jobs.make.steps.flatMap(({ run }) => run ?? [])).toEqual(['node scripts/release.mjs']);
  });

  it('installs and builds nothing in the job that can publish', () => {
    const { permissions: rights, needs, environment, steps } = jobs.publish;
    expect({ rights, needs, environment }).toEqual({
      rights: { contents: 'read', 'id-token': 'write' },
      needs: 'make',
      environment: 'npm',
    });
    expect(steps.flatMap(({ run }) => run ?? [])).toEqual(['node scripts/release.mjs --publish']);
  });

  it('knows no secret, and puts nothing from outside into a command', () => {
    expect(text).not.toContain('${{');
    const checkouts = Object.values(jobs).flatMap(({ steps }) =>
      steps.filter(({ uses }) => uses?.startsWith('actions/checkout@')),
    );
    expect(checkouts.map((step) => step.with?.['persist-credentials'])).toEqual([false, false]);
  });
});
