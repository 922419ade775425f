import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type InstalledProject, installedProject } from './installed-project.ts';

describe('the packed package in an empty project', () => {
  let project: InstalledProject;
  beforeAll(() => {
    project = installedProject();
  });
  afterAll(() => project.remove());

  it('brings a command that prints its help', () => {
    const { code, stdout, stderr } = project.run('npx', '--no-install', 'assay-otel', '--help');
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toContain('assay-otel');
  });

  it('says the version of its package', () => {
    const { stdout } = project.run('npx', '--no-install', 'assay-otel', '--version');
    const manifest = readFileSync(join(project.folder, 'node_modules/assay-otel/package.json'), 'utf8');
    expect(stdout.trim()).toBe((JSON.parse(manifest) as { version: string }).version);
  });

  it('holds the build, the schemas and the licence, and none of our sources or tests', () => {
    const home = join(project.folder, 'node_modules/assay-otel');
    const top = readdirSync(home);
    expect(top).toEqual(expect.arrayContaining(['dist', 'schemas', 'LICENSE', 'README.md', 'CHANGELOG.md']));
    expect(top.filter((name) => ['src', 'test', 'fixtures', 'scripts', 'bench'].includes(name))).toEqual([]);
    const files = readdirSync(home, { recursive: true, encoding: 'utf8' });
    expect(files.filter((file) => file.endsWith('.map') || /\.test\.|(?<!\.d)\.ts$/.test(file))).toEqual([]);
  });

  it('asks the host for nothing but the OpenTelemetry API', () => {
    const manifest = JSON.parse(
      readFileSync(join(project.folder, 'node_modules/assay-otel/package.json'), 'utf8'),
    ) as { peerDependencies: object; peerDependenciesMeta?: Record<string, { optional?: boolean }> };
    const required = Object.keys(manifest.peerDependencies).filter(
      (name) => manifest.peerDependenciesMeta?.[name]?.optional !== true,
    );
    expect(required).toEqual(['@opentelemetry/api']);
    expect(readdirSync(join(project.folder, 'node_modules/@opentelemetry'))).toEqual(['api']);
  });
});
