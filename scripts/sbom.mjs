// node scripts/sbom.mjs ARCHIVE [FILE]: the CycloneDX list of what a packed package asks for at run time, in the versions of
// the lock file here, to FILE or stdout. The archive's own digest is in it, so that it belongs to that archive alone.
// The same archive, lock file and npm give the same bytes: npm's serial number and time, which the format does not
// ask for, are left out.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { argv, cwd, exit, stderr, stdout } from 'node:process';
import { productionTree } from './release/production-tree.mjs';

const [archive, file] = argv.slice(2);
if (archive === undefined) {
  stderr.write('usage: node scripts/sbom.mjs ARCHIVE [FILE]\n');
  exit(2);
}
const scratch = mkdtempSync(join(tmpdir(), 'assay-otel-sbom-'));
try {
  const text = `${JSON.stringify(bill(), null, 2)}\n`;
  if (file === undefined) stdout.write(text);
  else writeFileSync(file, text);
} finally {
  rmSync(scratch, { recursive: true, force: true });
}

function bill() {
  const packed = JSON.parse(
    execFileSync('tar', ['-xzOf', archive, 'package/package.json'], { encoding: 'utf8' }),
  );
  // npm calls the package by its folder's name.
  const folder = join(scratch, packed.name.replace(/^@.*\//, ''));
  mkdirSync(folder);
  productionTree(cwd(), folder);
  const here = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  if (
    JSON.stringify([packed.version, packed.dependencies ?? {}]) !==
    JSON.stringify([here.version, here.dependencies])
  ) {
    throw new Error(
      'Expected the archive to be packed from this tree, got another version or other dependencies',
    );
  }
  const made = JSON.parse(
    execFileSync(
      'npm',
      ['sbom', '--package-lock-only', '--sbom-format', 'cyclonedx', '--sbom-type', 'library'],
      {
        cwd: folder,
        encoding: 'utf8',
      },
    ),
  );
  const { serialNumber: _serial, metadata, ...rest } = made;
  const { timestamp: _time, component, ...about } = metadata;
  const hashes = [
    { alg: 'SHA-512', content: createHash('sha512').update(readFileSync(archive)).digest('hex') },
  ];
  return { ...rest, metadata: { ...about, component: { ...component, hashes } } };
}
