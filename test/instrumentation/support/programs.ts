import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { build } from 'esbuild';

const ROOT = join(import.meta.dirname, '../../..');
/** Those of CommonJS that a bundle of an ES module needs. */
const REQUIRE =
  "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);";

/** What a program says of one run. */
export interface Run {
  readonly attested: readonly string[];
  readonly coverage: string;
  readonly gaps: readonly string[];
  readonly claim: string;
  readonly calls: number;
  readonly numbered: number;
  readonly unrecorded: number;
  readonly spans: readonly Span[];
}

export interface Span {
  readonly name: string;
  readonly kind: number;
  readonly attributes: Record<string, unknown>;
  readonly below?: string;
  readonly scope: string;
  /** The actions of its decision records. */
  readonly events: readonly unknown[];
}

export type Said<Runs extends string> = Record<Runs, Run> & {
  readonly warnings: readonly string[];
  /** Names of spans that went to another provider. */
  readonly toOther?: readonly string[];
};

/** The programs beside the entries of this package, each a bundle as in the package, in a folder of their own. */
export interface Programs {
  readonly folder: string;
  run<Runs extends string>(program: string, options?: RunOptions): Promise<Said<Runs>>;
  remove(): Promise<void>;
}

interface RunOptions {
  readonly node?: string;
  readonly preload?: string;
}

export async function makePrograms(): Promise<Programs> {
  // Below node_modules, where the programs find their packages.
  const folder = await mkdtemp(join(ROOT, 'node_modules/.instrumentation-'));
  await cp(join(import.meta.dirname, '../programs'), folder, { recursive: true });
  const entry = (name: string) => join(ROOT, `src/${name}.ts`);
  const entries = {
    index: entry('index'),
    mcp: entry('mcp/index'),
    instrumentation: entry('instrumentation/index'),
  };
  const bundle = { bundle: true, platform: 'node', packages: 'external', outdir: folder } as const;
  await Promise.all([
    build({ ...bundle, entryPoints: entries, format: 'cjs', outExtension: { '.js': '.cjs' } }),
    build({ ...bundle, entryPoints: entries, format: 'esm', outExtension: { '.js': '.mjs' } }),
    build({
      entryPoints: [join(folder, 'own-copy.mjs')],
      outfile: join(folder, 'bundled.mjs'),
      bundle: true,
      platform: 'node',
      format: 'esm',
      banner: { js: REQUIRE },
    }),
  ]);
  await cp(join(folder, 'instrumentation.mjs'), join(folder, 'instrumentation-copy.mjs'));
  await otherVersion(join(folder, 'newer'));
  const said = new Map<string, Promise<{ stdout: string }>>();
  return {
    folder,
    async run(program, { node = process.execPath, preload } = {}) {
      const flag = preload?.endsWith('.cjs') ? '--require' : '--import';
      const flags = preload === undefined ? [] : [flag, `./${preload}`];
      const key = [node, ...flags, program].join(' ');
      // One process for all that is asked of one program.
      const saying = said.get(key) ?? promisify(execFile)(node, [...flags, program], { cwd: folder });
      said.set(key, saying);
      return JSON.parse((await saying).stdout);
    },
    remove: () => rm(folder, { recursive: true }),
  };
}

/** A package of a version to come, that two modules of a folder load. */
async function otherVersion(folder: string): Promise<void> {
  const home = join(folder, 'node_modules/@modelcontextprotocol/server');
  await mkdir(join(home, 'dist'), { recursive: true });
  const manifest = { name: '@modelcontextprotocol/server', version: '3.0.0-beta.1', type: 'module' };
  await writeFile(join(home, 'package.json'), JSON.stringify({ ...manifest, exports: './dist/index.mjs' }));
  await writeFile(join(home, 'dist/index.mjs'), 'export class Server {}\nexport class McpServer {}\n');
  await writeFile(join(folder, 'loads.mjs'), "import '@modelcontextprotocol/server';\n");
}
