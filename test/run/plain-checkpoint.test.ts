import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { canonicalJson } from '../../src/decision/canonical-json.ts';
import { digestOf } from '../../src/decision/codec.ts';
import { CHECKPOINT } from '../../src/decision/names.ts';
import { isPlainCheckpoint } from '../../src/run/plain-checkpoint.ts';
import { readCheckpoint } from '../../src/run/read-evidence.ts';
import { mutated } from './mutated.ts';
import { call, traced } from './traced.ts';

/** As the processor writes them, with and without a call. */
const WRITTEN = [
  traced(() => {}),
  traced((start) => call(start, 'add_deploy_key', { owner: 'o', repo: 'r' }).end()),
  traced((start) => call(start, 'search').end(), {}),
].flatMap(({ facts }) => facts.flatMap(({ checkpoints = [] }) => checkpoints));

function read(text: string) {
  const attributes = { [CHECKPOINT.checkpoint]: text, [CHECKPOINT.digest]: digestOf(text) };
  return readCheckpoint({ attributes });
}

/** The same for a reader, who keeps members that it does not know; but it is not plain any more. */
const withUnknownMember = (text: string) => text.replace(/\}$/, ',"zzz":1}');

describe('isPlainCheckpoint', () => {
  it('takes what the processor writes', () => {
    expect(WRITTEN.length).toBeGreaterThan(1);
    for (const checkpoint of WRITTEN) expect(isPlainCheckpoint(canonicalJson(checkpoint))).toBe(true);
  });

  it('takes nothing that is not read in the same way by parsing', () => {
    let plain = 0;
    fc.assert(
      fc.property(mutated(WRITTEN), (text) => {
        if (!isPlainCheckpoint(text)) return;
        plain += 1;
        const longer = withUnknownMember(text);
        expect(isPlainCheckpoint(longer)).toBe(false);
        const byParsing = read(longer);
        expect(byParsing).toMatchObject({ zzz: 1 });
        expect({ ...read(text), zzz: 1 }).toEqual(byParsing);
      }),
      { numRuns: 10_000 },
    );
    expect(plain).toBeGreaterThan(500);
  });

  it('leaves a broken digest broken', () => {
    const [checkpoint] = WRITTEN;
    const attributes = {
      [CHECKPOINT.checkpoint]: canonicalJson(checkpoint),
      [CHECKPOINT.digest]: digestOf('another'),
    };
    expect(readCheckpoint({ attributes })).toBeUndefined();
  });
});
