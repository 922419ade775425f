import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { describe, expect, it } from 'vitest';
import { canonicalJson } from '../../src/decision/canonical-json.ts';
import { NON_CLAIMS, SURFACE_SCHEMA } from '../../src/decision/record.ts';
import { GAP_WORDS } from '../../src/report/words/gap-words.ts';
import type { Health } from '../../src/run/health.ts';
import type { SpanFact } from '../../src/run/span-fact.ts';
import { HealthSchema } from '../../src/schema/health.ts';
import { call, documents, type Traced, traced } from '../run/traced.ts';
import { cli, folderWith } from './run-cli.ts';

const DEPLOY_KEY = { owner: 'org', repo: 'prod-repo' };
const LIST = { 'mcp.method.name': 'tools/list' };
const ODD = { 'gen_ai.operation.name': 'execute_tool', 'gen_ai.tool.name': 'lookup' };
const numberOf = (fact: SpanFact) => fact.calls?.[0]?.sequence;

/** One call never arrived, another lost its event, a third is open, a tool span is odd, the sampler is not known. */
function damaged(): Traced {
  const run = traced(
    (start) => {
      call(start, 'add_deploy_key', DEPLOY_KEY).end();
      call(start, 'search').end();
      call(start, 'search').end();
      call(start, 'search');
      start('execute_tool lookup', ODD).end();
    },
    { attest: { instrumentation: 'configured' }, runIsTrace: true },
  );
  const facts = run.facts
    .filter((fact) => numberOf(fact) !== 2)
    .map((fact) => (numberOf(fact) === 3 ? { ...fact, calls: undefined } : fact));
  return { ...run, facts };
}

function unobserved(): Traced {
  const run = traced((start) => call(start, 'search').end());
  return { ...run, facts: run.facts.map(({ trace, span, parent }) => ({ trace, span, parent })) };
}

const RUNS = {
  complete: () => traced((start) => call(start, 'add_deploy_key', DEPLOY_KEY).end()),
  'zero-calls': () => traced((start) => start('tools/list', LIST).end()),
  partial: damaged,
  unknown: unobserved,
} satisfies Readonly<Record<string, () => Traced>>;

/** A real health document; its ids, times and service are those of no real run. */
function healthOf(run: Traced): Health {
  const { health } = documents(run);
  const emitters = health.scope.emitters.map((entry) => ({
    ...entry,
    service: 'agent',
    attested: entry.attested.map((attested) => ({ ...attested, since: '1795999990000000000' })),
    from: '1796000000000000000',
    until: '1796000004250000000',
  }));
  let text = JSON.stringify({ ...health, scope: { ...health.scope, emitters } });
  text = text.replaceAll(run.traceId, '0af7651916cd43dd8448eb211c80319c');
  for (const { emitter, epoch } of health.coverage.emitters)
    text = text.replaceAll(emitter, '9f1c6a2b3c4d5e6f').replaceAll(epoch, '1-77ab000000000001');
  return JSON.parse(text);
}

/** A partial run with these gaps, of the one emitter. */
function withGaps(gaps: Health['coverage']['gaps']): Health {
  const health = healthOf(RUNS.complete());
  const blocked = { no_tool_use: 'blocked', no_undeclared_tool_use: 'blocked' } as const;
  return {
    ...health,
    coverage: { ...health.coverage, state: 'partial', gaps },
    claims: { ...health.claims, ...blocked },
  };
}

const print = (health: Health, ...args: readonly string[]) =>
  cli(['health', '-', ...args], { stdin: [canonicalJson(health)] });
/** The text as one line, so that it can be searched across its line breaks. */
const flat = (text: string) => text.replace(/\s+/g, ' ');

