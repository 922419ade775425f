import { describe, expect, it } from 'vitest';
import { FollowedInput } from '../../src/cli/followed-input.ts';
import { factReader } from '../../src/cli/read-fact.ts';
import { BASELINE_SCHEMA } from '../../src/gate/baseline.ts';
import { fingerprint } from '../../src/gate/fingerprint.ts';
import { expectWithinDeclared, gate, readDeclaredSurface, readRuns } from '../../src/gate-entry/index.ts';
import { readOtlpJson } from '../../src/span/otlp/read-otlp-json.ts';
import { callSpan, line } from '../cli/call-spans.ts';
import {
  allowed,
  DECLARED,
  declaredText,
  documentsOf,
  lineOf,
  lookup,
  PARTIAL,
  undeclared,
} from '../cli/judged-files.ts';
import { declared, GITHUB } from '../gate/declared.ts';
import { TODAY } from '../gate/observed.ts';

const passing = documentsOf('job', [allowed]);
const failing = documentsOf('job', [undeclared]);

/** As a sink gets them. */
function emittedRuns() {
  const input = new FollowedInput({ all: false, emittedBy: 'test', wallClock: () => 0, heapLimit: 2 ** 30 });
  const read = factReader({ toolSpans: 'mcp' });
  for (const span of readOtlpJson(JSON.parse(line([callSpan()]))).spans) {
    input.add(read(span).fact, span.endTimeUnixNano);
  }
  return input.end();
}

function messageOf(run: () => unknown): string {
  try {
    run();
  } catch (error) {
    if (error instanceof Error) return error.message;
  }
  return expect.fail('Expected an error');
}

