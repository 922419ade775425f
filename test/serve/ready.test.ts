import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { EmittedRun } from '../../src/aggregator/emitted-run.ts';
import type { WriteResult } from '../../src/serve/outlet.ts';
import { DirectorySink } from '../../src/sinks/directory-sink.ts';
import { callSpan, line } from '../cli/call-spans.ts';
import { folderWith } from '../cli/run-cli.ts';
import { receiving, until } from './receiving.ts';

const BODY = line([callSpan()]);

type Receiving = Awaited<ReturnType<typeof receiving>>;

async function ready(one: Receiving): Promise<readonly [number, string, number]> {
  const response = await one.get('/readyz');
  return [response.status, await response.text(), await one.metric('assay_otel_serve_ready')];
}

const READY = [200, 'ready\n', 1];
const unready = (what: string) => [503, `not ready: the last write to the ${what} failed\n`, 0];

describe('/readyz', () => {
  it.runIf(existsSync('/dev/full'))(
    'is 503 while the journal takes nothing, and 200 again once it does, though nobody sends anything',
    async () => {
      const data = folderWith();
      const one = await receiving({ data });
      expect(await ready(one)).toEqual(READY);
      const journal = join(data, 'journal-0000000001.log');
      symlinkSync('/dev/full', journal);
      expect((await one.post(BODY)).status).toBe(503);
      expect(await ready(one)).toEqual(unready('journal'));
      expect((await one.get('/healthz')).status).toBe(200);
      // Again and again tried, and again and again refused.
      expect((await one.post(BODY)).status).toBe(503);
      expect(await ready(one)).toEqual(unready('journal'));
      rmSync(journal);
      await until('it to be ready', async () => (await one.get('/readyz')).status === 200);
      expect(await ready(one)).toEqual(READY);
      expect(one.said.filter((said) => said.includes('the journal in'))).toEqual([
        expect.stringMatching(/could not be written, the system says ENOSPC: batches are answered with 503/),
        expect.stringMatching(/can be written again$/),
      ]);
      expect((await one.post(BODY)).status).toBe(200);
      await one.stop();
      expect(readFileSync(journal, 'utf8')).toMatch(/^[0-9a-f]{8} \{/);
    },
  );

  it.runIf(existsSync('/dev/full'))('is 200 again with the next batch that the journal takes', async () => {
    const data = folderWith();
    const one = await receiving({ data });
    const journal = join(data, 'journal-0000000001.log');
    symlinkSync('/dev/full', journal);
    expect((await one.post(BODY)).status).toBe(503);
    rmSync(journal);
    expect((await one.post(BODY)).status).toBe(200);
    expect(await ready(one)).toEqual(READY);
  });

  it('is 503 while the output takes nothing, and 200 again once it does; batches are taken', async () => {
    const out = join(folderWith(), 'out');
    const sink = await DirectorySink.open(out);
    const write = (run: EmittedRun): Promise<WriteResult> =>
      sink.write(run).then(
        () => 'written',
        () => 'failed',
      );
    const one = await receiving({ idle: 1, grace: 1, write });
    rmSync(out, { recursive: true });
    writeFileSync(out, 'a file where the folder was');
    expect((await one.post(BODY)).status).toBe(200);
    await until('it to be unready', async () => (await one.get('/readyz')).status === 503);
    expect(await ready(one)).toEqual(unready('output'));
    expect((await one.post(line([callSpan({ traceId: 'e'.repeat(32) })]))).status).toBe(200);
    rmSync(out);
    mkdirSync(out);
    await until('it to be ready', async () => (await one.get('/readyz')).status === 200);
    expect(await one.stop()).toBe(true);
    expect(readdirSync(out).filter((name) => name.endsWith('.surface.json'))).toHaveLength(2);
  });

  it('is ready where the output refuses one run: it takes others', async () => {
    let attempts = 0;
    const one = await receiving({
      idle: 1,
      grace: 1,
      write: async (): Promise<WriteResult> => {
        attempts += 1;
        return 'refused';
      },
    });
    await one.post(BODY);
    await until('it to be refused', () => attempts > 0);
    expect(await ready(one)).toEqual(READY);
  });
});
