import { posix } from 'node:path';
import { describe, expect, it } from 'vitest';
import { archiveFiles, archiveText } from './archive-files.ts';

/** All that is published: what a user runs, types, configures by or reads. */
const PUBLISHED = [
  /^package\.json$/,
  /^(README|CHANGELOG|CONTRIBUTING|SECURITY)\.md$/,
  /^LICENSE$/,
  /^dist\/([\w-]+\/)?[\w-]+\.js$/,
  /^dist\/cjs\/[\w-]+\.cjs$/,
  /^dist\/cjs\/(package\.json|LICENSE-noble-hashes)$/,
  /^dist\/([\w-]+\/)*[\w-]+\.d\.ts$/,
  /^dist\/packs\/\w+\.json$/,
  /^packs\/\w+\.yaml$/,
  /^schemas\/[\w.-]+\.v0\.json$/,
  /^sql\/clickhouse\/v1\/[\w-]+\.sql$/,
  /^collector-config\/(builder\/)?[\w-]+\.yaml$/,
  /^collector-config\/README\.md$/,
  /^docs\/[\w-]+\.md$/,
  /^docs\/semconv\/assay\.yaml$/,
];
/** What pages may link to that is in the repository alone: on npm's page it leads there. */
const REPOSITORY_ONLY = /^(examples|demo)\/|^action\.yml$/;

const files = archiveFiles();
const shipped = new Set(files);
const declarations = files.filter((path) => path.endsWith('.d.ts'));
const texts = new Map(
  files.filter((path) => /\.(js|cjs|ts|md)$/.test(path)).map((path) => [path, archiveText(path)]),
);
const textOf = (path: string) => texts.get(path) ?? '';
const below = (from: string, path: string) => posix.join(posix.dirname(from), path);

describe('the files of the packed package', () => {
  it('are of the kinds that are published', () => {
    expect(files.filter((path) => !PUBLISHED.some((kind) => kind.test(path)))).toEqual([]);
    expect(PUBLISHED.filter((kind) => !files.some((path) => kind.test(path)))).toEqual([]);
  });

  it('name no source map', () => {
    expect([...texts].filter(([, text]) => text.includes('sourceMappingURL')).map(([path]) => path)).toEqual(
      [],
    );
  });

  it('hold no path of the machine that built them', () => {
    const tree = process.cwd();
    expect([...texts].filter(([, text]) => text.includes(tree)).map(([path]) => path)).toEqual([]);
  });

  it('import nothing that is not there', () => {
    expect(imported(textOf('dist/cjs/register.cjs'))).toContain('./index.cjs');
    expect(imported(textOf('dist/index.d.ts'))).toContain('./processor.ts');
    const absent = [...texts].flatMap(([path, text]) =>
      path.endsWith('.md')
        ? []
        : imported(text)
            .map((name) => below(path, name))
            .map((target) => (path.endsWith('.d.ts') ? target.replace(/\.[jt]s$/, '.d.ts') : target))
            .filter((target) => !shipped.has(target))
            .map((target) => `${path} → ${target}`),
    );
    expect(absent).toEqual([]);
  });

  it('have no declaration that no entry reaches', () => {
    const { exports } = JSON.parse(archiveText('package.json'));
    const open = [...JSON.stringify(exports).matchAll(/"\.\/(dist\/[^"]+\.d\.ts)"/g)].map(([, path]) =>
      String(path),
    );
    expect(open.length).toBe(11);
    const reached = new Set<string>();
    for (let path = open.pop(); path !== undefined; path = open.pop()) {
      if (reached.has(path)) continue;
      reached.add(path);
      const from = path;
      open.push(...imported(textOf(path)).map((name) => below(from, name).replace(/\.[jt]s$/, '.d.ts')));
    }
    // The types of `./register` as an ES module: the same text beside the one that is named.
    expect(declarations.filter((path) => !reached.has(path) && !path.startsWith('dist/register/'))).toEqual(
      [],
    );
  });

  it('link to nothing that is not there', () => {
    expect(linked(textOf('README.md'))).toContain('docs/install.md');
    const dangling = files
      .filter((path) => path.endsWith('.md'))
      .flatMap((path) =>
        linked(textOf(path))
          .map((link) => below(path, link))
          .filter((target) => !shipped.has(target) && !REPOSITORY_ONLY.test(target))
          .map((target) => `${path} → ${target}`),
      );
    expect(dangling).toEqual([]);
  });

  it('run nothing when they are installed', () => {
    const { scripts, bundledDependencies, gypfile } = JSON.parse(archiveText('package.json'));
    expect(Object.keys(scripts)).not.toEqual(
      expect.arrayContaining([expect.stringMatching(/install|^prepare$/)]),
    );
    expect({ bundledDependencies, gypfile }).toEqual({});
    expect(files.filter((path) => path.endsWith('.gyp'))).toEqual([]);
  });
});

/** Relative paths of modules that a bundle or a declaration names. */
function imported(text: string): string[] {
  const code = text.replace(/^\s*(\/\/|\*|\/\*).*$/gm, '');
  const paths = code.matchAll(
    /(?:\bfrom |\bimport\(|\brequire\(|^import )["'](\.[^"'`]+\.(?:c?js|ts))["']/gm,
  );
  return Array.from(paths, ([, path]) => String(path));
}

/** Relative targets of a page's links, without their fragments. */
function linked(page: string): string[] {
  const prose = page.replace(/^```[\s\S]*?^```/gm, '');
  return Array.from(prose.matchAll(/\]\(([^)#\s]+)(?:#[^)]*)?\)/g), ([, target]) => String(target)).filter(
    (target) => !/^[a-z]+:/.test(target),
  );
}
