import { readFileSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { assemble } from '../../src/register/assemble.ts';
import { readConfiguration } from '../../src/register/configuration.ts';
import { peerPath } from '../../src/register/peers.ts';
import { readVariables, VARIABLES } from '../../src/register/variables.ts';
import { folderWith } from '../cli/run-cli.ts';

const cwd = folderWith();
const NONE = { OTEL_TRACES_EXPORTER: 'none' };

/** A value that each variable takes. */
const VALUES: Readonly<Record<string, string>> = {
  ASSAY_SCRUB: 'content',
  ASSAY_ALLOW_ATTRIBUTES: 'my.key, my.other.key',
  ASSAY_FORWARD: 'audit',
  ASSAY_TOOL_SPANS: 'all',
  ASSAY_LOCAL_TOOLS: 'add,subtract',
  ASSAY_CARRIER: 'both',
  ASSAY_CLASSIFIERS: 'my.yaml',
  ASSAY_SURFACES_DIR: 'surfaces',
  ASSAY_RUN_KEY: 'ci.run.id',
  ASSAY_RUN_IS_TRACE: 'TRUE',
  ASSAY_SAMPLER_MODE: 'record',
  ASSAY_ATTEST_INSTRUMENTATION: 'configured',
  ASSAY_ATTEST_SAMPLER: 'declared',
  ASSAY_GRACE: '0',
  ASSAY_IDLE: '60000',
  ASSAY_MAX_AGE: '3600000',
  ASSAY_MAX_OPEN_RUNS: '10',
  ASSAY_RETAIN_CLOSED: '1000',
  ASSAY_DISABLED: 'false',
  ASSAY_CONFIG: 'other.json',
};

const CLASSIFIERS = `schema: assay.tool_classifiers.v0
name: crm
servers: [crm]
categories: []
`;

function issuesOf(
  env: Readonly<Record<string, string>>,
  files: Readonly<Record<string, string>> = {},
): readonly string[] {
  const folder = Object.keys(files).length > 0 ? folderWith(files) : cwd;
  const made = assemble(
    readConfiguration(env, folder),
    { ...NONE, ...env },
    peerPath('@opentelemetry/sdk-node', folder) ?? '',
  );
  return 'issues' in made ? made.issues : [];
}

describe('the variables', () => {
  it.each(VARIABLES.filter(({ name }) => name !== 'ASSAY_CLASSIFIERS'))(
    '$name is an option that is known',
    ({ name }) => {
      expect(issuesOf({ [name]: VALUES[name] ?? '' }, { 'other.json': '{}' })).toEqual([]);
    },
  );

  it('ASSAY_CLASSIFIERS reads YAML, and says of it what the option says', () => {
    const [issue] = issuesOf({ ASSAY_CLASSIFIERS: 'my.yaml' }, { 'my.yaml': CLASSIFIERS });
    expect(issue).toContain('`categories`');
    expect(issuesOf({ ASSAY_CLASSIFIERS: 'pack:none' })).toHaveLength(1);
  });

  it.each([
    ['ASSAY_SCRUB', 'none'],
    ['ASSAY_FORWARD', 'some'],
    ['ASSAY_TOOL_SPANS', 'mine'],
    ['ASSAY_CARRIER', 'pigeon'],
    ['ASSAY_RUN_IS_TRACE', 'yes'],
    ['ASSAY_SAMPLER_MODE', 'drop'],
    ['ASSAY_ATTEST_SAMPLER', 'believed'],
    ['ASSAY_GRACE', '5s'],
    ['ASSAY_MAX_OPEN_RUNS', '0'],
    ['ASSAY_DISABLED', '1'],
  ])('%s=%s is refused by its own name', (name, value) => {
    const issues = issuesOf({ [name]: value });
    expect(issues).toHaveLength(1);
    expect(issues[0]).toContain(`\`${name}\``);
  });

  it('are stronger than the file, and join what is part of one option', () => {
    const folder = folderWith({
      'assay-otel.config.yml': 'scrub: off\nforward: audit\nattest: { sampler: declared }\n',
    });
    const { options, sources } = readConfiguration(
      { ASSAY_SCRUB: 'strict', ASSAY_ATTEST_INSTRUMENTATION: 'configured' },
      folder,
    );
    expect(options).toEqual({
      scrub: 'strict',
      forward: 'audit',
      attest: { sampler: 'declared', instrumentation: 'configured' },
    });
    expect(sources).toEqual(['ASSAY_SCRUB', 'ASSAY_ATTEST_INSTRUMENTATION', 'assay-otel.config.yml']);
  });

  it('names the file where that is wrong, and refuses two', () => {
    expect(issuesOf({}, { 'assay-otel.config.json': '{ "toolSpans": "mine" }' })[0]).toContain(
      '(in assay-otel.config.json)',
    );
    expect(issuesOf({}, { 'assay-otel.config.json': '{}', 'assay-otel.config.yaml': '' })[0]).toContain(
      'one configuration',
    );
  });

  it('passes over what is empty, and names what only looks like one of ours', () => {
    const { values, unknown } = readVariables({ ASSAY_SCRUB: ' ', ASSAY_SRCUB: 'off', OTHER: 'x' });
    expect([...values]).toEqual([]);
    expect(unknown).toEqual(['ASSAY_SRCUB']);
  });
});

describe('docs/install.md', () => {
  const file = new URL('../../docs/install.md', import.meta.url);
  const [begin, end] = ['<!-- variables -->\n', '<!-- /variables -->'];

  it('has the table of the variables', () => {
    const rows = VARIABLES.map(
      ({ name, option, values, does }) => `| \`${name}\` | \`${option}\` | ${values} | ${does} |`,
    );
    const table = ['| variable | option | value | |', '| --- | --- | --- | --- |', ...rows, ''].join('\n');
    const text = readFileSync(file, 'utf8');
    const [before = '', , after = ''] = text.split(/<!-- \/?variables -->\n?/);
    const whole = `${before}${begin}\n${table}\n${end}\n${after}`;
    if (process.env.UPDATE_GOLDEN === '1') writeFileSync(file, whole);
    expect(readFileSync(file, 'utf8')).toBe(whole);
  });
});
