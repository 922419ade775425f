import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { REPORTERS } from '../../src/report/registry.ts';
import { declared, GITHUB } from '../gate/declared.ts';
import { TRACE } from '../span/otlp/documents.ts';
import { callSpan, line } from './call-spans.ts';
import {
  allowed,
  declaredText,
  denied,
  documentsOf,
  filesOfRun,
  gateOf,
  indexOf,
  judge,
  lineOf,
  lookup,
  PARTIAL,
  project,
  undeclared,
} from './judged-files.ts';
import { folderWith } from './run-cli.ts';
import { callLine } from './timed-spans.ts';

const JSON_OUT = ['--format', 'json'];

interface Judged {
  readonly verdict: string;
  readonly runs: readonly {
    readonly run_id: string | null;
    readonly coverage: { readonly reason: string };
  }[];
}

const judged = ({ stdout }: { readonly stdout: string }): Judged => JSON.parse(stdout);
const runsIn = (result: { readonly stdout: string }) =>
  judged(result).runs.map(({ run_id, coverage }) => [run_id, coverage.reason]);

function folderOf(runs: Readonly<Record<string, Parameters<typeof documentsOf>[1]>>): string {
  return folderWith(
    Object.assign(
      {},
      ...Object.entries(runs).map(([id, records]) => filesOfRun(id, documentsOf(id, records))),
    ),
  );
}

