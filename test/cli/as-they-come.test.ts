import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import { asTheyCome } from '../../src/cli/as-they-come.ts';

const NEVER = new Promise<void>(() => {});

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

describe('items as they come', () => {
  it('are those of the source, and end with it', async () => {
    const source = (async function* () {
      yield* [1, 2, 3];
    })();
    const come: unknown[] = [];
    for await (const item of asTheyCome(source, NEVER)) come.push(item);
    expect(come).toEqual([1, 2, 3]);
  });

  it('are not held once they have gone by, however long nobody stops it', async () => {
    const gone: WeakRef<object>[] = [];
    const source = (async function* () {
      for (let at = 0; at < 20; at += 1) yield { at };
    })();
    let last = -1;
    for await (const item of asTheyCome(source, NEVER)) {
      if (typeof item === 'symbol') continue;
      last = item.at;
      gone.push(new WeakRef(item));
      await new Promise(setImmediate);
      collectGarbage();
    }
    expect(last).toBe(19);
    const held = gone.filter((reference) => reference.deref() !== undefined).length;
    expect(held).toBeLessThanOrEqual(2);
  });

  it('fail as the source fails, after what came before', async () => {
    const source = (async function* () {
      yield 1;
      throw new RangeError('broken');
    })();
    const come: unknown[] = [];
    const read = async () => {
      for await (const item of asTheyCome(source, NEVER)) come.push(item);
    };
    await expect(read()).rejects.toThrow(RangeError);
    expect(come).toEqual([1]);
  });

  it('leave a source that is not read to its end closed', async () => {
    let isClosed = () => {};
    const closed = new Promise<void>((resolve) => {
      isClosed = resolve;
    });
    const source = (async function* () {
      try {
        for (;;) yield 1;
      } finally {
        isClosed();
      }
    })();
    for await (const item of asTheyCome(source, NEVER)) if (item === 1) break;
    await closed;
  });

  it('end without what the source was asked for, once it is asked to', async () => {
    let stop = () => {};
    const stopped = new Promise<void>((resolve) => {
      stop = resolve;
    });
    const source = (async function* () {
      yield 1;
      stop();
      await NEVER;
    })();
    const come: unknown[] = [];
    for await (const item of asTheyCome(source, stopped)) come.push(item);
    expect(come).toEqual([1]);
  });
});
