import { crc32 } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { journalLine, readJournalLine } from '../../../src/serve/journal/journal-line.ts';

const FACT = { trace: 'a'.repeat(32), span: 'b'.repeat(16), service: 'agent “ü” 😀' };
const LINE = journalLine({ n: 7, fact: FACT });

describe('a line of the journal', () => {
  it('reads as it was written', () => {
    expect(LINE).toMatch(/^[0-9a-f]{8} \{"fact":.*,"n":7,"v":1\}\n$/);
    expect(readJournalLine(LINE.slice(0, -1))).toEqual({ is: 'entry', entry: { n: 7, fact: FACT } });
  });

  it('is known where it is cut, at every place', () => {
    for (let end = 0; end < LINE.length - 1; end += 1)
      expect(readJournalLine(LINE.slice(0, end))).toEqual({ is: 'broken' });
  });

  it('is known where a character of it is another', () => {
    const whole = LINE.slice(0, -1);
    fc.assert(
      fc.property(fc.nat(whole.length - 1), fc.string({ minLength: 1, maxLength: 1 }), (at, character) => {
        fc.pre(whole[at] !== character);
        const changed = `${whole.slice(0, at)}${character}${whole.slice(at + 1)}`;
        expect(readJournalLine(changed)).toEqual({ is: 'broken' });
      }),
      { seed: 1, numRuns: 500 },
    );
  });

  it.each([
    ['a later version', { v: 2 }, 2],
    ['no version', {}, undefined],
    ['a version that is no number', { v: '1' }, undefined],
  ])('is known where it is of %s', (_, version, found) => {
    const json = JSON.stringify({ fact: FACT, n: 7, ...version });
    const checksum = crc32(json).toString(16).padStart(8, '0');
    expect(readJournalLine(`${checksum} ${json}`)).toEqual({ is: 'of_another_version', found });
  });
});