describe('a run in words', () => {
  it.each(Object.keys(RUNS) as (keyof typeof RUNS)[])('%s; UPDATE_GOLDEN=1 rewrites it', async (name) => {
    const { code, stdout, stderr } = await print(healthOf(RUNS[name]()));
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    const golden = new URL(`golden/health-${name}.txt`, import.meta.url);
    if (process.env.UPDATE_GOLDEN === '1') writeFileSync(golden, stdout);
    expect(stdout).toBe(readFileSync(golden, 'utf8'));
    for (const line of stdout.split('\n')) expect(line.length).toBeLessThanOrEqual(80);
  });

  it.each(Object.entries(GAP_WORDS))('says %s, and what to do about it', async (code, { remedy }) => {
    const gap = { code: code as Health['coverage']['gaps'][number]['code'], count: 1 };
    const missing = code === 'sequence_gap' ? { missing: [[1, 1]] as const } : {};
    const health = withGaps([{ ...gap, ...missing, emitter: '9f1c6a2b3c4d5e6f' }]);
    const { code: exit, stdout } = await print(health);
    expect(exit).toBe(0);
    expect(flat(stdout)).toContain(` ${code}: `);
    expect(flat(stdout)).toContain(flat(`→ ${remedy}`));
    expect(stdout).not.toContain('undefined');
  });

  it('says what to do about a code once, and names the numbers', async () => {
    const gap = { code: 'sequence_gap', classification: 'not_observed' } as const;
    const { stdout } = await print(
      withGaps([
        { ...gap, count: 2, emitter: '9f1c6a2b3c4d5e6f', missing: [[4, 5]] },
        {
          ...gap,
          count: 3,
          emitter: 'aaaaaaaaaaaaaaaa',
          missing: [
            [1, 1],
            [3, 4],
          ],
        },
      ]),
    );
    expect(flat(stdout)).toContain('calls 4–5 of emitter 9f1c6a2b3c4d5e6f (agent): nothing of them was seen');
    expect(flat(stdout)).toContain('calls 1, 3–4 of emitter aaaaaaaaaaaaaaaa: nothing of them was seen');
    expect(stdout.split('→')).toHaveLength(2);
  });

  it('tells the parts of one emitter together, and where the run began first', async () => {
    const health = healthOf(RUNS.complete());
    const [root] = health.scope.emitters;
    const [of] = health.coverage.emitters;
    if (root === undefined || of === undefined) throw new Error('Expected an emitter');
    const emitter = 'aaaaaaaaaaaaaaaa';
    const parts = [1, 2, 3].map((at) => ({
      ...root,
      emitter,
      epoch: `${at}-00000000000000aa`,
      service: 'github server',
      run_root: false,
      from: `179600000${at}000000000`,
      until: `179600000${at}020000000`,
    }));
    const { stdout } = await print({
      ...health,
      scope: { ...health.scope, emitters: [...parts, root] },
      coverage: {
        ...health.coverage,
        emitters: [...parts.map(({ epoch }) => ({ ...of, emitter, epoch })), of],
      },
    });
    expect(stdout.match(/^ {4}emitter .*/gm)).toEqual([
      '    emitter 9f1c6a2b3c4d5e6f (agent), where the run began',
      '    emitter aaaaaaaaaaaaaaaa ("github server")',
    ]);
    expect(flat(stdout)).toContain('2026-11-30T00:53:21.000Z – 2026-11-30T00:53:23.020Z, in 3 parts (60 ms)');
    expect(stdout).toContain('3 calls numbered, 3 recorded, sealed');
  });

  it('cuts long lists and says so', async () => {
    const emitter = (index: number) => index.toString(16).padStart(16, '0');
    const gaps = Array.from({ length: 25 }, (_, index) => ({
      code: 'seal_mismatch' as const,
      count: 1,
      emitter: emitter(index),
    }));
    const { stdout } = await print(withGaps(gaps));
    expect(stdout).toContain('and 5 more (--format json)');
    expect(stdout.match(/seal_mismatch/g)).toHaveLength(20);
  });

  it.each<[string, Partial<Health['scope']['emitters'][number]>, string]>([
    ['in milliseconds', { until: '1796000000000400000' }, '(0.4 ms)'],
    ['in minutes', { until: '1796000125000000000' }, '(2 min 5 s)'],
    ['in hours', { until: '1796093780000000000' }, '(26 h 3 min)'],
    ['of a clock that was set back', { until: '1795999999000000000' }, '(ends before it begins)'],
    ['at the end of what can be written', { until: '99999999999999999999' }, '5138-11-16T09:46:39.999Z'],
  ])('tells a span of time %s', async (_what, times, expected) => {
    const health = healthOf(RUNS.partial());
    const emitters = health.scope.emitters.map((entry) => ({ ...entry, ...times }));
    const { stdout } = await print({ ...health, scope: { ...health.scope, emitters } });
    expect(flat(stdout)).toContain(expected);
  });
});

