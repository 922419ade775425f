const { builtinModules } = require('node:module');

/** Each stage may import itself, the ones before it, and nothing else of src. */
const line = ['span', 'dialect', 'classify', 'redact', 'decision', 'run'];
/** What stands behind `run`: gate and verify are siblings, report reads them all. */
const behind = { 'classifier-file': line, gate: line, verify: line, report: [...line, 'gate', 'verify'] };

/** What stands beside the line: no stage needs it. */
const beside = { manifest: ['redact', 'decision'] };

const before = {
  ...Object.fromEntries(line.map((name, index) => [name, line.slice(0, index)])),
  ...behind,
  ...beside,
};
const stages = `^src/(${Object.keys(before).join('|')})/`;
const builtins = `^(node:)?(${builtinModules.filter((name) => !name.startsWith('_')).join('|')})$`;
const inProcessEntries = '^src/(index|mcp/index|sinks/index)\\.ts$';

const oneDirection = Object.entries(before).map(([name, earlier]) => ({
  name: `stage-${name}`,
  comment: `src/${name} imports itself${earlier.length ? ` and ${earlier.join(', ')}` : ''}; nothing else of src.`,
  severity: 'error',
  from: { path: `^src/${name}/` },
  to: { path: '^src/', pathNot: `^src/(${[name, ...earlier].join('|')})/` },
}));

/** A shell holds lifecycle and I/O. Only the ones named here may import it. */
const shells = [
  {
    name: 'processor',
    path: '^src/processor\\.ts$',
    importers: '^src/(index|tool-decision-pipeline)\\.ts$',
  },
  { name: 'recorder', path: '^src/recorder\\.ts$', importers: '^src/processor\\.ts$' },
  { name: 'run-reader', path: '^src/run-reader\\.ts$', importers: '^src/deferred-reader\\.ts$' },
  { name: 'deferred-reader', path: '^src/deferred-reader\\.ts$', importers: '^src/exporter\\.ts$' },
  {
    name: 'exporter',
    path: '^src/exporter\\.ts$',
    importers: '^src/(index|tool-decision-pipeline)\\.ts$',
  },
  {
    name: 'carrier',
    path: '^src/carrier/',
    importers:
      '^src/((carrier|emitter|sinks)/|(recorder|processor|exporter|run-reader|deferred-reader|sampler)\\.ts$)',
  },
  {
    name: 'emitter',
    path: '^src/emitter/',
    importers:
      '^src/((emitter|mcp|instrumentation)/|(index|recorder|processor|exporter|run-reader|deferred-reader|sampler|sdk-environment|tool-decision-pipeline)\\.ts$)',
  },
  {
    name: 'sampler',
    path: '^src/sampler\\.ts$',
    importers: '^src/(index|tool-decision-pipeline)\\.ts$',
  },
  {
    name: 'aggregator',
    path: '^src/aggregator/',
    importers: '^src/((aggregator|sinks|cli|serve)/|(index|config|run-reader|deferred-reader)\\.ts$)',
  },
  {
    name: 'sinks',
    path: '^src/sinks/',
    importers: '^src/((sinks|cli|serve|register)/|(index|config|options|run-reader|deferred-reader)\\.ts$)',
  },
  { name: 'clickhouse', path: '^src/clickhouse/', importers: '^src/(clickhouse|cli)/' },
  { name: 'serve', path: '^src/serve/', importers: '^src/(serve|cli)/' },
  { name: 'mcp', path: '^src/mcp/', importers: '^src/(mcp|instrumentation|cli)/' },
  { name: 'instrumentation', path: '^src/instrumentation/', importers: '^src/instrumentation/' },
  { name: 'register', path: '^src/register/', importers: '^src/(register|cli)/' },
  { name: 'gate-entry', path: '^src/gate-entry/', importers: '^src/(gate-entry|cli)/' },
  { name: 'cli', path: '^src/cli/', importers: '^src/cli/' },
].map(({ name, path, importers }) => ({
  name: `shell-${name}`,
  comment: `Nothing but its own entry imports the shell ${name}.`,
  severity: 'error',
  from: { path: '^src/', pathNot: importers },
  to: { path },
}));

module.exports = {
  forbidden: [
    ...oneDirection,
    ...shells,
    {
      name: 'pipeline',
      comment: 'The stages in one page, the same in process, in the guard and over files: no shell.',
      severity: 'error',
      from: { path: '^src/pipeline\\.ts$' },
      to: { path: '^src/', pathNot: [stages, '^src/(config|options)\\.ts$'] },
    },
    {
      name: 'schema-knows-stages-only',
      severity: 'error',
      from: { path: '^src/schema/' },
      to: { path: '^src/', pathNot: ['^src/schema/', stages] },
    },
    {
      name: 'no-circular',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'not-to-unresolvable',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true },
    },
    {
      name: 'stages-are-pure',
      comment: 'A stage does no I/O: no Node built-in.',
      severity: 'error',
      from: { path: stages },
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'stages-need-no-package',
      comment: 'Hashing aside (src/redact/sha256.ts), a stage stands on nothing but the language.',
      severity: 'error',
      from: { path: stages, pathNot: '^src/redact/sha256\\.ts$' },
      to: { path: 'node_modules/' },
    },
    {
      name: 'in-process-entry-without-node',
      comment: 'Importing "." or "./mcp" loads no Node built-in, so both run where there is none.',
      severity: 'error',
      from: { path: inProcessEntries },
      to: { path: builtins, reachable: true },
    },
    {
      name: 'in-process-entry-stays-small',
      comment: 'What reads files from outside (zod, the command line) costs start-up time in the host.',
      severity: 'error',
      from: { path: inProcessEntries },
      to: {
        path: '^src/(schema|cli|serve|gate-entry)/|node_modules/(zod|commander|picocolors|yaml)/',
        reachable: true,
      },
    },
    {
      name: 'gate-entry-without-the-command',
      comment: 'What tests import needs zod and yaml, and nothing of the command line or of the file system.',
      severity: 'error',
      from: { path: '^src/gate-entry/index\\.ts$' },
      to: { path: `^src/(cli|serve)/|node_modules/(commander|picocolors)/|${builtins}`, reachable: true },
    },
    {
      name: 'zod-in-schema-and-cli-only',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/(schema|cli)/' },
      to: { path: 'node_modules/zod/' },
    },
    {
      name: 'src-imports-src',
      comment: 'Fixtures, tests and tools are never part of the package.',
      severity: 'error',
      from: { path: '^src/' },
      to: { path: '^(fixtures|test|bench|scripts|demo)/' },
    },
    {
      name: 'no-development-dependency',
      comment: 'The package must work without our devDependencies; their types alone may be named.',
      severity: 'error',
      from: { path: '^src/' },
      to: {
        dependencyTypes: ['npm-dev', 'npm-no-pkg', 'npm-unknown'],
        dependencyTypesNot: ['type-only', 'npm-peer'],
      },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'types', 'default'] },
  },
};
