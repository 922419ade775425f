/** The parts of `src` that no entry exports, for measurement: bundled on the fly, since Node cannot load TypeScript. */
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'esbuild';

const root = fileURLToPath(new URL('..', import.meta.url));

/**
 * @param {string} name of the bundle, one per bench
 * @param {Record<string, readonly string[]>} wanted exported names by file below `src`
 */
export async function fromSource(name, wanted) {
  // Below node_modules, where imports of packages resolve as they do from src.
  const outfile = `${root}node_modules/.cache/assay-otel/${name}.mjs`;
  const contents = Object.entries(wanted)
    .map(([file, names]) => `export { ${names.join(', ')} } from './src/${file}';`)
    .join('\n');
  await build({
    stdin: { contents, resolveDir: root },
    outfile,
    bundle: true,
    format: 'esm',
    platform: 'node',
    target: 'node20.19',
    packages: 'external',
    logLevel: 'warning',
  });
  return import(pathToFileURL(outfile).href);
}
