import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { packFiles, readPacks } from '../../scripts/packs/served-tools.ts';
import { cli } from '../cli/run-cli.ts';

const paths = packFiles().map(({ path }) => path);
const inPlace = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url));

describe('classifiers check', () => {
  it.each(paths)('finds nothing to say of %s', async (path) => {
    const { code, stderr } = await cli(['classifiers', 'check', inPlace(path)]);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  });

  it('finds nothing to say of all packs together, by the names under which they are loaded', async () => {
    const names = readPacks().map(({ file }) => `pack:${file.name}`);
    const { code, stderr, stdout } = await cli(['classifiers', 'check', ...names]);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout.trim().split('\n')).toEqual(
      readPacks().map(({ file, version }) => expect.stringMatching(`^pack:${file.name}: .*; ${version}$`)),
    );
  });
});

describe.each(readPacks())('the pack $file.name', ({ file, fixtures }) => {
  it('has the name of its file, a day of review, and dated sources', () => {
    expect(paths).toContain(`packs/${file.name}.yaml`);
    expect(file.reviewed).toBeDefined();
    expect(file.sources?.filter(({ date }) => date === undefined)).toEqual([]);
    expect(file.sources).not.toEqual([]);
  });

  it('speaks for named servers, of which it has a tool list', () => {
    const servers = [file.servers, ...file.categories.map(({ servers = [] }) => servers)].flat();
    expect(servers).not.toContain('*');
    expect(fixtures).not.toEqual([]);
  });

  it('says read-only of tools that exist, and of none that it classifies', () => {
    const classified = new Set(file.categories.flatMap(({ tools }) => Object.keys(tools)));
    const served = new Set(fixtures.flatMap(({ tools }) => tools.map(({ name }) => name)));
    const { reviewed_read_only: readOnly = [] } = file;
    expect(
      readOnly.filter((tool) => !served.has(tool) && ![...served].some((name) => name.endsWith(`__${tool}`))),
    ).toEqual([]);
    expect(new Set(readOnly).size).toBe(readOnly.length);
    // On another server of the pack a tool of one name may do another thing.
    const both = fixtures.flatMap((list) =>
      list.tools
        .filter(({ name }) => readOnly.includes(name) && classified.has(name))
        .map(({ name }) => name),
    );
    expect(both).toEqual([]);
  });
});
