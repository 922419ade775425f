import { beforeAll, describe, expect, it } from 'vitest';
import { type Application, application, CJS_AGENT, type Ended, ESM_AGENT, SILENT } from './application.ts';

const IMPORT = ['--import', './assay/register.cjs', 'agent.mjs'];
const REQUIRE = ['--require', './assay/register.cjs', 'agent.cjs'];

let app: Application;
beforeAll(async () => {
  app = await application();
  app.write('agent.mjs', ESM_AGENT);
  app.write('agent.cjs', CJS_AGENT);
});

/** The calls in all surfaces of a folder. */
function callsIn(folder: string): unknown[] {
  return Object.entries(app.files(folder))
    .filter(([name]) => name.endsWith('.surface.json'))
    .flatMap(([, text]) => JSON.parse(text).observed_tool_decisions);
}

describe('assay-otel/register', () => {
  it.each([
    ['--import and ES modules', IMPORT],
    ['--require and CommonJS', REQUIRE],
  ])('observes an application without a line of code: %s', async (name, args) => {
    const folder = `surfaces-${name.slice(2, 8)}`;
    const plain = await app.start(args.slice(2)).ended;
    const observed = await app.start(args, { ...SILENT, ASSAY_SURFACES_DIR: folder }).ended;
    expect(observed).toEqual(plain);
    expect(plain.code).toBe(3);
    expect(callsIn(folder)).toMatchObject([{ tool: { name: 'list_issues' } }]);
  });

  it('says in one line what is active, on stderr, at level info', async () => {
    const { stdout, stderr } = await app.start(IMPORT, {
      ...SILENT,
      OTEL_LOG_LEVEL: 'info',
      ASSAY_FORWARD: 'audit',
    }).ended;
    expect(stdout.split('\n')).toHaveLength(2);
    const said = stderr.split('\n').filter((line) => line.includes('assay-otel'));
    expect(said).toHaveLength(1);
    expect(said[0]).toContain('forward audit');
    expect(said[0]).toContain('configured by ASSAY_FORWARD');
  });

  it.each([
    ['assay-otel.config.json', '{ "surfacesDir": "from-json" }', 'from-json'],
    ['assay-otel.config.yaml', 'surfacesDir: from-yaml\nclassifiers: []\n', 'from-yaml'],
    [
      'assay-otel.config.mjs',
      'export default { surfacesDir: "from-mjs", policy: () => undefined };',
      'from-mjs',
    ],
  ])('reads %s', async (file, content, folder) => {
    app.write(`other-${file}`, content);
    await app.start(IMPORT, { ...SILENT, ASSAY_CONFIG: `other-${file}` }).ended;
    expect(callsIn(folder)).toHaveLength(1);
  });

  it('does nothing where it is switched off', async () => {
    for (const name of ['ASSAY_DISABLED', 'OTEL_SDK_DISABLED']) {
      await app.start(IMPORT, { ...SILENT, [name]: 'true', ASSAY_SURFACES_DIR: 'switched-off' }).ended;
    }
    expect(app.files('switched-off')).toEqual({});
  });

  it('ends a run that is wider than a trace, where the resource names it', async () => {
    const env = { OTEL_RESOURCE_ATTRIBUTES: 'service.name=agent,assay.run.id=nightly-42' };
    await app.start(IMPORT, { ...SILENT, ...env, ASSAY_SURFACES_DIR: 'wide' }).ended;
    const health = JSON.parse(app.files('wide')['nightly-42.health.json'] ?? '{}');
    expect(health.coverage.gaps).toEqual([]);
    expect(health.coverage.state).toBe('complete');
  });
});

