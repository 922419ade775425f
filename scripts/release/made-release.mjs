import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const FILE = 'release.json';

export function integrityOf(path) {
  return `sha512-${createHash('sha512').update(readFileSync(path)).digest('base64')}`;
}

/** Leaves beside an archive what was found out of it, for whoever publishes it and builds nothing. */
export function writeRelease(folder, release) {
  writeFileSync(join(folder, FILE), `${JSON.stringify(release, null, 2)}\n`);
}

/** The archive that was made in `folder`, and why it is not to be published from the commit `head`. */
export function madeRelease(folder, head) {
  const file = join(folder, FILE);
  if (!existsSync(file)) return { problems: [`Expected ${FILE} in the folder to publish, got none`] };
  const { archive, commit, integrity, ci, audited, problems: found } = JSON.parse(readFileSync(file, 'utf8'));
  const path = join(folder, archive);
  const problems = [...found];
  const expect = (holds, sentence) => {
    if (!holds) problems.push(sentence);
  };
  expect(ci, 'Expected a release that CI has seen, got one of --skip-ci');
  expect(
    audited,
    'Expected a release whose dependencies were audited, got one where the registry did not answer',
  );
  expect(commit === head, 'Expected a release of the commit that is checked out, got one of another');
  expect(
    existsSync(path) && integrityOf(path) === integrity,
    'Expected the archive that was made, got another',
  );
  return { path, problems };
}
