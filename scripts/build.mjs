// dist: one bundle per entry, as ES module and, for the entries of the host's process, as CommonJS; and the
// declarations as tsc writes them, once per kind of module.
//
// Bundled, because a host pays for every file that is opened at start: importing "." as one file per source
// file took 36 ms, as a bundle 10. Every bundle is whole; what two copies in one process must share is in the
// registry on globalThis anyway.
// Not minified and without source maps: the package does not ship src, so a map would either dangle or carry
// every source a second time; a bundle keeps names and says of each part which source file it is.
import { spawnSync } from 'node:child_process';
import { chmodSync, cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { parse } from 'yaml';
import { removeUnreachedDeclarations } from './unreached-declarations.mjs';

process.chdir(fileURLToPath(new URL('..', import.meta.url)));

const inProcess = {
  index: 'src/index.ts',
  'mcp/index': 'src/mcp/index.ts',
  'sinks/index': 'src/sinks/index.ts',
  'instrumentation/index': 'src/instrumentation/index.ts',
};
/** For tests and tools: reads what comes from outside, so it stands on the packages that do, and is no host's. */
const gate = 'src/gate-entry/index.ts';
/** Starts the SDK by the environment, before the program. */
const register = 'src/register/index.ts';
/** What an entry imports only when it is needed: a bundle of its own beside the entry's, not a part of it. */
const deferred = 'src/run-reader.ts';
const command = 'dist/cli/main.js';

rmSync('dist', { recursive: true, force: true });
declarations();
// With the one dependency of theirs, whose files cost a host a fifth of the import; `@opentelemetry/api` must be the
// host's own copy.
await bundle(
  { ...inProcess, 'run-reader': deferred },
  { format: 'esm', external: ['@opentelemetry/*'], plugins: [importedAs('./run-reader.js')] },
);
await bundle(
  { 'gate-entry/index': gate, 'cli/main': 'src/cli/main.ts' },
  {
    format: 'esm',
    packages: 'external',
    plugins: [importedAs('./doctor.js', /\/doctor\.ts$/)],
  },
);
// That dependency has no CommonJS form either.
await bundle(
  {
    'cjs/index': inProcess.index,
    'cjs/mcp': inProcess['mcp/index'],
    'cjs/sinks': inProcess['sinks/index'],
    'cjs/run-reader': deferred,
  },
  {
    format: 'cjs',
    outExtension: { '.js': '.cjs' },
    external: ['@opentelemetry/*'],
    plugins: [importedAs('./run-reader.cjs')],
    // By `require`: Jest on CommonJS knows no `import()`.
    supported: { 'dynamic-import': false },
  },
);
// It imports a built-in to learn whether imports are seen, which must stay an import.
await bundle(
  { 'cjs/instrumentation': inProcess['instrumentation/index'] },
  { format: 'cjs', outExtension: { '.js': '.cjs' }, external: ['@opentelemetry/*'] },
);
// CommonJS alone: it must be done before the program's first line, also by `--require`. The other entries stay files of
// their own, so that no process loads them a second time for it, and the one for instrumentations only where it can.
await bundle(
  { 'cjs/register': register },
  {
    format: 'cjs',
    outExtension: { '.js': '.cjs' },
    external: ['@opentelemetry/*', 'yaml'],
    define: { 'import.meta.filename': '__filename', 'import.meta.dirname': '__dirname' },
    plugins: [beside({ '../index.ts': './index.cjs', '../sinks/index.ts': './sinks.cjs' })],
  },
);
await bundle(
  { 'cli/doctor': 'src/cli/doctor.ts' },
  {
    format: 'esm',
    packages: 'external',
    plugins: [
      beside({
        '../index.ts': '../index.js',
        '../sinks/index.ts': '../sinks/index.js',
        '../mcp/index.ts': '../mcp/index.js',
      }),
    ],
  },
);
await bundle(
  { 'cjs/gate': gate },
  { format: 'cjs', outExtension: { '.js': '.cjs' }, external: ['zod', 'yaml'] },
);
cpSync('node_modules/@noble/hashes/LICENSE', 'dist/cjs/LICENSE-noble-hashes');
packs();
if (!readFileSync(command, 'utf8').startsWith('#!/usr/bin/env node\n')) {
  fail(`${command}: expected the first line to be "#!/usr/bin/env node"`);
}
chmodSync(command, 0o755);

/** The same text for both; the nearest package.json tells the compiler which kind of module it describes. */
function declarations() {
  const tsc = ['node_modules/typescript/bin/tsc', '-p', 'tsconfig.build.json'];
  const { status } = spawnSync(process.execPath, tsc, { stdio: 'inherit' });
  if (status !== 0) process.exit(1);
  removeUnreachedDeclarations(
    'dist',
    [...Object.values(inProcess), gate, register].map((source) => source.replace(/^src\/(.*)\.ts$/, '$1')),
  );
  mkdirSync('dist/cjs');
  for (const name of readdirSync('dist')) {
    if (name !== 'cjs') cpSync(`dist/${name}`, `dist/cjs/${name}`, { recursive: true });
  }
  writeFileSync('dist/cjs/package.json', '{ "type": "commonjs" }\n');
}

/** As JSON, for processes, which read no YAML: the whole file, since records name it by a digest of all of it. */
function packs() {
  mkdirSync('dist/packs');
  for (const name of readdirSync('packs')) {
    const pack = parse(readFileSync(`packs/${name}`, 'utf8'));
    writeFileSync(`dist/packs/${name.replace(/\.yaml$/, '.json')}`, `${JSON.stringify(pack)}\n`);
  }
}

/** Keeps the deferred import an import, of the bundle at `path`. */
function importedAs(path, filter = /\/run-reader\.ts$/) {
  return {
    name: 'deferred',
    setup({ onResolve }) {
      onResolve({ filter }, ({ kind }) => (kind === 'dynamic-import' ? { path, external: true } : undefined));
    },
  };
}

/** Keeps imports of other entries imports, of their bundles. */
function beside(bundles) {
  return {
    name: 'beside',
    setup({ onResolve }) {
      onResolve({ filter: /^\.\.\/((sinks|mcp)\/)?index\.ts$/ }, ({ path, importer }) =>
        /[\\/](register|cli)[\\/][^\\/]+$/.test(importer)
          ? { path: bundles[path], external: true }
          : undefined,
      );
    },
  };
}

async function bundle(entryPoints, options) {
  const { warnings } = await build({
    entryPoints,
    outdir: 'dist',
    bundle: true,
    platform: 'node',
    target: 'node20.19',
    logLevel: 'warning',
    ...options,
  });
  if (warnings.length > 0) fail('The bundler warned; see above.');
}

function fail(message) {
  console.error(message);
  process.exit(1);
}
