import { existsSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { WriteResult } from '../../src/serve/outlet.ts';
import { callSpan, line } from '../cli/call-spans.ts';
import { folderWith } from '../cli/run-cli.ts';
import { documentsOf, receiving, uninterrupted } from './receiving.ts';

const call = (n: number): string =>
  line([callSpan({ spanId: `c${n}`.padStart(16, '0'), parentSpanId: 'a'.repeat(16) })]);

describe('a journal that is not as it was written', () => {
  const failing = async (): Promise<WriteResult> => 'failed';
  const broken = (fault: string) => `assay_otel_serve_journal_broken_lines_total{fault="${fault}"}`;

  it.each([
    [
      'a bit in the midst of it',
      (text: string) => text.replace('"fact"', '"fact#'),
      { damaged: 1, unfinished: 0 },
      /^1 line of the journal is damaged, the first in journal-0000000001\.log: .* may have been acknowledged/,
      [call(2)],
    ],
    [
      'the end of its last line',
      (text: string) => text.slice(0, -5),
      { damaged: 0, unfinished: 1 },
      /^1 line of the journal had no end: writes that never were acknowledged$/,
      [call(1)],
    ],
  ])('says so of %s, and brings back the rest', async (_, change, counts, said, left) => {
    const data = folderWith();
    const first = await receiving({ data, write: failing, limits: { drainTime: 1 } });
    for (const body of [call(1), call(2)]) await first.post(body);
    await first.stop();
    const path = join(data, 'journal-0000000001.log');
    writeFileSync(path, change(readFileSync(path, 'utf8')));
    const second = await receiving({ data });
    expect(second.said).toEqual([expect.stringMatching(said)]);
    for (const [fault, count] of Object.entries(counts))
      expect(await second.metric(broken(fault))).toBe(count);
    await second.stop();
    expect(second.written.map(documentsOf)).toEqual(await uninterrupted(...left));
  });
});

describe('a disk that is full', () => {
  it.runIf(existsSync('/dev/full'))(
    'is said with Retry-After, and what was acknowledged is there',
    async () => {
      const data = folderWith();
      const first = await receiving({
        data,
        write: async (): Promise<WriteResult> => 'failed',
        limits: { drainTime: 1 },
      });
      const journal = join(data, 'journal-0000000001.log');
      symlinkSync('/dev/full', journal);
      for (let attempt = 0; attempt < 2; attempt += 1) {
        const refused = await first.post(call(1));
        expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '5']);
      }
      rmSync(journal);
      for (const body of [call(1), call(2)]) expect((await first.post(body)).status).toBe(200);
      await first.stop();
      const second = await receiving({ data });
      await second.stop();
      expect(second.written.map(documentsOf)).toEqual(await uninterrupted(call(1), call(2)));
    },
  );
});
