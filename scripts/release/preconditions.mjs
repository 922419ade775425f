import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** What must hold before a release of the tree at `root`: each a sentence, with what to do where it does not. */
export function releaseProblems(root) {
  const read = (file) => readFileSync(join(root, file), 'utf8');
  const git = (...args) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim();
  const { version } = JSON.parse(read('package.json'));
  const tag = `v${version}`;
  const heading = /^## .*$/m.exec(read('CHANGELOG.md'))?.[0];
  const locked = JSON.parse(read('package-lock.json'));
  const action = existsSync(join(root, 'action.yml')) ? read('action.yml') : undefined;
  const problems = [];
  const expect = (holds, sentence) => {
    if (!holds) problems.push(sentence);
  };
  expect(
    git('status', '--porcelain') === '',
    'Expected a clean tree: commit or remove what `git status` shows',
  );
  expect(
    git('tag', '--points-at', 'HEAD').split('\n').includes(tag),
    `Expected the tag ${tag} at HEAD: git tag -s ${tag}`,
  );
  expect(
    heading?.startsWith(`## ${version} (`) && /\(\d{4}-\d\d-\d\d\)$/.test(heading),
    `Expected the first heading of CHANGELOG.md to be "## ${version} (YYYY-MM-DD)", got ${JSON.stringify(heading)}`,
  );
  expect(
    locked.version === version && locked.packages[''].version === version,
    `Expected package-lock.json to be of ${version}: npm install --package-lock-only`,
  );
  expect(
    action === undefined || action.includes(`    default: ${version}\n`),
    `Expected action.yml to run version ${version} by default: its input \`version\``,
  );
  return problems;
}

/** What must hold besides, for npm to take a release and say where it was built. */
export function publishProblems(root, env) {
  const { repository } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const url = typeof repository === 'string' ? repository : repository?.url;
  const problems = [];
  if (env.GITHUB_ACTIONS !== 'true' || !env.ACTIONS_ID_TOKEN_REQUEST_URL) {
    problems.push(
      'Expected a job of GitHub Actions with `permissions: { id-token: write }`: npm signs where a package was built by its token',
    );
  }
  if (url === undefined || !env.GITHUB_REPOSITORY || !names(url, env.GITHUB_REPOSITORY)) {
    problems.push(
      'Expected `repository` in package.json to be the repository of the job: npm takes provenance of no other',
    );
  }
  return problems;
}

/** `https://github.com/owner/name`, with `git+` before or `.git` behind. */
function names(url, repository) {
  return url.replace(/^git\+/, '').replace(/\.git$/, '') === `https://github.com/${repository}`;
}