describe('a broken configuration', () => {
  let plain: Promise<Ended> | undefined;
  const throws = 'throw new Error("no configuration today");';
  it.each([
    ['variables', { ASSAY_SCRUB: 'some', ASSAY_GRACE: 'soon' }, ['`ASSAY_SCRUB`', '`ASSAY_GRACE`']],
    ['a file that is not there', { ASSAY_CONFIG: 'nowhere.json' }, ['nowhere.json']],
    ['a file that is no JSON', { ASSAY_CONFIG: 'broken.json' }, ['broken.json', 'in line 2']],
    ['a file that is no YAML', { ASSAY_CONFIG: 'broken.yaml' }, ['broken.yaml', 'in line 2']],
    ['a module that throws', { ASSAY_CONFIG: 'broken.mjs' }, ['broken.mjs']],
    [
      'unknown options',
      { ASSAY_CONFIG: 'unknown.json' },
      ['`sCrub` in `unknown.json`', 'known: sampler', 'surfacesDir', '`exporter`', '`forward`'],
    ],
    [
      'a directory that is none',
      { ASSAY_SURFACES_DIR: 'agent.mjs', ASSAY_CLASSIFIERS: 'pack:none,nowhere.yaml' },
      ['pack', '"none"', 'got none there'],
    ],
  ])('is one message and no telemetry, and the application runs on: %s', async (_name, env, named) => {
    app.write('broken.json', '{\n  "scrub": ');
    app.write('broken.yaml', 'forward: all\nscrub: [strict: [}');
    app.write('broken.mjs', throws);
    app.write('unknown.json', '{ "sCrub": "strict", "exporter": 1, "forward": "some" }');
    plain ??= app.start(['agent.mjs']).ended;
    const broken = await app.start(IMPORT, { ...SILENT, ...env }).ended;
    expect({ ...broken, stderr: '' }).toEqual({ ...(await plain), stderr: '' });
    const lines = broken.stderr.trimEnd().split('\n');
    expect(lines).toHaveLength(1);
    expect(lines[0]).toContain('no telemetry, the application runs on');
    for (const word of named) expect(lines[0]).toContain(word);
  });

  it('names a variable that may be a slip, and goes on', async () => {
    const { stderr } = await app.start(IMPORT, { ...SILENT, ASSAY_SCRUBB: 'off', ASSAY_SURFACES_DIR: 'slip' })
      .ended;
    expect(stderr).toContain('ASSAY_SCRUBB');
    expect(callsIn('slip')).toHaveLength(1);
  });

  it.each([
    ['the SDK', ['@opentelemetry/api'], 'npm install @opentelemetry/sdk-node @opentelemetry/instrumentation'],
    [
      'the hooks',
      ['@opentelemetry/api', '@opentelemetry/sdk-node'],
      'npm install @opentelemetry/instrumentation',
    ],
  ])('a missing package is one sentence with its command: %s', async (_name, packages, command) => {
    const bare = await application(packages);
    bare.write('agent.mjs', 'console.log("done");');
    const { code, stdout, stderr } = await bare.start(IMPORT, SILENT).ended;
    expect({ code, stdout }).toEqual({ code: 0, stdout: 'done\n' });
    expect(stderr.trimEnd().split('\n')).toHaveLength(1);
    expect(stderr).toContain(command);
  });

  it('says what to do where the runtime shows no modules as they load', async () => {
    app.write('as-deno.cjs', "require('node:module').register = undefined;");
    const { code, stderr } = await app.start(['--require', './as-deno.cjs', ...REQUIRE], SILENT).ended;
    expect(code).toBe(3);
    expect(stderr.trimEnd().split('\n')).toHaveLength(1);
    for (const word of ['`register` of node:module', 'toolDecisionPipeline', 'instrumentClient'])
      expect(stderr).toContain(word);
  });

  it('leaves an SDK alone that was there before', async () => {
    app.write(
      'earlier.cjs',
      `const { BasicTracerProvider } = require('@opentelemetry/sdk-trace-base');
      require('@opentelemetry/api').trace.setGlobalTracerProvider(new BasicTracerProvider());`,
    );
    const { code, stderr } = await app.start(['--require', './earlier.cjs', ...REQUIRE], SILENT).ended;
    expect(code).toBe(3);
    expect(stderr).toContain('toolDecisionPipeline');
  });
});
