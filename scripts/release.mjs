// node scripts/release.mjs: makes a release of the commit in the folder it is started in, and publishes nothing unless told
// to. See --help.
import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { cwd, env, exit } from 'node:process';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { madeArchive, run } from './release/made-archive.mjs';
import { integrityOf, madeRelease, writeRelease } from './release/made-release.mjs';
import { publishProblems, releaseProblems } from './release/preconditions.mjs';

const help = `node scripts/release.mjs [--skip-ci] [--out FOLDER]
node scripts/release.mjs --publish [--out FOLDER]

Makes the archive of the commit that is checked out, and says whether it is fit to be released:
  1. a clean tree at the tag v<version>; CHANGELOG.md, package-lock.json and action.yml say that version too
  2. a fresh clone, "npm ci" by the lock file without install scripts, .ci/run, then build and pack
  3. another clone elsewhere: the same, without CI; both archives must be equal, byte for byte
  4. the SBOM (CycloneDX) of that archive, and an audit of its dependencies where the registry answers one
Archive, SBOM and what was found (release.json) are left in FOLDER (.cache/release). Nothing is published.

  --publish   publishes what lies in FOLDER: npm publish --provenance. It builds and installs nothing, so that no other
              package's code runs where a token can be had. Only of the same commit, unchanged, with CI and audit done,
              and only in GitHub Actions with \`id-token: write\`, in the repository that package.json names, which npm
              knows as the package's trusted publisher: no stored token is asked for
  --skip-ci   for a look; such an archive is not published
  --out       where they lie

Exits 0 where it could be released (with --publish: was), else 1.
`;

const options = {
  publish: { type: 'boolean' },
  'skip-ci': { type: 'boolean' },
  out: { type: 'string' },
  help: { type: 'boolean' },
};
const { values } = parseArgs({ options });
if (values.help) {
  console.log(help);
  exit(0);
}
const root = cwd();
const out = resolve(values.out ?? join(root, '.cache/release'));
const head = execFileSync('git', ['rev-parse', 'HEAD'], { cwd: root, encoding: 'utf8' }).trim();
const problems = [];
report(...releaseProblems(root));
if (values.publish) publish();
else make();
if (problems.length > 0) {
  console.error(`not fit to be released: ${problems.length} to mend, above`);
  exit(1);
}

function make() {
  const scratch = mkdtempSync(join(tmpdir(), 'assay-otel-release-'));
  try {
    const first = madeArchive(root, folderIn(scratch, 'first'), (tree) => {
      if (!values['skip-ci']) run('.ci/run', [], tree);
    });
    const second = madeArchive(root, folderIn(scratch, 'second'));
    if (!readFileSync(first.path).equals(readFileSync(second.path))) {
      report('Expected two builds of the commit to be equal, byte for byte, got two archives that differ');
    }
    leave(first);
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

function leave({ path, files, tree }) {
  mkdirSync(out, { recursive: true });
  const archive = join(out, basename(path));
  copyFileSync(path, archive);
  const sbom = archive.replace(/\.tgz$/, '.cdx.json');
  run('node', [script('sbom.mjs'), archive, sbom], tree);
  const integrity = integrityOf(archive);
  console.log(`archive  ${archive}: ${statSync(archive).size} bytes, ${files.length} files, built twice`);
  console.log(`         ${integrity}`);
  console.log(`sbom     ${sbom}`);
  const audited = audit(tree);
  const ci = !values['skip-ci'];
  writeRelease(out, { archive: basename(archive), commit: head, integrity, ci, audited, problems });
}

/** Whether the registry could be asked; a finding is a problem. */
function audit(tree) {
  try {
    run('node', [script('audit.mjs'), '--answers'], tree);
  } catch {
    console.log('audit    skipped');
    return false;
  }
  try {
    console.log(`audit    ${run('node', [script('audit.mjs')], tree).trim()}`);
  } catch {
    report('Expected no known vulnerability in the dependencies');
  }
  return true;
}

function publish() {
  report(...publishProblems(root, env));
  const made = madeRelease(out, head);
  report(...made.problems);
  if (problems.length > 0) return;
  run('npm', ['publish', made.path, '--provenance', '--access', 'public', '--ignore-scripts'], root);
  console.log(`published ${basename(made.path)}`);
}

function report(...found) {
  problems.push(...found);
  for (const problem of found) console.error(problem);
}

function folderIn(parent, name) {
  const folder = join(parent, name);
  mkdirSync(folder);
  return folder;
}

function script(name) {
  return fileURLToPath(new URL(name, import.meta.url));
}