describe('surfaces and their health', () => {
  const file = () => join(folderWith({ 'd.json': declaredText() }), 'd.json');

  it('belong together within a directory, and by stem where files are named', async () => {
    const folder = folderOf({ a: [allowed], b: [denied] });
    const named = (...names: readonly string[]) => names.map((name) => join(folder, name));
    const gate = (...paths: readonly string[]) =>
      judge(['gate', '--declared', file(), ...paths, ...JSON_OUT]);
    expect(runsIn(await gate('--surface', folder))).toEqual([
      ['a', null],
      ['b', null],
    ]);
    const surfaces = ['--surface', ...named('a.surface.json', 'b.surface.json')];
    expect(runsIn(await gate(...surfaces, '--health', ...named('b.health.json')))).toEqual([
      ['a', 'health_missing'],
      ['b', null],
    ]);
    expect(runsIn(await gate(...surfaces, '--health', folder))).toEqual([
      ['a', null],
      ['b', null],
    ]);
    expect(runsIn(await gate('--surface', folder, '--health', folder))).toEqual([
      ['a', null],
      ['b', null],
    ]);
    // A health document that nothing was given for is told, whatever else is well.
    expect(runsIn(await gate('--surface', ...named('a.surface.json'), '--health', folder))).toEqual([
      ['a', null],
      ['b', 'no_surface'],
    ]);
  });

  it('of one stem in two directories stay with their own', async () => {
    const other = folderWith(filesOfRun('a', documentsOf('a', [allowed], PARTIAL)));
    const folders = [folderOf({ a: [allowed] }), other];
    const results = [folders, folders.toReversed()].map((paths) =>
      judge(['gate', '--declared', file(), '--surface', ...paths, ...JSON_OUT]),
    );
    for (const result of await Promise.all(results)) {
      expect(runsIn(result).map(String).sort()).toEqual(['a,', 'a,coverage_partial']);
    }
  });

  it('of one directory are never taken from another', async () => {
    const [one, other] = [documentsOf('a', [allowed]), documentsOf('a', [denied])];
    const folders = [
      folderWith(filesOfRun('a', { ...one, health: other.health })),
      folderWith(filesOfRun('a', { ...other, health: one.health })),
    ];
    const result = await judge(['gate', '--declared', file(), '--surface', ...folders, ...JSON_OUT]);
    expect(runsIn(result)).toEqual([
      ['a', 'health_mismatch'],
      ['a', 'health_mismatch'],
    ]);
  });

  it('of one stem that do not agree are told together', async () => {
    const folder = folderOf({ a: [allowed] });
    const health = join(folderWith(filesOfRun('a', documentsOf('a', [denied]))), 'a.health.json');
    const args = ['--surface', join(folder, 'a.surface.json'), '--health', health];
    const result = await judge(['gate', '--declared', file(), ...args, ...JSON_OUT]);
    expect(runsIn(result)).toEqual([['a', 'health_mismatch']]);
  });

  it('of one stem among files are paired by what agrees', async () => {
    const folders = [folderOf({ a: [allowed] }), folderOf({ a: [denied] })];
    const named = (part: string) => folders.map((folder) => join(folder, `a.${part}.json`));
    const args = ['--surface', ...named('surface'), '--health', ...named('health').toReversed()];
    const result = await judge(['gate', '--declared', file(), ...args, ...JSON_OUT]);
    expect(runsIn(result)).toEqual([
      ['a', null],
      ['a', null],
    ]);
  });

  it('under a name that pairs with nothing is told, and never passes', async () => {
    const folder = folderOf({ a: [allowed] });
    writeFileSync(join(folder, 'health.json'), JSON.stringify(documentsOf('a', [allowed]).health));
    const args = ['--surface', join(folder, 'a.surface.json'), '--health', join(folder, 'health.json')];
    const result = await judge(['gate', '--declared', file(), ...args]);
    expect(result.code).toBe(3);
    expect(result.stderr).toContain('`X.health.json` for `X.surface.json`');
  });

  it('that are given twice stand once', async () => {
    const folder = folderOf({ a: [allowed] });
    const text = lineOf('b', documentsOf('b', [allowed]));
    const args = ['gate', '--declared', file(), '--surface', folder, `${folder}/`, '-', ...JSON_OUT];
    const result = await judge(args, { stdin: [text, text] });
    expect(runsIn(result)).toEqual([
      ['a', null],
      ['b', null],
    ]);
  });

  it('are read as they were written: gzip, one document over many lines, unknown fields', async () => {
    const { surface, health, index } = documentsOf('a', [allowed]);
    const document = JSON.stringify({ run_id: 'a', surface, health, index, later: {} }, null, 2);
    const folder = folderWith({ 'runs.ndjson.gz': gzipSync(document) });
    const args = ['gate', '--declared', file(), '--surface', join(folder, 'runs.ndjson.gz'), ...JSON_OUT];
    expect(runsIn(await judge(args))).toEqual([['a', null]]);
  });

  it('lead from a finding to its trace where the index is of the surface, and nowhere else', async () => {
    const folder = folderOf({ a: [undeclared] });
    const args = ['gate', '--declared', file(), '--surface', folder];
    expect((await judge(args)).stdout).toContain('trace: 0af7651916cd43dd8448eb211c80319c');
    for (const index of [indexOf('a', [allowed]), indexOf('a', []), 'not json']) {
      writeFileSync(join(folder, 'a.index.json'), typeof index === 'string' ? index : JSON.stringify(index));
      const result = await judge(args);
      expect(result).toMatchObject({ code: 1, stderr: '' });
      expect(result.stdout).not.toContain('trace:');
    }
  });

  it('in any order of the paths give the same bytes, in every format', async () => {
    const folders = [
      folderOf({ b: [undeclared, lookup], a: [allowed] }),
      folderWith(filesOfRun('b', documentsOf('b', [denied], PARTIAL))),
    ];
    const stdin = [lineOf('c', documentsOf('c', [lookup])), lineOf('a b', documentsOf('a b', [allowed]))];
    const declaredFile = file();
    for (const { format } of REPORTERS) {
      const run = (paths: readonly string[], lines: readonly string[]) =>
        judge(['gate', '--declared', declaredFile, '--surface', ...paths, '--format', format], {
          stdin: lines,
        });
      const first = await run([...folders, '-'], stdin);
      const second = await run(['-', ...folders.toReversed()], stdin.toReversed());
      expect(second).toEqual(first);
      expect(first.code).toBe(1);
    }
  });
});

