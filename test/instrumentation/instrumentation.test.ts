import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makePrograms, type Programs, type Run } from './support/programs.ts';

let programs: Programs;

beforeAll(async () => {
  programs = await makePrograms();
});
afterAll(() => programs.remove());

const HOOKED = { preload: 'preload.mjs' };
const PROCESS = [
  'assay-otel/mcp client installed process before',
  'assay-otel/mcp server installed process before',
];
const processes = ({ attested }: Run) => attested.filter((word) => word.includes(' process '));
const namesOf = ({ spans }: Run) => spans.map(({ kind, name, below }) => `${kind} ${name} < ${below}`);
const CALLS = [
  '2 tools/call add_deploy_key < agent',
  '1 tools/call add_deploy_key < tools/call add_deploy_key',
];
const count = (run: Run, word: string) => namesOf(run).filter((name) => name === word).length;

describe('every object of the official SDK', () => {
  it('has the spans that it has by hand, in both majors and both module systems', async () => {
    const byHand = await programs.run<'first' | 'second'>('by-hand.mjs');
    const modules = await programs.run<'first' | 'second'>('sdks.mjs', HOOKED);
    const commonJs = await programs.run<'first' | 'second'>('sdks.cjs', { preload: 'preload.cjs' });
    for (const said of [modules, commonJs]) {
      expect(said.first.spans).toEqual(byHand.first.spans);
      expect(said.second.spans).toEqual(byHand.second.spans);
      expect(said.warnings).toEqual([]);
    }
    expect(CALLS.map((call) => count(byHand.first, call))).toEqual([2, 2]);
    // Imports are seen: the whole process is. Without the loader's hook they are not, and it is not.
    expect([modules.first, modules.second].map(processes)).toEqual([PROCESS, PROCESS]);
    expect([commonJs.first, commonJs.second].map(processes)).toEqual([[], []]);
    expect([modules, commonJs, byHand].map(({ second }) => [second.coverage, second.claim])).toEqual([
      ['complete', 'allowed'],
      ['complete', 'blocked'],
      ['complete', 'blocked'],
    ]);
  });

  it('of a CommonJS program is watched in the whole process where the hook is there', async () => {
    const { first, second } = await programs.run<'first' | 'second'>('sdks.cjs', HOOKED);
    expect([first, second].map(({ calls, claim }) => [calls, claim])).toEqual([
      [2, 'allowed'],
      [2, 'allowed'],
    ]);
  });
});

describe('once', () => {
  it('by hand as well, by a second copy of the package, and to the provider that was set', async () => {
    const { first, twice, other, toOther } = await programs.run<'first' | 'twice' | 'other'>(
      'sdks.mjs',
      HOOKED,
    );
    expect(CALLS.map((call) => count(twice, call))).toEqual([4, 4]);
    expect([twice.calls, twice.numbered, twice.coverage]).toEqual([4, 8, 'complete']);
    expect(other.spans).toEqual([]);
    expect(toOther?.toSorted()).toEqual(first.spans.map(({ name }) => name).toSorted());
  });

  it('beside Sentry, whose span of a request at a server stands for ours', async () => {
    const { sentry } = await programs.run<'sentry'>('foreign.mjs', HOOKED);
    const { first } = await programs.run<'first'>('sdks.mjs', HOOKED);
    const at = (run: Run, kind: number, scope: string) =>
      run.spans.filter(
        (span) => span.kind === kind && span.scope === scope && span.name.startsWith('tools/'),
      );
    expect(at(sentry, 2, 'assay-otel/mcp')).toEqual(at(first, 2, 'assay-otel/mcp'));
    expect(at(sentry, 1, 'assay-otel/mcp')).toEqual([]);
    const theirs = at(sentry, 0, '@sentry/node');
    // The arguments reached its span: the same action, of which Sentry recorded nothing.
    const actions = (spans: Run['spans']) => spans.flatMap(({ events }) => events);
    expect(actions(theirs)).toEqual(actions(at(first, 1, 'assay-otel/mcp')));
    expect([sentry.calls, sentry.numbered, sentry.coverage]).toEqual([2, 4, 'complete']);
  });

  it('beside Traceloop, whose own spans stay what they are, of the same calls', async () => {
    const { both } = await programs.run<'both'>('foreign.mjs', HOOKED);
    expect(count(both, '2 tools/call add_deploy_key < agent')).toBe(2);
    expect(count(both, '2 add_deploy_key.tool < mcp.client.session')).toBe(2);
    // Its spans hang below one of its own, and Sentry's below those; each says which call it is.
    expect([both.calls, both.numbered, both.coverage]).toEqual([2, 8, 'complete']);
    expect(count(both, CALLS[1] ?? '')).toBe(2);
  });
});

describe('what is not said', () => {
  it('that a call was seen which was made before, in CommonJS', async () => {
    const { across, after } = await programs.run<'across' | 'after'>('late.cjs');
    // Of four calls the first two went by unseen.
    expect([across.calls, across.coverage, across.claim]).toEqual([2, 'partial', 'blocked']);
    expect([after.calls, after.coverage, after.claim]).toEqual([2, 'complete', 'blocked']);
    expect([across, after].map(processes)).toEqual([[], []]);
  });

  it('that what was imported before is seen, nor that a copy beside it is all there is', async () => {
    const { unseen, seen } = await programs.run<'unseen' | 'seen'>('late.mjs');
    expect([unseen.attested, unseen.coverage]).toEqual([[], 'partial']);
    expect([seen.calls, seen.coverage, seen.claim]).toEqual([2, 'complete', 'blocked']);
    expect(processes(seen)).toEqual([]);
  });

  it('that the process is watched where a class is another version, or of a bundle', async () => {
    const said = await programs.run<'before' | 'bundled' | 'newer'>('unpatched.mjs', HOOKED);
    expect([said.before, said.bundled, said.newer].map(processes)).toEqual([PROCESS, [PROCESS[1]], []]);
    expect([said.before, said.bundled, said.newer].map(({ claim }) => claim)).toEqual([
      'allowed',
      'blocked',
      'blocked',
    ]);
    expect(said.warnings).toEqual([
      expect.stringContaining('a major of @modelcontextprotocol/server among 2, got 3.0.0-beta.1'),
    ]);
  });

  it('anything, of a program that holds its own copy', async () => {
    const { bundled } = await programs.run<'bundled'>('only-bundled.mjs', HOOKED);
    expect([bundled.attested, bundled.coverage, bundled.calls]).toEqual([[], 'partial', 0]);
  });

  it('anything while it is disabled, nor of the process after', async () => {
    type Runs = 'before' | 'disabled' | 'disabledNew' | 'disabledByHand' | 'across' | 'again' | 'againNew';
    const said = await programs.run<Runs>('rests.mjs', HOOKED);
    expect(processes(said.before)).toHaveLength(2);
    for (const { spans, attested, coverage } of [said.disabled, said.disabledNew]) {
      expect([spans, attested, coverage]).toEqual([[], [], 'partial']);
    }
    // The application's own wish stands.
    expect(said.disabledByHand.calls).toBe(2);
    // It went on while the run did: nobody knows what went by before.
    expect([said.across.calls, said.across.coverage]).toEqual([2, 'partial']);
    for (const run of [said.again, said.againNew]) {
      expect([run.calls, run.coverage, run.claim]).toEqual([2, 'complete', 'blocked']);
      expect(processes(run)).toEqual([]);
    }
  });
});
