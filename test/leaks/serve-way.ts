import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { folderWith } from '../cli/run-cli.ts';
import { receiving, until } from '../serve/receiving.ts';
import { closeTargets, target } from '../serve/target.ts';
import { texts } from './text-ways.ts';
import { logs, NOT_OVER_OTLP, traces, type Way } from './ways.ts';

/** As many as one request brings. */
const IN_A_BODY = 250;

/** The receiver: what it passes on, writes of runs, keeps in its journal, says, shows and answers. */
export const SERVE: Way = {
  name: 'serve',
  title: '`serve`',
  without: NOT_OVER_OTLP,
  async run(cases) {
    const data = folderWith();
    const next = await target(200);
    const one = await receiving({ data, allRuns: true, forward: next.url });
    const found = new Set<string>();
    const seen = (...written: readonly string[]): void => {
      for (const text of texts(...written)) found.add(text);
    };
    const passedOn = (): Promise<number> =>
      one.metric('assay_otel_serve_forwarded_spans_total{outcome="sent"}');
    let sent = 0;
    for (let from = 0; from < cases.length; from += IN_A_BODY) {
      const some = cases.slice(from, from + IN_A_BODY);
      sent += some.reduce((sum, { root }) => sum + (root === undefined ? 1 : 2), 0);
      const answers = [await one.post(traces(some)), await one.post(logs(some), {}, '/v1/logs')];
      for (const answer of answers) {
        expect(answer.status).toBe(200);
        seen(await answer.text());
      }
      await until('the spans to be passed on', async () => (await passedOn()) === sent);
    }
    for (const path of ['/metrics', '/runs?limit=1000', '/readyz']) seen(await (await one.get(path)).text());
    for (const name of readdirSync(data, { recursive: true, withFileTypes: true })) {
      if (name.isFile()) seen(readFileSync(join(name.parentPath, name.name), 'utf8'));
    }
    await one.stop();
    closeTargets();
    const forwarded = next.bodies.join('\n');
    expect(forwarded.split('"assay.tool_decision"').length - 1).toBeGreaterThanOrEqual(cases.length);
    seen(forwarded, ...next.bodies, ...one.said, ...one.written.map((run) => JSON.stringify(run)));
    return found;
  },
};
