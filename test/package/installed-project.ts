import { spawnSync } from 'node:child_process';
import { mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inject } from 'vitest';

/** An empty project outside this tree, with the packed package and nothing of ours beside it. */
export interface InstalledProject {
  readonly folder: string;
  write(file: string, text: string): void;
  /** Runs `command` there; its output and exit code, never a throw. */
  run(command: string, ...args: string[]): { code: number | null; stdout: string; stderr: string };
  remove(): void;
}

/** `packages` are exact specifiers to install beside it; npm adds the required peer by itself. */
export function installedProject(packages: readonly string[] = []): InstalledProject {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'assay-otel-project-')));
  const project: InstalledProject = {
    folder,
    write: (file, text) => writeFileSync(join(folder, file), text),
    run: (command, ...args) => {
      const { NODE_OPTIONS: _, ...env } = process.env;
      const { status, stdout, stderr } = spawnSync(command, args, { cwd: folder, env, encoding: 'utf8' });
      return { code: status, stdout, stderr };
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
  project.write('package.json', '{ "private": true }\n');
  const install = project.run('npm', 'install', '--no-audit', '--no-fund', inject('archive'), ...packages);
  if (install.code !== 0) throw new Error(`npm install ended with ${install.code}:\n${install.stderr}`);
  return project;
}