describe('claims', () => {
  const complete = healthOf(RUNS.complete());
  const silent = healthOf(RUNS['zero-calls']());
  const [entry] = silent.scope.emitters;
  if (entry === undefined) throw new Error('Expected an emitter in scope');
  const scoped = (change: Partial<typeof entry>): Health => ({
    ...silent,
    scope: { ...silent.scope, emitters: [{ ...entry, ...change }] },
  });
  const late = entry.attested.map((attested) => ({ ...attested, since: '1796000001000000000' }));

  it.each<[string, Health, string | undefined]>([
    ['of a run without a call', silent, undefined],
    ['of a run with a call', complete, '1 call was observed'],
    ['of a partial run', healthOf(RUNS.partial()), 'the run is partial (4 gaps above)'],
    ['of an unknown run', healthOf(RUNS.unknown()), 'no emitter speaks for the run'],
    ['where nobody saw the run begin', scoped({ run_root: false }), 'no emitter in scope saw the run begin'],
    [
      'where calls were watched too late',
      scoped({ attested: late }),
      'of agent were not watched from its beginning',
    ],
    [
      'where calls may be hidden',
      { ...silent, limits: [{ code: 'unattributed_tool_spans', count: 2 }] },
      '2 tool spans that may or may not be an MCP call',
    ],
  ])('of no tool use are told as the schema allows them, %s', async (_what, health, because) => {
    const claims = { ...health.claims, no_tool_use: 'allowed', no_undeclared_tool_use: 'blocked' } as const;
    expect(HealthSchema.safeParse({ ...health, claims }).success).toBe(because === undefined);
    const blocked = { ...claims, no_tool_use: because === undefined ? 'allowed' : 'blocked' } as const;
    const { stdout } = await print({ ...health, claims: blocked });
    if (because === undefined) expect(stdout).toContain('may claim: no tool use within the scope');
    else expect(flat(stdout)).toMatch(/may not claim: no tool use, because .*may not claim/);
    expect(flat(stdout)).toContain(because ?? '');
  });

  it('of no undeclared tool use name unknown tools, or say that a call is not classified in full', async () => {
    const claims = { ...complete.claims, no_undeclared_tool_use: 'blocked' } as const;
    const unknown = await print({ ...complete, claims, unknown_tool_count: 1 });
    expect(flat(unknown.stdout)).toContain('no undeclared tool use, because 1 call went to an unknown tool');
    const incomplete = await print({ ...complete, claims });
    expect(flat(incomplete.stdout)).toContain('no undeclared tool use, because not every call is classified');
  });
});

describe('text from outside', () => {
  const hostile = '\u001b[2J\u202ex  may claim: no tool use\n  may claim: all';

  it('moves nothing, hides nothing and begins no line', async () => {
    const health = healthOf(RUNS.partial());
    const counted = [{ code: hostile, count: 1 }];
    const emitters = health.scope.emitters.map((of) => ({
      ...of,
      service: hostile,
      attested: of.attested.map((attested) => ({ ...attested, scope: hostile })),
    }));
    const { code, stdout } = await print({
      ...health,
      run_id: hostile,
      scope: { emitters, uncovered_services: [hostile] },
      coverage: {
        ...health.coverage,
        gaps: [...health.coverage.gaps, { code: 'conflict', count: 1, what: hostile }],
        notes: counted,
      },
      limits: counted,
      non_claims: [hostile],
    });
    expect(code).toBe(0);
    expect(stdout).not.toMatch(/[^\P{C}\n]/u);
    expect(stdout).not.toMatch(/^\s*may claim: (no|all)/mu);
    expect(stdout.match(/may claim: all/g)?.length).toBeGreaterThanOrEqual(7);
  });

  it('is cut where it is long', async () => {
    const { stdout } = await print({ ...healthOf(RUNS.complete()), run_id: 'x'.repeat(5000) });
    expect(stdout.length).toBeLessThan(2000);
  });
});

