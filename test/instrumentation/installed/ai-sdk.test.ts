import { cp, mkdir, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makePrograms, type Programs, type Run } from '../support/programs.ts';

/** As `scripts/matrix.mjs` hands it over: a Node binary, and by version the packages. */
const { node, versions } = JSON.parse(process.env.ASSAY_AI_SDK ?? '{ "versions": {} }') as {
  readonly node: string;
  readonly versions: Readonly<Record<string, string>>;
};

let programs: Programs;

beforeAll(async () => {
  programs = await makePrograms();
  for (const [version, packages] of Object.entries(versions)) {
    const folder = join(programs.folder, version);
    await mkdir(folder);
    await cp(join(programs.folder, 'ai-sdk.mjs'), join(folder, 'ai-sdk.mjs'));
    await symlink(packages, join(folder, 'node_modules'));
  }
});
afterAll(() => programs.remove());

const HOOKED = { preload: 'preload.mjs' };
const outgoing = ({ spans }: Run) =>
  spans.filter(({ kind, name }) => kind === 2 && name.startsWith('tools/'));
const incoming = ({ spans }: Run) => spans.filter(({ kind }) => kind === 1);

it('is installed in the versions that are tried', () => {
  expect(Object.keys(versions)).toHaveLength(2);
});

describe.each(Object.keys(versions))('a client of @ai-sdk/mcp %s', (version) => {
  type Runs = 'imported' | 'requiredToo' | 'failing' | 'disabled';
  const say = () => programs.run<Runs>(`${version}/ai-sdk.mjs`, { ...HOOKED, node });

  it('has the spans that a client of the official SDK has, imported and required', async () => {
    const { second } = await programs.run<'second'>('by-hand.mjs');
    const { imported, requiredToo, warnings } = await say();
    for (const run of [imported, requiredToo]) {
      expect(outgoing(run)).toEqual(outgoing(second));
      expect([run.calls, run.numbered, run.coverage, run.claim]).toEqual([2, 4, 'complete', 'allowed']);
      // The context travelled: the server's spans are below, but for that of `initialize`, which has none above.
      expect(incoming(run).map(({ name, below }) => [name, below === name])).toEqual([
        ['initialize', false],
        ['tools/call add_deploy_key', true],
        ['tools/call add_deploy_key', true],
        ['tools/list', true],
      ]);
    }
    expect(warnings).toEqual([]);
  });

  it('has a span of what fails, and none once the instrumentation rests', async () => {
    const { failing, disabled } = await say();
    const types = outgoing(failing).map(({ attributes }) => attributes['error.type'] ?? 'none');
    expect(types.toSorted()).toEqual(['MCPClientError', 'none']);
    expect([disabled.spans, disabled.attested, disabled.coverage]).toEqual([[], [], 'partial']);
  });
});
