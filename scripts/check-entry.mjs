// What a host pays for importing an in-process entry: bytes, Node built-ins, milliseconds.
//
// What one pays that has its clients and servers instrumented as they load, which needs Node: bytes, and no package but
// its peers.
//
// And what tests pay for importing "./gate", which is no host's: bytes of its own, and no package but zod and yaml.
//
// Bytes and built-ins are asserted. The time is only reported, since a loaded machine would make the check
// fail by chance: bench/ measures it against its budget.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

process.chdir(fileURLToPath(new URL('..', import.meta.url)));

/** Ceilings in bytes, a little above today's figures, so that a new dependency or a careless table is noticed. */
const budgets = {
  '.': 140_300,
  './mcp': 46_500,
  './sinks': 67_300,
  './instrumentation': 54_800,
  './gate': 128_800,
};
/** Of what a host's bundler keeps where only this is imported from ".": what else is there must fall away. */
const alone = {
  ToolDecisionSpanProcessor: 124_600,
  observeToolCall: 33_200,
  decodeToolDecision: 11_100,
};
const runs = 15;

const entries = [
  { name: '.', module: 'dist/index.js', commonJs: 'dist/cjs/index.cjs' },
  { name: './mcp', module: 'dist/mcp/index.js', commonJs: 'dist/cjs/mcp.cjs' },
  { name: './sinks', module: 'dist/sinks/index.js', commonJs: 'dist/cjs/sinks.cjs' },
];

for (const { name, module, commonJs } of entries) {
  const bytes = await minifiedBytes(module);
  expect(bytes <= budgets[name], `entry "${name}" is ${bytes} bytes minified, budget ${budgets[name]}`);
  for (const file of [module, commonJs]) {
    const samples = Array.from({ length: runs }, () => importOnce(file));
    const builtins = samples[0].builtins;
    expect(
      builtins.length === 0,
      `${file} at import loads these Node built-ins: ${builtins.join() || 'none'}`,
    );
    const times = samples.map(({ milliseconds }) => milliseconds).sort((a, b) => a - b);
    console.log(
      `     ${file} imports in ${times[runs >> 1].toFixed(1)} ms (median of ${runs}; ` +
        `${times[0].toFixed(1)} to ${times[runs - 1].toFixed(1)}), @opentelemetry/api loaded before`,
    );
  }
}

for (const [name, most] of Object.entries(alone)) {
  const bytes = await minifiedBytes('dist/index.js', [], name);
  expect(bytes <= most, `\`${name}\` alone is ${bytes} bytes minified, budget ${most}`);
}

// What is written about dialects and secret shapes is for the docs and for `explain`: no host carries it.
for (const file of ['dist/index.js', 'dist/cjs/index.cjs', 'dist/mcp/index.js', 'dist/run-reader.js']) {
  const text = readFileSync(file, 'utf8');
  const found = ['cannotSay:', 'ABOUT_'].filter((part) => text.includes(part));
  expect(found.length === 0, `${file} carries these texts for the docs: ${found.join() || 'none'}`);
}

const onLoad = 'dist/instrumentation/index.js';
const onLoadBytes = await minifiedBytes(onLoad, ['node:*']);
expect(
  onLoadBytes <= budgets['./instrumentation'],
  `entry "./instrumentation" is ${onLoadBytes} bytes minified, budget ${budgets['./instrumentation']}`,
);
for (const file of [onLoad, 'dist/cjs/instrumentation.cjs']) {
  const packages = await packagesOf(file);
  const others = packages.filter((name) => !/^(node:|@opentelemetry\/(api|instrumentation)$)/.test(name));
  expect(others.length === 0, `${file} imports ${packages.join(', ')}`);
}

// What starts the SDK before the program may ask for nothing at once but the API: what is missing must be a message.
const register = await packagesOf('dist/cjs/register.cjs');
expect(
  register.every((name) => /^(node:|@opentelemetry\/api$)/.test(name)),
  `dist/cjs/register.cjs imports ${register.join(', ')}`,
);

const gate = 'dist/gate-entry/index.js';
const gateBytes = await minifiedBytes(gate, ['zod', 'yaml']);
expect(
  gateBytes <= budgets['./gate'],
  `entry "./gate" is ${gateBytes} bytes minified, zod and yaml aside, budget ${budgets['./gate']}`,
);
for (const file of [gate, 'dist/cjs/gate.cjs']) {
  const packages = await packagesOf(file);
  const others = packages.filter(
    (name) => name !== 'zod' && name !== 'yaml' && !name.startsWith('@noble/hashes'),
  );
  expect(others.length === 0, `${file} imports ${packages.join(', ')}`);
}

function expect(holds, sentence) {
  console.log(`${holds ? 'ok  ' : 'FAIL'} ${sentence}`);
  if (!holds) process.exitCode = 1;
}

/** The entry, or one export of it, with everything it reaches, less what the host brings and what is named. */
async function minifiedBytes(entry, aside = [], name = '*') {
  const exported = name === '*' ? name : `{ ${name} }`;
  const result = await build({
    stdin: { contents: `export ${exported} from './${entry}'`, resolveDir: '.' },
    bundle: true,
    minify: true,
    write: false,
    format: 'esm',
    platform: 'neutral',
    // What is loaded only when it is needed is not paid for at import.
    external: ['@opentelemetry/*', '@modelcontextprotocol/*', './run-reader.js', ...aside],
    logLevel: 'warning',
  });
  return result.outputFiles[0].contents.byteLength;
}

/** The packages and built-ins that a bundle leaves to be imported. */
async function packagesOf(file) {
  const { metafile } = await build({
    entryPoints: [file],
    bundle: true,
    write: false,
    metafile: true,
    platform: 'node',
    packages: 'external',
    logLevel: 'warning',
  });
  const [{ imports }] = Object.values(metafile.outputs);
  return [...new Set(imports.map(({ path }) => path))].sort();
}

/** One import in a process of its own, the peer loaded first; any built-in asked for meanwhile is named. */
function importOnce(file) {
  const program = `
    import { builtinModules, createRequire } from 'node:module';
    import { pathToFileURL } from 'node:url';
    const file = ${JSON.stringify(resolve(file))};
    const require = createRequire(file);
    const load = file.endsWith('.cjs') ? require : (id) => import(id);
    await load('@opentelemetry/api');
    const asked = [];
    const getBuiltinModule = process.getBuiltinModule;
    process.getBuiltinModule = (id) => (asked.push(id), getBuiltinModule(id));
    const loaded = () => process.moduleLoadList.map((line) => line.replace(/^NativeModule /, ''));
    const before = new Set(loaded());
    const start = process.hrtime.bigint();
    await load(file.endsWith('.cjs') ? file : pathToFileURL(file).href);
    const milliseconds = Number(process.hrtime.bigint() - start) / 1e6;
    const isNew = (id) => !before.has(id) && builtinModules.includes(id);
    console.log(JSON.stringify({ milliseconds, builtins: [...asked, ...loaded().filter(isNew)] }));
  `;
  const output = execFileSync(process.execPath, ['--input-type=module', '--eval', program], {
    encoding: 'utf8',
  });
  return JSON.parse(output);
}
