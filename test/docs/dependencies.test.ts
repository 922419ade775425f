import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

interface Locked {
  readonly version?: string;
  readonly resolved?: string;
  readonly integrity?: string;
  readonly link?: boolean;
  readonly dev?: boolean;
  readonly hasInstallScript?: boolean;
  readonly dependencies?: object;
}

const text = (file: string) => readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8');
const { dependencies, peerDependencies, peerDependenciesMeta, devDependencies } = JSON.parse(
  text('package.json'),
);
const lock: Record<string, Locked> = JSON.parse(text('package-lock.json')).packages;
const locked = Object.entries(lock).filter(([path]) => path !== '');
const runtime = locked.filter(([, { dev }]) => dev !== true);
const pathsWhere = (holds: (entry: Locked) => boolean) =>
  locked.filter(([, entry]) => holds(entry)).map(([path]) => path);

describe('dependencies', () => {
  it('have a line each in the table of the README', () => {
    const table =
      /\| dependency \| why \|\n\| --- \| --- \|\n((?:\|.*\n)+)/.exec(text('README.md'))?.[1] ?? '';
    const rows = Array.from(
      table.matchAll(/^\| `([^`]+)`(?: \(([^)]+)\))? \| (.+) \|$/gm),
      ([, name, kind, why]) => {
        expect(why).toMatch(/\w{3,}/);
        return [name, kind];
      },
    );
    const kindOf = (name: string) => (peerDependenciesMeta[name]?.optional ? 'optional peer' : 'peer');
    const expected = [
      ...Object.keys(dependencies).map((name) => [name, undefined]),
      ...Object.keys(peerDependencies).map((name) => [name, kindOf(name)]),
    ];
    expect(rows.sort()).toEqual(expected.sort());
  });

  it('come from the registry by a range of versions, never from git, an address or a folder', () => {
    const ranges = Object.entries({ ...dependencies, ...peerDependencies, ...devDependencies });
    const other = ranges.filter(
      ([, range]) =>
        !/^(npm:typescript@)?[\^~]?\d+(\.\d+){0,2}([-.\w]+)?$|^>=[\d.]+ <\d+$/.test(String(range)),
    );
    expect(other).toEqual([]);
    expect(
      pathsWhere(({ link, resolved }) => link === true || /^(git|file|http:)/.test(resolved ?? '')),
    ).toEqual([]);
  });

  it('have a digest each in the lock file', () => {
    expect(locked.length).toBeGreaterThan(100);
    expect(pathsWhere(({ integrity }) => !/^sha512-[\w+/]{86}==$/.test(integrity ?? ''))).toEqual([]);
  });

  it('of run time bring no others and run nothing when they are installed', () => {
    expect(runtime.map(([path]) => path.replace('node_modules/', '')).sort()).toEqual(
      Object.keys(dependencies).sort(),
    );
    expect(runtime.filter(([, entry]) => entry.dependencies || entry.hasInstallScript)).toEqual([]);
  });
});
