// Runs the suites that touch the SDK (test/sdk, test/mcp) against every SDK line that is supported, each in a
// folder of its own: two lines cannot be installed together. Then that of `@ai-sdk/mcp`, which needs a later Node.
//
// The last line of output holds the totals as JSON, and so does the file that ASSAY_TEST_REPORT names.
import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { installedPackages } from './installed-packages.mjs';
import { nodeBinary } from './node-binary.mjs';
import { totals } from './totals.mjs';

process.chdir(fileURLToPath(new URL('..', import.meta.url)));

/** Versions are exact, so that a run can be repeated. The exporter is the one released with its SDK. */
const lines = [
  line('20.19.0', '@opentelemetry/sdk-trace-base', '2.3.0', { api: '1.9.1', exporter: '0.209.0' }),
  line('20.20.2', '@opentelemetry/sdk-trace-base', '2.12.1', { api: '1.9.1', exporter: '0.223.1' }),
  line('20.20.2', '@opentelemetry/sdk-trace', '2.9.0', { api: '1.9.1', exporter: '0.220.0' }),
  line('24.21.0', '@opentelemetry/sdk-trace', '3.1.1', { api: '1.10.0', exporter: '0.301.0' }),
];

const results = lines.map((one) => {
  const name = `${one.sdk} ${one.version} on Node ${one.node}`;
  console.log(`\n== ${name}`);
  const folder = mkdtempSync(join(tmpdir(), 'assay-otel-matrix-'));
  try {
    return { line: name, ...run(one, folder) };
  } catch (error) {
    console.error(`${name}: ${error instanceof Error ? error.message : error}`);
    return { line: name, passed: 0, failed: 1, skipped: 0 };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

results.push({ line: '@ai-sdk/mcp on Node 24', ...ofAiSdk() });

const sum = (key) => results.reduce((total, result) => total + result[key], 0);
const all = { passed: sum('passed'), failed: sum('failed'), skipped: sum('skipped'), lines: results };
if (process.env.ASSAY_TEST_REPORT) writeFileSync(process.env.ASSAY_TEST_REPORT, JSON.stringify(all));
console.log(JSON.stringify(all));
if (all.failed > 0) process.exitCode = 1;

/** The API of logs is a package of its own until 3.x. */
function line(node, sdk, version, { api, exporter }) {
  const logs = version.startsWith('3.')
    ? { '@opentelemetry/sdk-logs': version }
    : { '@opentelemetry/api-logs': exporter, '@opentelemetry/sdk-logs': exporter };
  const otel = {
    '@opentelemetry/api': api,
    '@opentelemetry/context-async-hooks': version,
    '@opentelemetry/core': version,
    '@opentelemetry/exporter-trace-otlp-http': exporter,
    '@opentelemetry/otlp-transformer': exporter,
    ...logs,
    [sdk]: version,
  };
  return { node, sdk, version, otel };
}

function run({ node, sdk, otel }, folder) {
  for (const name of ['src', 'test', 'fixtures', 'schemas', 'tsconfig.json', 'vitest.config.ts']) {
    if (existsSync(name)) cpSync(name, join(folder, name), { recursive: true });
  }
  writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest(otel), undefined, 2));
  execFileSync('npm', ['install', '--no-audit', '--no-fund', '--silent', '--no-package-lock'], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const report = join(folder, 'report.json');
  const suites = ['test/sdk', 'test/mcp'].filter((suite) => existsSync(suite));
  spawnSync(nodeBinary(node), ['node_modules/vitest/vitest.mjs', 'run', ...suites], {
    cwd: folder,
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, ASSAY_SDK_PACKAGE: sdk, ASSAY_TEST_REPORT: report },
  });
  return totals(report);
}

/** The client of another maker, which needs a later Node than ours: its packages and that Node by the environment. */
function ofAiSdk() {
  const folder = mkdtempSync(join(tmpdir(), 'assay-otel-matrix-'));
  const report = join(folder, 'report.json');
  try {
    const packages = ['1.0.102', '2.0.99'].map((version) => [
      version,
      installedPackages(`@ai-sdk/mcp@${version}`, 'zod@4.6.7'),
    ]);
    const handedOver = { node: nodeBinary('24.21.0'), versions: Object.fromEntries(packages) };
    const options = ['run', '--config', 'test/instrumentation/vitest.config.ts'];
    spawnSync(process.execPath, ['node_modules/vitest/vitest.mjs', ...options], {
      stdio: ['ignore', 'inherit', 'inherit'],
      env: { ...process.env, ASSAY_AI_SDK: JSON.stringify(handedOver), ASSAY_TEST_REPORT: report },
    });
    return totals(report);
  } catch (error) {
    console.error(`@ai-sdk/mcp: ${error instanceof Error ? error.message : error}`);
    return { passed: 0, failed: 1, skipped: 0 };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** What src and the suites need besides the line itself, in the versions of our own lock file. */
function manifest(otel) {
  const { name, dependencies, devDependencies } = JSON.parse(readFileSync('package.json', 'utf8'));
  const locked = JSON.parse(readFileSync('package-lock.json', 'utf8')).packages;
  const forSuites = Object.keys(devDependencies).filter((dependency) =>
    /^(vitest|fast-check|esbuild|@modelcontextprotocol\/.*)$/.test(dependency),
  );
  const exact = [...Object.keys(dependencies), ...forSuites].map((dependency) => [
    dependency,
    locked[`node_modules/${dependency}`].version,
  ]);
  return { name, private: true, type: 'module', dependencies: { ...Object.fromEntries(exact), ...otel } };
}
