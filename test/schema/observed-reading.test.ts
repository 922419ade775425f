import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  healthProblems,
  isRunLine,
  readHealth,
  readIndex,
  readRunLine,
  readSurface,
} from '../../src/schema/observed-reading.ts';
import { allowed, documentsOf, indexOf, lineOf, lookup } from '../cli/judged-files.ts';
import { surfaceOf } from '../gate/observed.ts';

const documents = documentsOf('job', [allowed, lookup]);
const line = JSON.parse(lineOf('job', documents));

describe('a surface', () => {
  it('is the document itself, unknown fields included', () => {
    const surface = { ...documents.surface, later: { a: 1 } };
    const reading = readSurface(surface);
    expect('document' in reading && reading.document).toBe(surface);
  });

  it('may hold records that say `not_observed`, with whatever reason', () => {
    const unseen = { ...lookup, classification: 'not_observed', reason_code: 'elsewhere' } as const;
    const surface = surfaceOf(unseen);
    const reading = readSurface(surface);
    expect('document' in reading && reading.document).toBe(surface);
    for (const change of [{ reason_code: '' }, { tool: { name: 'x', category: 'github_deploy_key' } }]) {
      expect(readSurface(surfaceOf({ ...unseen, ...change }))).toHaveProperty('problems');
    }
  });
});

describe('a line', () => {
  it('gives its parts, and leaves out what is not of it', () => {
    const { document } = readRunLine(line) as Extract<ReturnType<typeof readRunLine>, { document: unknown }>;
    expect(document).toMatchObject({
      runId: 'job',
      health: { state: 'read' },
      index: line.index,
      emission: line.emission,
    });
    const parts = (changes: object) => {
      const reading = readRunLine({ ...line, ...changes });
      return 'document' in reading ? reading.document : expect.fail('not read');
    };
    expect(parts({ index: indexOf('other', [allowed, lookup]) }).index).toBeUndefined();
    expect(parts({ index: indexOf('job', [lookup, allowed]) }).index).toBeUndefined();
    expect(parts({ emission: { ...line.emission, run_id: 'other' } }).emission).toBeUndefined();
    expect(parts({ emission: 5 }).emission).toBeUndefined();
    expect(parts({ health: undefined }).health).toEqual({ state: 'missing' });
    expect(parts({ health: null }).health).toEqual({ state: 'unreadable' });
  });

  it('tells what is wrong with its id and its surface at once', () => {
    const reading = readRunLine({ surface: { schema: 'other' } });
    expect(reading).toMatchObject({
      problems: [
        expect.stringContaining('`run_id`'),
        expect.stringContaining('`surface.schema`'),
        expect.stringContaining('`surface.observed_tool_decisions`'),
        expect.stringContaining('`surface.non_claims`'),
      ],
    });
  });
});

describe('a health document', () => {
  it('that nests deeper than it can be walked is not read', () => {
    const nested = (depth: number) => JSON.parse('['.repeat(depth) + ']'.repeat(depth));
    expect(readHealth({ ...documents.health, later: nested(63) }).state).toBe('read');
    expect(readHealth({ ...documents.health, later: nested(64) }).state).toBe('unreadable');
    expect(healthProblems({ ...documents.health, later: nested(64) })).toEqual([
      'Expected a health document of at most 64 levels, got a deeper one',
    ]);
  });
});

describe('reading', () => {
  it('is total, and never shows what a document holds', () => {
    const canary = 'Canary-7f3a';
    const junk = fc.oneof(fc.jsonValue(), fc.constantFrom(canary, [canary], { [canary]: canary }));
    const steps = fc.constantFrom('run_id', 'surface', 'health', 'index', 'emission', 'schema', canary);
    fc.assert(
      fc.property(
        fc.oneof(junk, fc.constant(line), fc.constant(documents.surface)),
        steps,
        junk,
        (base, step, value) => {
          const document =
            typeof base === 'object' && base !== null && !Array.isArray(base)
              ? { ...base, [step]: value }
              : base;
          const reading = isRunLine(document) ? readRunLine(document) : readSurface(document);
          if ('problems' in reading) expect(reading.problems.join()).not.toContain(canary);
          expect(healthProblems(value).join()).not.toContain(canary);
          expect(['read', 'unreadable', 'other_schema']).toContain(readHealth(value).state);
          expect(readIndex(value, documents.surface)).toBeUndefined();
        },
      ),
      { numRuns: 500, seed: 20_261_130 },
    );
  });
});