describe('expectWithinDeclared', () => {
  it.each<[title: string, runs: Parameters<typeof expectWithinDeclared>[0]]>([
    ['a line as text', lineOf('job', passing)],
    ['lines as text', lineOf('job', passing) + lineOf('other', documentsOf('other', [allowed]))],
    ['lines in a list', [lineOf('job', passing), lineOf('other', documentsOf('other', []))]],
    ['a parsed line', JSON.parse(lineOf('job', passing))],
    ['an emitted run', { runId: 'job', ...passing }],
    ['a surface and its health', { surface: passing.surface, health: passing.health }],
    ['a set of runs', new Set([{ runId: 'job', ...passing }])],
  ])('returns the diff of %s', (_title, runs) => {
    expect(expectWithinDeclared(runs, DECLARED, { today: TODAY })).toMatchObject({ verdict: 'pass' });
    expect(expectWithinDeclared(runs, declaredText())).toMatchObject({ verdict: 'pass' });
  });

  it('takes what the sinks of an exporter get', () => {
    const surface = declared([{ ...GITHUB, allowed_targets: [] }]);
    expect(messageOf(() => expectWithinDeclared(emittedRuns(), surface))).toContain(
      'coverage: unknown, not enough',
    );
    const diff = expectWithinDeclared(emittedRuns(), surface, { acceptCoverage: 'unknown' });
    expect(diff).toMatchObject({ verdict: 'pass', coverage_accepted: 'unknown', matched: [{ record: 0 }] });
  });

  it('throws the report where something is not declared, with the line that came nearest', () => {
    const message = messageOf(() =>
      expectWithinDeclared({ runId: 'job', ...failing }, declaredText(), { file: 'declared.json' }),
    );
    expect(message).toMatch(/^verdict: fail\n1 finding: 1 error/);
    expect(message).toContain('nearest: github (declared.json, line 4): repo does not fit');
  });

  it.each<[title: string, runs: Parameters<typeof expectWithinDeclared>[0], told: string]>([
    ['no run at all', [], 'there is no surface'],
    ['no line', '\n', 'there is no surface'],
    ['a surface without health', { surface: passing.surface }, 'there is no health document'],
    ['a bare surface', passing.surface as never, 'there is no health document'],
    [
      'partial coverage',
      { runId: 'job', ...documentsOf('job', [allowed], PARTIAL) },
      'coverage: partial, not enough',
    ],
    ['a health that is none', { runId: 'job', surface: passing.surface, health: 1 }, 'cannot be read'],
    ['the health of another run', { ...passing, runId: 'other' }, 'belongs to another run'],
    ['an unknown tool', { runId: 'job', ...documentsOf('job', [lookup]) }, 'unknown tool'],
  ])('throws for %s: what is inconclusive is not within', (_title, runs, told) => {
    const message = messageOf(() => expectWithinDeclared(runs, DECLARED));
    expect(message).toMatch(/^verdict: inconclusive\n/);
    expect(message.replace(/\s+/g, ' ')).toContain(told);
  });

  it('takes the options of the gate', () => {
    const entry = { fingerprint: fingerprint('new_privileged_tool_action', undeclared), reason: 'known' };
    const baseline = { schema: BASELINE_SCHEMA, accepted: [entry] } as const;
    const run = { runId: 'job', ...failing };
    expect(expectWithinDeclared(run, DECLARED, { baseline }).baselined).toHaveLength(1);
    expect(() => expectWithinDeclared(run, DECLARED, { baseline, expectRuns: ['nightly'] })).toThrow(
      'nightly',
    );
    expect(
      expectWithinDeclared(run, DECLARED, { levels: { new_privileged_tool_action: 'note' } }).verdict,
    ).toBe('pass');
    const reviewed = declared([], {
      reviewed_tools: [{ server: 'github', tool: 'lookup', reason: 'seen', until: TODAY }],
    });
    const unknown = { runId: 'job', ...documentsOf('job', [lookup]) };
    expect(expectWithinDeclared(unknown, reviewed, { today: TODAY }).verdict).toBe('pass');
    expect(() => expectWithinDeclared(unknown, reviewed, { today: '2026-12-02' })).toThrow(
      'the review has expired',
    );
  });

  it.each<[title: string, runs: unknown, told: string]>([
    ['text that is no JSON', 'canary', 'runs[0]: Expected a line of JSON'],
    ['another document', [passing, { resourceSpans: ['canary'] }], 'runs[1]: Expected a surface or a line'],
    ['a number', 5, 'runs[0]: Expected a surface or a line'],
    [
      'half a surface',
      { surface: { schema: 'assay.tool_decision_surface.v0' } },
      '`surface.observed_tool_decisions`',
    ],
  ])('throws for %s that it cannot be judged', (_title, runs, told) => {
    const run = () => expectWithinDeclared(runs as never, DECLARED);
    expect(run).toThrow(TypeError);
    expect(messageOf(run)).toContain(told);
    expect(messageOf(run)).not.toContain('canary');
  });

  it('throws every error of a declared surface, with its line where there is a text', () => {
    const text = 'schema: assay.declared_tool_surface.v0\ndeclared_tool_actions:\n  - id: 5\n';
    const message = messageOf(() => expectWithinDeclared([], text, { file: 'd.yaml' }));
    expect(message.split('\n')).toHaveLength(6);
    expect(message).toContain('d.yaml:3:5: Expected `declared_tool_actions[0].id` to be a string');
    const object = { ...DECLARED, reviewed_tools: [{ server: 's', tool: 't', reason: '' }] };
    expect(messageOf(() => expectWithinDeclared([], object))).toContain(
      '\nExpected `reviewed_tools[0].reason`',
    );
  });

  it.each<[title: string, options: unknown, told: string]>([
    ['an option that is none', { expectRun: ['a'] }, '`expectRun`; did you mean `expectRuns`?'],
    ['another that is none', { strict: true }, 'Expected `options` to be an object of `acceptCoverage`'],
    ['no object', 'nightly', 'Expected `options` to be an object, got a string'],
    [
      'a level that is none',
      { levels: { 'unclassified.other': 'fail' } },
      'Expected `levels.unclassified.other` to be "error", "inconclusive", "warning" or "note"',
    ],
    [
      'a row that is none',
      { levels: { 'unclassified.othr': 'note' } },
      '`unclassified.othr`; did you mean `unclassified.other`?',
    ],
    ['the level of a gap', { levels: { inconclusive_observation_gap: 'note' } }, 'Expected `levels`'],
    [
      'coverage that is none',
      { acceptCoverage: 'most' },
      'to be "complete", "scoped", "partial" or "unknown"',
    ],
    ['a day in other words', { today: '1/1/2028' }, 'Expected `today` to be a date, YYYY-MM-DD'],
    ['a day that is none', { today: '2026-02-30' }, 'got a day that no calendar has'],
    ['runs that are no list', { expectRuns: 'nope' }, 'Expected `expectRuns` to be an array, got a string'],
    ['services that are no list', { expectServices: 'nope' }, 'Expected `expectServices` to be an array'],
    ['words that are no list', { highRisk: { verbs: ['x'] } }, 'Expected `highRisk.verbs` to be an object'],
    [
      'a baseline as it was read',
      { baseline: { document: {}, warnings: [] } },
      'got what `readBaseline` gives; its `document` is the baseline',
    ],
    [
      'a baseline that is none',
      { baseline: 'schema: assay.tool_surface_baseline.v0\naccepted:\n  - reason: x\n' },
      'baseline:3:5: Expected `accepted[0].fingerprint`',
    ],
    ['a number for a baseline', { baseline: 5 }, 'Expected `baseline` to be an object, got a number'],
  ])('throws for %s, even where all is well', (_title, options, told) => {
    const run = () => expectWithinDeclared({ runId: 'job', ...passing }, DECLARED, options as never);
    expect(run).toThrow(TypeError);
    expect(messageOf(run)).toContain(told);
  });

  it('takes a baseline as text', () => {
    const print = fingerprint('new_privileged_tool_action', undeclared);
    const baseline = `schema: ${BASELINE_SCHEMA}\naccepted:\n  - { fingerprint: "${print}", reason: known }\n`;
    const run = { runId: 'job', ...failing };
    expect(expectWithinDeclared(run, DECLARED, { baseline }).baselined).toHaveLength(1);
  });

  it('tells what of the declared surface does nothing, beside what was found and beside errors', () => {
    const class_ = { ...GITHUB, id: 'other', action_class: 'github_deploy_keys' };
    const run = { runId: 'job', ...failing };
    const message = messageOf(() => expectWithinDeclared(run, declared([GITHUB, class_])));
    expect(message).toContain('\nnote: Expected `declared_tool_actions[1].action_class` to be one of');
    const wrong = { ...declared([GITHUB, class_]), expected_service: ['agent'] };
    expect(messageOf(() => expectWithinDeclared(run, wrong))).toMatch(
      /did you mean `expected_services`\?\nnote: Expected `declared_tool_actions\[1\].action_class`/,
    );
  });

  it('names its own options in what is to be done', () => {
    const partial = documentsOf('job', [allowed], PARTIAL);
    const message = messageOf(() => expectWithinDeclared({ runId: 'job', ...partial }, DECLARED));
    expect(message).toContain("`acceptCoverage: 'partial'`");
    expect(message).not.toContain('--accept-coverage');
  });

  it('points at the test that asked', () => {
    try {
      expectWithinDeclared([], DECLARED);
    } catch (error) {
      expect((error as Error).stack?.split('\n    at ')[1]).toContain('expect-within-declared.test.ts');
    }
    expect.hasAssertions();
  });
});

describe('readRuns', () => {
  it('gives runs as gate takes them, each once, in the order of their names', () => {
    const lines = [lineOf('b', documentsOf('b', [allowed])), lineOf('a', documentsOf('a', []))];
    const runs = readRuns([...lines, ...lines]);
    expect(runs.map(({ lineRunId }) => lineRunId)).toEqual(['a', 'b']);
    const reading = readDeclaredSurface(declaredText());
    if ('errors' in reading) throw new Error('Expected a valid declared surface');
    expect(gate(runs, reading.document, { today: TODAY }).verdict).toBe('pass');
  });

  it('leaves out lines whose place a later one takes', () => {
    const early = lineOf('job', documentsOf('job', [allowed], PARTIAL));
    const late = lineOf('job', documentsOf('job', [allowed, allowed]), { revision: 2, supersedes: 1 });
    expect(readRuns(early + late)).toHaveLength(1);
  });
});
