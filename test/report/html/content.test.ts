import { describe, expect, it } from 'vitest';
import { LEVELS, type Level, ROWS } from '../../../src/gate/rows.ts';
import { htmlReport } from '../../../src/report/html/html-report.ts';
import type { Report } from '../../../src/report/report.ts';
import { CALLS, OUTCOMES, unknownTool } from '../../gate/observed.ts';
import { HEALTH } from '../../schema/health-documents.ts';
import { attribute, type Element, Parsed, textOf } from './support/parsed.ts';
import { CALM, FULL, observed, PASSING, reportOf } from './support/scenario.ts';

class ReadReport {
  readonly page: Parsed;

  constructor(report: Report) {
    this.page = new Parsed(htmlReport.render(report));
  }

  /** Text of the section below a heading. */
  section(id: string): string {
    const section = this.page.all('section').find((one) => attribute(one, 'aria-labelledby') === id);
    return section === undefined ? '' : plain(section);
  }

  row(id: string): string {
    return this.text(id);
  }

  text(id: string): string {
    const element = this.page.byId(id);
    return element === undefined ? '' : plain(element);
  }

  get head(): string {
    return this.page.all('header').map(plain).join('');
  }
}

function plain(element: Element): string {
  return textOf(element).replace(/\s+/g, ' ').trim();
}

const { github } = CALLS;

describe('the HTML report', () => {
  const full = new ReadReport(FULL);

  it('says the verdict and what it rests on', () => {
    expect(full.head).toContain(
      'fail (1 level changed, 1 finding accepted) At least one finding is an error.',
    );
    expect(full.head).toContain('Findings 3 error, 5 inconclusive, 1 warning, 12 note');
    expect(full.head).toContain('Coverage 2 runs complete, 1 run partial, 1 run unknown');
    const passing = new ReadReport(PASSING);
    expect(passing.head).toContain('pass (coverage: scoped accepted)');
    expect(passing.section('coverage')).toContain('Accepted as it is, by configuration');
  });

  it('has no verdict and no level where calls are only compared', () => {
    const compared = new ReadReport({ ...FULL, isJudged: false });
    expect(compared.head).toContain('not judged');
    expect(compared.page.elements.filter((one) => attribute(one, 'class')?.startsWith('level'))).toEqual([]);
    expect(compared.section('levels')).toBe('');
    expect(compared.section('findings')).not.toMatch(/\b(?:error|inconclusive|warning|note):/);
    expect(compared.section('findings')).toContain('undeclared action: github.add_deploy_key on github');
  });

  it('tells a finding with its row, target, decision, nearest declaration and the key that failed', () => {
    const entry = full.text('finding-1');
    for (const words of [
      'error: undeclared action: github.add_deploy_key on github',
      'Row new_privileged_tool_action',
      'repo Prod-Repo',
      'key_title_hash no value',
      'Decision allowed (no decision observed)',
      'Nearest declaration github (ci/declared-surface.yaml, line 3): repo differs in case alone',
      'nightly-43, record 0: trace 0af7651916cd43dd8448eb211c80319c, spans b7ad6b7100000001, b7ad6b7100000002',
      'nightly-43, record 1: trace',
    ]) {
      expect(entry).toContain(words);
    }
  });

  it('tells the worst first, and in the order of the rows where nothing is judged', () => {
    const levels = full.page.all('article').map((entry) => attribute(entry, 'class')?.split(' ')[1]);
    const ranks = levels.map((level) => LEVELS.indexOf(level as Level));
    expect(ranks).toEqual([...ranks].sort());
    expect(new Set(ranks)).toEqual(new Set([0, 1, 2, 3]));
    const { page } = new ReadReport({ ...FULL, isJudged: false });
    const rows = page.all('article').map((entry) => /Row ([a-z_.]+)/.exec(plain(entry))?.[1]);
    const places = rows.map((row) => Object.keys(ROWS).indexOf(row ?? ''));
    expect(places).toEqual([...places].sort((one, other) => one - other));
  });

  it('says of allow without a decision that nobody decided, wherever a decision stands', () => {
    const undecided = FULL.diff.findings.filter(({ decision }) => decision?.source === 'none');
    expect(undecided.length).toBeGreaterThan(0);
    for (const id of ['findings', 'decisions', 'matched', 'reviewed']) {
      expect(full.section(id)).toContain('allowed (no decision observed)');
    }
    expect(htmlReport.render(FULL)).not.toMatch(/allowed by (?:<bdi>)?none/);
  });

  it('lists every decision of every run with its trace, its spans and what became of it', () => {
    FULL.runs.forEach(({ surface, index }, run) => {
      surface?.observed_tool_decisions.forEach(({ tool, response }, record) => {
        const row = full.row(`call-${run + 1}-${record}`);
        const entry = index?.records[record];
        for (const word of [tool.name, response.status, entry?.trace_id, ...(entry?.span_ids ?? [])]) {
          expect(row).toContain(word);
        }
      });
    });
    expect(full.row('call-2-0')).toContain('2026-11-30 00:53:20.000 UTC, 42.1 ms');
    expect(full.row('call-2-0')).toContain('error: new_privileged_tool_action');
    expect(full.row('call-1-0')).toContain('matched');
    expect(full.row('call-1-3')).toContain('reviewed');
    expect(full.row('call-1-4')).toContain('baselined');
  });

  it('tells the coverage of a run with its gaps, what to do, what may be claimed, and its scope', () => {
    const coverage = full.section('run-2');
    for (const words of [
      'nightly-43: partial',
      'Calls 1, 4–5 of emitter 0123456789abcdef (agent): nothing of them was seen.',
      'Look for dropped spans: full queues, failed exports, files cut short.',
      'arguments_not_captured: the arguments of 1 call were not captured',
      'export_failed: 1 export failed',
      'May not be claimed: no tool use, because 6 calls were observed',
      'client calls of the whole process, through assay-otel/mcp',
      'Not in scope, since no emitter speaks for it: billing.',
    ]) {
      expect(coverage).toContain(words);
    }
    expect(full.section('coverage')).toMatch(
      /Runs, the least observed first.*nightly-43.*nightly-45.*nightly-42.*nightly-44.*nightly-43: partial/,
    );
    expect(full.section('run-4')).toContain('There is no health document');
    expect(full.section('run-3')).toContain('May be claimed: no tool use within the scope.');
  });

  it('tells of what is not enough before what is accepted', () => {
    const partial = observed({ id: 'partial', records: [], health: { coverage: HEALTH.partial.coverage } });
    const unknown = observed({ id: 'unknown', records: [], without: 'health' });
    const read = new ReadReport(reportOf([partial, unknown], { acceptCoverage: 'partial' }));
    expect(read.section('coverage')).toMatch(/unknown.*unknown, not enough.*partial.*partial, accepted/);
  });

  it('tells what was accepted, reviewed, not observed, and at which levels', () => {
    expect(full.section('baselined')).toContain('the scheduler retries, and the policy stops it');
    expect(full.section('baselined')).toContain('Nothing with this fingerprint was found.');
    expect(full.section('reviewed')).toContain('reads public tickets');
    expect(full.section('unobserved')).toMatch(/workspace-eu.*line 24, declared_tool_actions\[3\]/);
    expect(full.section('levels')).toMatch(/required_decision.*warning ?instead of note, by configuration/);
  });

  it('holds the digests of everything that was read, and what is not claimed', () => {
    const { inputs, runs, non_claims: nonClaims } = FULL.diff;
    const digests = [
      inputs.declared,
      inputs.baseline,
      ...runs.flatMap((run) => [run.surface_digest, run.health_digest]),
    ];
    for (const digest of digests) if (digest !== null) expect(full.section('inputs')).toContain(digest);
    for (const said of [...nonClaims, ...(FULL.runs[0]?.health?.non_claims ?? [])]) {
      expect(full.section('not-claimed')).toContain(said);
    }
  });

  it('names a gap with both of its codes once, and several calls of one finding once', () => {
    const both = reportOf(
      [observed({ id: 'a', records: [CALLS.redactionFailed, CALLS.redactionFailed] })],
      {},
      CALM,
    );
    const read = new ReadReport(both);
    expect(read.page.all('article').filter((one) => plain(one).includes('undeclared'))).toHaveLength(1);
    expect(read.section('findings')).toContain(
      'inconclusive_tool_target.undeclared, codes new_privileged_tool_action, inconclusive_tool_target',
    );
  });
});

