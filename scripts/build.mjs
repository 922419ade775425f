// dist: the ES modules and declarations as tsc writes them, one file per source file, and beside them one
// CommonJS bundle per entry with its declarations.
//
// No source maps: the package does not ship src, so a map would either dangle or carry every source a second
// time; the output keeps names, comments and one file per module, and the bundles are not minified.
import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

process.chdir(fileURLToPath(new URL('..', import.meta.url)));

rmSync('dist', { recursive: true, force: true });
tsc('tsconfig.build.json');
tsc('tsconfig.cjs.json');
mkdirSync('dist/cjs', { recursive: true });
writeFileSync('dist/cjs/package.json', '{ "type": "commonjs" }\n');
await bundle('src/index.ts', 'dist/cjs/index.cjs');
await bundle('src/mcp/index.ts', 'dist/cjs/mcp.cjs');
markExecutable('dist/cli/main.js');

function tsc(project) {
  const { status } = spawnSync(process.execPath, ['node_modules/typescript/bin/tsc', '-p', project], {
    stdio: 'inherit',
  });
  if (status !== 0) process.exit(1);
}

/** What the host brings stays outside (`@opentelemetry/api` must be its own copy); the rest is bundled. */
async function bundle(entry, outfile) {
  const result = await build({
    entryPoints: [entry],
    outfile,
    bundle: true,
    format: 'cjs',
    platform: 'node',
    target: 'node20.19',
    external: ['@opentelemetry/*', '@modelcontextprotocol/*'],
    metafile: true,
    logLevel: 'warning',
  });
  const outside = Object.values(result.metafile.outputs).flatMap((output) => output.imports);
  const builtins = outside.filter(({ path }) => builtinModules.includes(path.replace(/^node:/, '')));
  if (builtins.length > 0 || result.warnings.length > 0) {
    console.error(`${outfile}: warnings, or Node built-ins (${builtins.map(({ path }) => path).join(', ')})`);
    process.exit(1);
  }
}

function markExecutable(file) {
  if (!readFileSync(file, 'utf8').startsWith('#!/usr/bin/env node\n')) {
    console.error(`${file}: expected the first line to be "#!/usr/bin/env node"`);
    process.exit(1);
  }
  chmodSync(file, 0o755);
}
