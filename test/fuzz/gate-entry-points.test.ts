import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CANARY } from '../../scripts/fuzz/targets.ts';
import {
  expectWithinDeclared,
  loadClassifiers,
  readBaseline,
  readDeclaredSurface,
  readRuns,
} from '../../src/gate-entry/index.ts';
import { allowed, DECLARED, documentsOf } from '../cli/judged-files.ts';
import { anything, thrownBy } from './anything.ts';

describe('"./gate" with anything in its arguments', () => {
  const run = { run_id: 'job', ...documentsOf('job', [allowed]) };
  /** A document that was good but for one place. */
  const nearly = (document: object) =>
    fc.tuple(fc.nat(200), fc.oneof(fc.jsonValue(), fc.constantFrom(CANARY, null))).map(([turn, value]) => {
      let left = turn;
      return JSON.parse(JSON.stringify(document), (_key, entry: unknown) => {
        left -= 1;
        return left === 0 ? value : entry;
      }) as unknown;
    });

  it('reads runs, or throws a TypeError that holds no value', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          anything,
          nearly(run),
          nearly(run).map((document) => JSON.stringify(document)),
        ),
        (input) => {
          const error = thrownBy(() => readRuns(input as never));
          if (error === undefined || (error as Error).message === 'A getter of the host') return;
          expect(error).toBeInstanceOf(TypeError);
          expect((error as Error).message).not.toContain(CANARY);
        },
      ),
      { numRuns: 1000 },
    );
  });

  it('reads what people write, and never throws', () => {
    const text = fc.oneof(
      fc.string({ unit: 'binary' }),
      nearly(DECLARED).map((document) => JSON.stringify(document) ?? ''),
      fc
        .array(
          fc.constantFrom(
            '- ',
            '? ',
            ': ',
            '&a ',
            '*a',
            '!!',
            '|',
            '\n',
            '  ',
            '"',
            "'",
            '{',
            '[',
            '#',
            '---',
            CANARY,
          ),
        )
        .map((parts) => parts.join('')),
    );
    fc.assert(
      fc.property(text, (written) => {
        for (const read of [readBaseline, readDeclaredSurface]) {
          const reading = read(written);
          const told = 'errors' in reading ? [...reading.errors, ...reading.warnings] : reading.warnings;
          expect(JSON.stringify(told)).not.toContain(CANARY);
        }
      }),
      { numRuns: 1000 },
    );
  });

  it('judges, or throws an error that says why', () => {
    fc.assert(
      fc.property(
        fc.oneof(anything, nearly(run)),
        fc.oneof(anything, nearly(DECLARED)),
        fc.dictionary(fc.constantFrom('today', 'baseline', 'classifiers', 'levels', 'x'), anything, {
          maxKeys: 1,
        }),
        (runs, declared, options) => {
          const error = thrownBy(() =>
            expectWithinDeclared(runs as never, declared as never, options as never),
          );
          if (error !== undefined) expect(error).toBeInstanceOf(Error);
        },
      ),
      { numRuns: 500 },
    );
  });

  it('loads classifiers, or throws a TypeError that holds no value', () => {
    fc.assert(
      fc.property(
        fc.oneof(anything, fc.array(fc.oneof(anything, fc.string()), { maxLength: 3 })),
        (files) => {
          const error = thrownBy(() => loadClassifiers(files as never));
          if (error === undefined || (error as Error).message === 'A getter of the host') return;
          expect(error).toBeInstanceOf(TypeError);
          expect((error as Error).message).not.toContain(CANARY);
        },
      ),
      { numRuns: 500 },
    );
  });
});