describe('what is less than it seems', () => {
  it('is said of an attestation that came late', () => {
    const [entry] = HEALTH.complete.scope.emitters;
    if (entry === undefined) throw new Error('Expected an emitter');
    const attested = entry.attested.map((one) => ({ ...one, since: '1796000000000000001' }));
    const scope = {
      emitters: [{ ...entry, until: '1796000000000000002', attested }],
      uncovered_services: [],
    };
    const late = new ReadReport(reportOf([observed({ id: 'a', records: [], health: { scope } })]));
    expect(late.section('run-1')).toContain('through assay-otel/mcp, since 2026-11-30 00:53:20.000 UTC');
    expect(new ReadReport(FULL).section('run-3')).not.toContain('since 2026');
  });

  it('is said of a review of a risky tool', () => {
    const review = { server: 'github', tool: 'create_webhook', reason: 'known', high_risk: true };
    const surface = { ...CALM, reviewed_tools: [review] };
    const runs = [observed({ id: 'a', records: [unknownTool('create_webhook')] })];
    expect(new ReadReport(reportOf(runs, {}, surface)).section('reviewed')).toContain(
      'no end, reviewed as high risk',
    );
  });
});

describe('runs that cannot be told apart', () => {
  const same = ['x', 'y'].map((name) => observed({ id: 'same', records: [unknownTool(name)] }));
  const read = new ReadReport(reportOf([...same, observed({ id: 'other', records: [github] })]));

  it('lend no trace and no outcome to one another', () => {
    expect(read.section('findings')).toContain('same, record 0');
    expect(read.section('findings')).not.toContain('same, record 0: trace');
    expect(read.row('call-1-0')).toContain('not told apart: several runs have this id');
    expect(read.row('call-2-0')).toContain('not told apart: several runs have this id');
    expect(read.row('call-3-0')).not.toContain('not told apart');
  });
});

describe('what is not at hand', () => {
  const { run, surface } = observed({ id: 'bare', records: [{ ...github, ...OUTCOMES.allowed }] });
  const report = reportOf([
    {
      run,
      surface,
      health: undefined,
      index: { schema: 'assay.tool_observation_index.v0', run_id: 'bare', records: [] },
    },
  ]);

  it('is said', () => {
    expect(new ReadReport(report).row('call-1-0')).toContain('not indexed');
    expect(new ReadReport({ ...report, runs: [{}] }).section('decisions')).toContain(
      'Its surface is not at hand.',
    );
    expect(new ReadReport(reportOf([])).section('decisions')).toContain('No run came in.');
  });
});