describe('assay-otel health', () => {
  const [complete, partial, unknown] = [RUNS.complete, RUNS.partial, RUNS.unknown].map((run) =>
    canonicalJson(healthOf(run())),
  );

  it('reads a directory, and sums up several runs', async () => {
    const folder = folderWith({
      'a.health.json': `${complete}\n`,
      'b.health.json': `${partial}\n`,
      'c.health.json': `${unknown}\n`,
      'a.surface.json': '{}',
      '.d.health.json': 'x',
    });
    const { code, stdout, stderr } = await cli(['health', folder]);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout.match(/^run .*: \w+$/gm)?.map((line) => line.split(': ')[1])).toEqual([
      'complete',
      'partial',
      'unknown',
    ]);
    expect(stdout.endsWith('\n3 runs: 1 complete, 1 partial, 1 unknown\n')).toBe(true);
  });

  it('reads lines of surface, and prints health alone as canonical lines', async () => {
    const { runId: run_id, ...parts } = documents(RUNS.complete());
    const line = canonicalJson({ run_id, ...parts });
    expect(await cli(['health', '-', '--format', 'json'], { stdin: [`${line}\n${partial}\n`] })).toEqual({
      code: 0,
      stdout: `${canonicalJson(parts.health)}\n${partial}\n`,
      stderr: '',
    });
    const { code, stdout } = await cli(['health', '-'], { stdin: [line] });
    expect({ code, first: stdout.split('\n')[0] }).toEqual({ code: 0, first: `run ${run_id}: complete` });
    expect(stdout).not.toContain('1 run:');
  });

  it('tells each document that is none, and goes on', async () => {
    const { index, surface, runId: run_id } = documents(RUNS.complete());
    const other = { schema: SURFACE_SCHEMA, observed_tool_decisions: [], non_claims: NON_CLAIMS };
    const deep = `{"schema":"assay.tool_observation_health.v0","x":${'['.repeat(9000)}${']'.repeat(9000)}}`;
    const claims = { observed_calls: 'allowed', no_tool_use: 'allowed', no_undeclared_tool_use: 'blocked' };
    const folder = folderWith({
      'x.ndjson': [
        canonicalJson({ ...JSON.parse(partial ?? ''), claims }),
        canonicalJson(other),
        canonicalJson({ run_id, index, surface }),
        'not json',
        deep,
        '{"resourceSpans":[]}',
        complete,
      ].join('\n'),
    });
    const file = join(folder, 'x.ndjson');
    const { code, stdout, stderr } = await cli(['health', file, join(folder, 'missing')]);
    expect(code).toBe(0);
    expect(stdout).toMatch(/^run .*: complete\n/);
    expect(stdout.match(/^run /gm)).toHaveLength(1);
    const told = stderr.trimEnd().split('\n');
    expect(told.filter((text) => !text.startsWith(`${file}:1: `))).toEqual([
      expect.stringContaining(`${file}:2: Expected a health document`),
      expect.stringContaining(`${file}:3: Expected \`health\` in the line`),
      expect.stringContaining(`${file}:4: Expected a JSON document`),
      expect.stringContaining(`${file}:5: Expected a health document of at most`),
      expect.stringContaining(`${file}:6: Expected a health document`),
      expect.stringContaining('missing: Expected a file'),
    ]);
    expect(told[0]).toContain(`${file}:1: Expected \`claims.no_tool_use\` to be "blocked"`);
  });

  it.each<[string, (folder: string) => readonly string[]]>([
    ['a directory without health', (folder) => [folder]],
    ['a file that is not there', (folder) => [join(folder, 'missing')]],
    ['an empty stdin', () => ['-']],
    ['no path', () => []],
    ['an unknown format', () => ['-', '--format', 'xml']],
  ])('exits 2 for %s', async (_title, paths) => {
    const result = await cli(['health', ...paths(folderWith({ 'a.surface.json': '{}' }))]);
    expect(result).toMatchObject({ code: 2, stdout: '' });
    expect(result.stderr).not.toBe('');
  });

  it('has colour on a terminal alone, and not where NO_COLOR is set', async () => {
    const stdin = [complete ?? ''];
    const control = '\u001b[';
    const plain = await cli(['health', '-'], { stdin });
    const colored = await cli(['health', '-'], { stdin, isTTY: true });
    const asked = await cli(['health', '-'], { stdin, isTTY: true, env: { NO_COLOR: '1' } });
    expect(plain.stdout).not.toContain(control);
    expect(colored.stdout).toContain(control);
    expect(asked.stdout).toBe(plain.stdout);
    expect(stripVTControlCharacters(colored.stdout)).toBe(plain.stdout);
  });

  it('teaches with its help', async () => {
    const { code, stdout } = await cli(['health', '--help']);
    expect(code).toBe(0);
    for (const part of ['Examples:', 'Exit codes:', 'assay-otel health -', '--format'])
      expect(stdout).toContain(part);
    expect((await cli(['--help'])).stdout).toContain('assay-otel health surfaces');
  });
});
