import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join, resolve } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

const script = resolve('scripts/release.mjs');

/** A package without dependencies, fit to be released but for what a test changes. */
const FILES = {
  'package.json': manifest({}),
  'package-lock.json': json({
    name: 'small',
    version: '1.2.3',
    lockfileVersion: 3,
    requires: true,
    packages: { '': { name: 'small', version: '1.2.3', license: 'MIT' } },
  }),
  'CHANGELOG.md': '# Changelog\n\n## 1.2.3 (2026-12-01)\n\n- All.\n',
  'build.mjs': "import { writeFileSync } from 'node:fs';\nwriteFileSync('made.js', '1;\\n');\n",
  '.gitignore': 'made.js\nleft.js\n',
  '.ci/run': '#!/bin/sh\nexit 0\n',
};

describe('the release script', () => {
  let folder = '';
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'assay-otel-release-test-'));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  it('makes archive and SBOM of a commit that is fit, and publishes nothing', () => {
    repository(FILES);
    // Not in the commit, so not in the archive.
    write({ 'left.js': 'left' });
    const { code, output } = release();
    expect({ code, output }).toEqual({ code: 0, output: expect.stringContaining('built twice') });
    expect(readdirSync(join(folder, 'out')).sort()).toEqual([
      'release.json',
      'small-1.2.3.cdx.json',
      'small-1.2.3.tgz',
    ]);
    const files = execFileSync('tar', ['-tzf', join(folder, 'out/small-1.2.3.tgz')], { encoding: 'utf8' });
    expect(files).toContain('package/made.js');
    expect(files).not.toContain('left.js');
    const sbom = JSON.parse(readFileSync(join(folder, 'out/small-1.2.3.cdx.json'), 'utf8'));
    expect(sbom.metadata.component.name).toBe('small');
  });

  it.each([
    ['a change', { extra: 'new\n' }, 'Expected a clean tree'],
    ['no tag', {}, 'Expected the tag v1.2.3 at HEAD'],
    [
      'another heading',
      { 'CHANGELOG.md': '# C\n\n## 1.2.3 (unreleased)\n' },
      'first heading of CHANGELOG.md',
    ],
    ['another lock', { 'package-lock.json': locked('1.2.2') }, 'Expected package-lock.json to be of 1.2.3'],
    [
      'another action',
      { 'action.yml': 'inputs:\n  version:\n    default: 1.2.2\n' },
      'Expected action.yml to run',
    ],
  ])('says of %s what is to be mended', (what, files, problem) => {
    if (what === 'a change') {
      repository(FILES);
      write(files);
    } else repository({ ...FILES, ...files }, what !== 'no tag');
    const { code, output } = release({ args: ['--publish'] });
    expect({ code, output }).toEqual({ code: 1, output: expect.stringContaining(problem) });
  });

  it.each([
    [
      'a build that differs each time',
      { 'build.mjs': `${FILES['build.mjs']}writeFileSync('made.js', import.meta.url);` },
      'Expected two builds',
    ],
    ['a failing CI', { '.ci/run': '#!/bin/sh\necho seen; exit 3\n' }, 'Expected `.ci/run` to succeed, got 3'],
  ])('fails for %s', (_, files, problem) => {
    repository({ ...FILES, ...files });
    const { code, output } = release();
    expect({ code, output }).toEqual({ code: 1, output: expect.stringContaining(problem) });
  });

  describe('asked to publish', () => {
    const fit = { ...FILES, 'package.json': manifest({ repository: 'git+https://github.com/o/r.git' }) };
    const job = { GITHUB_ACTIONS: 'true', ACTIONS_ID_TOKEN_REQUEST_URL: 'x', GITHUB_REPOSITORY: 'o/r' };
    const published = () => readFileSync(join(folder, 'published'), 'utf8');

    it('publishes the archive that was made, with provenance, and builds nothing', () => {
      repository({ ...fit, 'build.mjs': 'process.exit(9);\n' });
      made({});
      const { code, output } = release({ args: ['--publish'], env: job });
      expect({ code, output }).toEqual({ code: 0, output: 'published small-1.2.3.tgz\n' });
      const archive = join(folder, 'out/small-1.2.3.tgz');
      expect(published()).toBe(`publish ${archive} --provenance --access public --ignore-scripts\n`);
    });

    it.each([
      ['outside of CI', {}, { GITHUB_ACTIONS: '' }, 'id-token: write'],
      ['without a token of the job', {}, { ACTIONS_ID_TOKEN_REQUEST_URL: '' }, 'id-token: write'],
      ['for another repository', {}, { GITHUB_REPOSITORY: 'o/r2' }, 'Expected `repository` in package.json'],
      ['what CI has not seen', { ci: false }, {}, 'Expected a release that CI has seen'],
      ['what was not audited', { audited: false }, {}, 'Expected a release whose dependencies were audited'],
      ['another commit', { commit: 'f'.repeat(40) }, {}, 'Expected a release of the commit'],
      ['another archive', { integrity: 'sha512-other' }, {}, 'Expected the archive that was made'],
      ['what was not fit', { problems: ['Expected two builds'] }, {}, 'Expected two builds'],
    ])('refuses %s', (_, changes, env, problem) => {
      repository(fit);
      made(changes);
      const { code, output } = release({ args: ['--publish'], env: { ...job, ...env } });
      expect({ code, output }).toEqual({ code: 1, output: expect.stringContaining(problem) });
      expect(published).toThrow();
    });

    it('refuses where nothing was made', () => {
      repository(fit);
      const { code, output } = release({ args: ['--publish'], env: job });
      expect({ code, output }).toEqual({ code: 1, output: expect.stringContaining('Expected release.json') });
    });
  });

  /** What a release before it would have left. */
  function made(changes: object) {
    const bytes = 'archive';
    mkdirSync(join(folder, 'out'));
    writeFileSync(join(folder, 'out/small-1.2.3.tgz'), bytes);
    const commit = git('rev-parse', 'HEAD').trim();
    const integrity = `sha512-${createHash('sha512').update(bytes).digest('base64')}`;
    const all = {
      archive: 'small-1.2.3.tgz',
      commit,
      integrity,
      ci: true,
      audited: true,
      problems: [],
      ...changes,
    };
    writeFileSync(join(folder, 'out/release.json'), JSON.stringify(all));
  }

  function repository(files: Record<string, string>, tagged = true) {
    write(files);
    git('init', '--quiet', '--initial-branch=main');
    git('add', '--all', '--chmod=+x', '.ci/run');
    git('add', '--all');
    git('commit', '--quiet', '--message=all');
    if (tagged) git('tag', 'v1.2.3');
  }

  function write(files: Record<string, string>) {
    for (const [name, text] of Object.entries(files)) {
      const file = join(folder, 'tree', name);
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, text, { mode: name === '.ci/run' ? 0o755 : 0o644 });
    }
  }

  function git(...args: string[]): string {
    const author = ['-c', 'user.name=t', '-c', 'user.email=t@example.invalid', '-c', 'commit.gpgsign=false'];
    return execFileSync('git', [...author, ...args], { cwd: join(folder, 'tree'), encoding: 'utf8' });
  }

  /** To publish, `npm` is a program that writes down what it was asked: the real one would publish. */
  function release({ args = [], env = {} }: { args?: readonly string[]; env?: Record<string, string> } = {}) {
    const {
      GITHUB_ACTIONS: _a,
      GITHUB_REPOSITORY: _r,
      ACTIONS_ID_TOKEN_REQUEST_URL: _u,
      ...own
    } = process.env;
    const bin = join(folder, 'bin');
    if (args.includes('--publish')) {
      mkdirSync(bin, { recursive: true });
      writeFileSync(join(bin, 'npm'), `#!/bin/sh\necho "$*" >> '${join(folder, 'published')}'\n`, {
        mode: 0o755,
      });
    }
    const { status, stdout, stderr } = spawnSync(
      process.execPath,
      [script, ...args, '--out', join(folder, 'out')],
      {
        cwd: join(folder, 'tree'),
        env: { ...own, PATH: `${bin}${delimiter}${own.PATH}`, ...env },
        encoding: 'utf8',
      },
    );
    return { code: status, output: stderr + stdout };
  }
});

function manifest(more: object): string {
  return json({
    name: 'small',
    version: '1.2.3',
    license: 'MIT',
    files: ['*.js'],
    scripts: { build: 'node build.mjs' },
    ...more,
  });
}

function locked(version: string): string {
  return json({
    name: 'small',
    version,
    lockfileVersion: 3,
    requires: true,
    packages: { '': { name: 'small', version } },
  });
}

function json(value: object): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}