describe('lines of one run', () => {
  const gateLines = (...lines: readonly string[]) => {
    const folder = folderWith({ 'd.json': declaredText(declared([GITHUB])), 'runs.ndjson': lines.join('') });
    const paths = ['--declared', join(folder, 'd.json'), '--surface', join(folder, 'runs.ndjson')];
    return judge(['gate', ...paths, ...JSON_OUT]);
  };
  const early = documentsOf('job', [allowed], PARTIAL);
  const late = documentsOf('job', [allowed, allowed]);
  const amended = { revision: 2, supersedes: 1 };

  it('are left out where a later one takes their place', async () => {
    const lines = [lineOf('job', early), lineOf('job', late, amended)];
    for (const order of [lines, lines.toReversed()]) {
      const result = await gateLines(...order);
      expect(runsIn(result)).toEqual([['job', null]]);
      expect(result.code).toBe(0);
      expect(result.stderr).toContain('note: 1 line of earlier revisions left out');
    }
  });

  it('stay where they show what the later one does not', async () => {
    const elsewhere = { ...documentsOf('job', [undeclared]), index: indexOf('job', [undeclared], 100) };
    const result = await gateLines(lineOf('job', elsewhere), lineOf('job', late, amended));
    expect(result.code).toBe(1);
    expect(judged(result).runs).toHaveLength(2);
  });

  it('stay beside a fragment', async () => {
    const fragment = { revision: 2, supersedes: null, fragment: true };
    const result = await gateLines(lineOf('job', late), lineOf('job', early, fragment));
    expect(judged(result).runs).toHaveLength(2);
    expect(result.code).toBe(3);
  });

  it('stay where another run has the revision', async () => {
    const result = await gateLines(
      lineOf('job', early),
      lineOf('other', documentsOf('other', [allowed]), amended),
    );
    expect(runsIn(result)).toEqual([
      ['job', 'coverage_partial'],
      ['other', null],
    ]);
  });
});

describe('--spans', () => {
  const declaredRepo = declared([{ ...GITHUB, allowed_targets: [{ owner: 'org' }] }]);
  const gateSpans = (text: string, ...more: readonly string[]) => {
    const file = join(folderWith({ 'd.json': declaredText(declaredRepo) }), 'd.json');
    return judge(['gate', '--declared', file, '--spans', '-', ...more], { stdin: [text] });
  };

  it('are read as surface reads them, with their health', async () => {
    const result = await gateSpans(line([callSpan()]), ...JSON_OUT);
    expect(result).toMatchObject({ code: 3, stderr: '' });
    expect(runsIn(result)).toEqual([[TRACE, 'coverage_unknown']]);
    expect((await gateSpans(line([callSpan()]), '--accept-coverage', 'unknown')).code).toBe(0);
  });

  it('are judged as the surfaces that are made of them', async () => {
    const { surfaces, declared: file } = project({}, declaredRepo);
    const traces = join(surfaces, 'traces.jsonl');
    writeFileSync(traces, line([callSpan()]));
    const spans = await judge(['gate', '--declared', file, '--spans', traces, ...JSON_OUT]);
    const out = join(surfaces, 'out');
    mkdirSync(out);
    await judge(['surface', traces, '--out', out]);
    expect(await gateOf({ surfaces: out, declared: file }, ...JSON_OUT)).toEqual(spans);
  });

  it.each<[title: string, text: string]>([
    ['a line that is cut', '{"resourceSpans":[{"sco\n'],
    ['a span that cannot be read', line([callSpan({ traceId: 'x' })])],
  ])('that were lost with %s take away a pass', async (_title, text) => {
    const result = await gateSpans(text + line([callSpan()]), '--accept-coverage', 'unknown', ...JSON_OUT);
    expect(result.code).toBe(3);
    expect(runsIn(result)).toEqual([
      [null, 'no_surface'],
      [TRACE, null],
    ]);
    expect(result.stderr).toContain('<stdin>:1');
  });

  it('of which nothing can be read are not judged', async () => {
    const result = await gateSpans('not json\n');
    expect(result).toMatchObject({ code: 2, stdout: '' });
    expect(result.stderr).toContain('nothing was judged');
  });

  it('that hold no call are no surface', async () => {
    expect((await gateSpans('{"resourceSpans":[]}\n', '--accept-coverage', 'unknown')).code).toBe(3);
  });

  it('that do not fit into memory are judged in parts, which is said and never passes', async () => {
    const file = join(folderWith({ 'd.json': declaredText(declaredRepo) }), 'd.json');
    const stdin = [callLine(1, 0), callLine(2, 1), callLine(3, 2), callLine(1, 3, 2)];
    const args = ['gate', '--declared', file, '--spans', '-', '--accept-coverage', 'scoped', ...JSON_OUT];
    const result = await judge(args, { stdin, heapLimit: 30_000 });
    expect(result.code).toBe(3);
    expect(result.stderr).toMatch(/^note: Expected all runs to fit into memory/);
    expect(judged(result).runs).toHaveLength(4);
  });
});
