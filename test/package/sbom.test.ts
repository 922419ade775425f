import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { archiveFiles, archiveText } from './archive-files.ts';
import { type InstalledProject, installedProject } from './installed-project.ts';

interface Component {
  readonly name: string;
  readonly version: string;
  readonly hashes: readonly { readonly alg: string; readonly content: string }[];
}

const text = made();
const bill: {
  readonly components: readonly Component[];
  readonly metadata: { readonly component: Component };
} = JSON.parse(text);
const names = bill.components.map(({ name }) => name).sort();

describe('the SBOM of the packed package', () => {
  let project: InstalledProject;
  beforeAll(() => {
    project = installedProject();
  });
  afterAll(() => project.remove());

  it('lists exactly what npm installs with it, but for the required peer', () => {
    const installed = packagesIn(join(project.folder, 'node_modules'));
    expect(names).toEqual(installed.filter((name) => !['assay-otel', '@opentelemetry/api'].includes(name)));
  });

  it('lists whatever a bundle holds', () => {
    const bundles = archiveFiles().filter((path) => /\.c?js$/.test(path));
    const bundled = bundles.flatMap((path) =>
      Array.from(
        archiveText(path).matchAll(/^\/\/ node_modules\/((?:@[^/]+\/)?[^/]+)\//gm),
        ([, name]) => name,
      ),
    );
    expect(bundled).toContain('@noble/hashes');
    expect(names).toEqual(expect.arrayContaining([...new Set(bundled)]));
  });

  it('has versions and digests of the lock file', () => {
    const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8'));
    for (const { name, version, hashes } of bill.components) {
      const locked = packages[`node_modules/${name}`];
      const integrity = Buffer.from(locked.integrity.replace('sha512-', ''), 'base64').toString('hex');
      expect({ name, version, hashes }).toEqual({
        name,
        version: locked.version,
        hashes: [{ alg: 'SHA-512', content: integrity }],
      });
    }
  });

  it('is of this archive', () => {
    const content = createHash('sha512')
      .update(readFileSync(inject('archive')))
      .digest('hex');
    const { version } = JSON.parse(readFileSync('package.json', 'utf8'));
    const { name, version: told, hashes } = bill.metadata.component;
    expect({ name, told, hashes }).toEqual({
      name: 'assay-otel',
      told: version,
      hashes: [{ alg: 'SHA-512', content }],
    });
  });

  it('is the same, made again', () => {
    expect(made()).toBe(text);
  });
});

function made(): string {
  return execFileSync(process.execPath, ['scripts/sbom.mjs', inject('archive')], { encoding: 'utf8' });
}

/** Names of all packages below a `node_modules`, those inside of packages too, sorted. */
function packagesIn(folder: string): string[] {
  if (!existsSync(folder)) return [];
  const names = readdirSync(folder)
    .filter((name) => !name.startsWith('.'))
    .flatMap((name) =>
      name.startsWith('@') ? readdirSync(join(folder, name)).map((inner) => `${name}/${inner}`) : [name],
    );
  return names.flatMap((name) => [name, ...packagesIn(join(folder, name, 'node_modules'))]).sort();
}
