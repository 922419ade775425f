import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const cache = join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'assay-otel', 'packs');
const servers = fileURLToPath(new URL('servers/', import.meta.url));

/** How an MCP server is installed and started (`scripts/packs/servers`). */
export interface InstallableServer {
  /** Of the file, and of the server's tool list. */
  readonly name: string;
  readonly registry: 'npm' | 'pypi' | 'go';
  readonly package: string;
  /** Exact. */
  readonly version: string;
  /** What has to be installed beside it. */
  readonly with?: readonly string[];
  /** The version of Python that it asks for. */
  readonly python?: string;
  /** The path of its main package, where that is not the module's. */
  readonly entry?: string;
  /** `{dir}` stands for the folder of the package, in `env` for one that the server may write to; `{bin}` for that of its programs. */
  readonly command: readonly string[];
  readonly args?: readonly string[];
  /** Other arguments, with which it lists other tools. */
  readonly variants?: readonly { readonly args: readonly string[] }[];
  readonly env: Readonly<Record<string, string>>;
}

export interface InstalledServer {
  readonly dir: string;
  /** The folder of its programs. */
  readonly bin: string;
}

/** Every server that can be installed. */
export function installableServers(): readonly InstallableServer[] {
  return readdirSync(servers)
    .filter((file) => file.endsWith('.json'))
    .sort()
    .map((file) => ({
      name: file.slice(0, -'.json'.length),
      ...JSON.parse(readFileSync(join(servers, file), 'utf8')),
    }));
}

/**
 * A server, installed where the cache lacks it, under a name that holds the version and a hash of what was asked for:
 * another package is another folder. No script of a package is run by npm.
 *
 * @throws {Error} where it cannot be installed.
 */
export function installedServer(server: InstallableServer): InstalledServer {
  const { name, registry, package: named, version, with: beside = [], python, entry } = server;
  const asked = JSON.stringify([registry, named, version, beside, python, entry]);
  const hash = createHash('sha256').update(asked).digest('hex').slice(0, 12);
  const dir = join(cache, name, `${version}-${hash}`);
  const done = join(dir, 'installed');
  const { install, bin } = REGISTRIES[registry];
  if (!existsSync(done)) {
    // What a stopped run left half done; a Python environment cannot be moved into place when it is whole.
    rmSync(dir, { recursive: true, force: true });
    mkdirSync(dir, { recursive: true });
    say(`Installing ${named} ${version} for the test of packs; it is kept in ${dir}.`);
    const from = performance.now();
    install({ ...server, with: beside }, dir);
    writeFileSync(done, '');
    say(`Installed ${named} in ${Math.round((performance.now() - from) / 1000)} s.`);
  }
  return { dir, bin: join(dir, bin) };
}

interface Registry {
  readonly bin: string;
  install(server: InstallableServer & { readonly with: readonly string[] }, dir: string): void;
}

const REGISTRIES: Readonly<Record<InstallableServer['registry'], Registry>> = {
  npm: {
    bin: 'node_modules/.bin',
    install({ package: named, version, with: beside }, dir) {
      writeFileSync(join(dir, 'package.json'), '{ "private": true }\n');
      const quiet = ['--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
      run('npm', ['install', ...quiet, `${named}@${version}`, ...beside], dir);
    },
  },
  pypi: {
    bin: 'venv/bin',
    install({ package: named, version, with: beside, python }, dir) {
      // Where pyenv is what `python3` leads to, it needs to be told.
      const env: NodeJS.ProcessEnv = python === undefined ? {} : { PYENV_VERSION: python };
      run(`python${python ?? '3'}`, ['-m', 'venv', 'venv'], dir, env);
      const quiet = ['--quiet', '--disable-pip-version-check', '--no-input', '--prefer-binary'];
      run('venv/bin/python', ['-m', 'pip', 'install', ...quiet, `${named}==${version}`, ...beside], dir);
    },
  },
  go: {
    bin: '.',
    install({ package: named, version, entry = named }, dir) {
      // Not `go install`, which asks for every other version too.
      writeFileSync(join(dir, 'go.mod'), `module packs\n\ngo 1.25\n\nrequire ${named} ${version}\n`);
      const program = join(dir, entry.split('/').at(-1) ?? '');
      run('go', ['build', '-mod=mod', '-ldflags=-s -w', '-o', program, entry], dir, {
        CGO_ENABLED: '0',
        GOTOOLCHAIN: 'local',
        GOFLAGS: '',
      });
    },
  },
};

/** Its output goes to stderr: it is for who waits. */
function run(program: string, args: readonly string[], cwd: string, env: NodeJS.ProcessEnv = {}): void {
  execFileSync(program, args, { cwd, stdio: ['ignore', 2, 2], env: { ...process.env, ...env } });
}

function say(line: string): void {
  process.stderr.write(`${line}\n`);
}
