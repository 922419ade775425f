/** What a host pays for importing an in-process entry, beside its budget. `npm run package:entry` holds it to ceilings. */
import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import { row, section, spread, within } from './measure.mjs';

const dist = (file) => fileURLToPath(new URL(`../dist/${file}`, import.meta.url));
const TIMES = 15;
const BYTES = 60_000;
const MILLISECONDS = 15;

section(
  'The entry',
  'Minified with all that it reaches, less what the host brings; and its import in a process of its own, @opentelemetry/api loaded before. Wall time.',
);
for (const [name, file, part] of [
  ['.', 'index.js', 'ToolDecisionSpanProcessor'],
  ['./mcp', 'mcp/index.js'],
]) {
  await minified(`\`${name}\`, minified`, file, '*');
  if (part !== undefined) await minified(`\`${part}\` alone, minified`, file, `{ ${part} }`);
  const taken = spread(Array.from({ length: TIMES }, () => importOnce(dist(file))));
  const milliseconds = within(taken, (n) => `${n.toFixed(1)} ms`);
  row(`\`${name}\`, import`, `<= ${MILLISECONDS} ms`, milliseconds, taken.median - MILLISECONDS);
}

async function minified(what, file, exported) {
  const { outputFiles } = await build({
    stdin: { contents: `export ${exported} from './${file}'`, resolveDir: dist('.') },
    bundle: true,
    minify: true,
    write: false,
    format: 'esm',
    platform: 'neutral',
    external: ['@opentelemetry/*', '@modelcontextprotocol/*', './run-reader.js'],
    logLevel: 'warning',
  });
  const bytes = outputFiles[0].contents.byteLength;
  const size = `${(bytes / 1e3).toFixed(1)} kB, ${(gzipSync(outputFiles[0].contents).byteLength / 1e3).toFixed(1)} kB in gzip`;
  row(what, `<= ${BYTES / 1e3} kB`, size, bytes - BYTES);
}

function importOnce(file) {
  const program = `
    await import('@opentelemetry/api');
    const start = process.hrtime.bigint();
    await import(${JSON.stringify(file)});
    console.log(Number(process.hrtime.bigint() - start) / 1e6);
  `;
  const options = { encoding: 'utf8', cwd: dist('..') };
  return Number(execFileSync(process.execPath, ['--input-type=module', '--eval', program], options));
}
