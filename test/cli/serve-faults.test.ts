import { setTimeout } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { until } from '../serve/receiving.ts';
import { reference } from '../serve/reference.ts';
import { otlpAttribute } from '../span/otlp/documents.ts';
import { asSurfaceMakes, documentsIn } from './documents-in.ts';
import { folderWith } from './run-cli.ts';
import { builtCommand, serving } from './serving-process.ts';

/** More of them, from 1 on: `ASSAY_FAULT_SEEDS=50 npx vitest run test/cli/serve-faults.test.ts`. */
const SEEDS = Array.from({ length: Number(process.env.ASSAY_FAULT_SEEDS ?? 1) }, (_, n) => n + 1);

const RUNS = 40;
/** Times at which it may be killed, forget everything, or both. */
const PARTS = 4;

const command = builtCommand();

type Random = () => number;

function randomFrom(seed: number): Random {
  let state = seed;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
    return state / 2 ** 31;
  };
}

/** Every span of what the processor observed in many runs, one a body, in any order; some runs are wider than a trace. */
function shuffledSpans(random: Random): string[] {
  const documents = reference();
  const bodies = Array.from({ length: RUNS }, (_, run) =>
    spansOf(documents[run % documents.length] ?? '', run + 1),
  ).flat();
  const keyed = bodies.map((body): [number, string] => [random(), body]);
  return keyed.sort(([a], [b]) => a - b).map(([, body]) => body);
}

function spansOf(text: string, run: number): string[] {
  const [, traceId = ''] = /"traceId":\s*"([0-9a-f]{32})"/.exec(text) ?? [];
  const document = JSON.parse(text.replaceAll(traceId, run.toString(16).padStart(32, '0')));
  return document.resourceSpans.flatMap(({ resource, scopeSpans }: ResourceSpans) => {
    const id = otlpAttribute('assay.run.id', { stringValue: `run-${Math.ceil(run / 6)}` });
    const attributes = [...(resource.attributes ?? []), ...(run % 2 === 0 ? [] : [id])];
    return scopeSpans.flatMap(({ scope, spans }) =>
      spans.map((span) =>
        JSON.stringify({
          resourceSpans: [{ resource: { attributes }, scopeSpans: [{ scope, spans: [span] }] }],
        }),
      ),
    );
  });
}

interface ResourceSpans {
  readonly resource: { readonly attributes?: readonly unknown[] };
  readonly scopeSpans: readonly { readonly scope: unknown; readonly spans: readonly unknown[] }[];
}

async function send(url: string, body: string): Promise<void> {
  const headers = { 'content-type': 'application/json' };
  for (;;) {
    const response = await fetch(`${url}/v1/traces`, { method: 'POST', body, headers }).catch(
      () => undefined,
    );
    await response?.text().catch(() => {});
    if (response?.status === 200) return;
    await setTimeout(20);
  }
}

describe('a receiver that is killed, forgets, and gets spans late, twice and in any order', () => {
  it.each(SEEDS)('makes the bytes that surface makes (seed %i)', async (seed) => {
    const random = randomFrom(seed);
    const folder = folderWith();
    const bodies = shuffledSpans(random);
    const args = ['--out', 'out', '--data', 'data', '--idle', '1s', '--grace', '1s', '--all-runs'];
    let one = await serving(command.main, ['--listen', '127.0.0.1:0', ...args], folder);
    const { url } = one;
    const again = ['--listen', new URL(url).host, ...args];
    const size = Math.ceil(bodies.length / PARTS);
    for (let part = 0; part < PARTS; part += 1) {
      const kill = (part + random()) * size;
      for (let n = part * size; n < Math.min((part + 1) * size, bodies.length); n += 1) {
        await send(url, bodies[n] ?? '');
        if (random() < 0.1) await send(url, bodies[Math.floor(random() * n)] ?? '');
        if (n !== Math.floor(kill) || part % 2 !== 0) continue;
        one.child.kill('SIGKILL');
        await one.ended;
        one = await serving(command.main, again, folder);
      }
      if (part === PARTS - 1) break;
      await until('all runs to be forgotten', async () => {
        const page = await (await fetch(`${url}/runs`)).json();
        return (page as { runs: unknown[] }).runs.length === 0;
      });
    }
    one.child.kill('SIGTERM');
    expect(await one.ended).toBe(0);
    const expected = await asSurfaceMakes(command.main, folder, bodies, '--all-runs');
    expect(documentsIn(`${folder}/out`)).toEqual(expected);
  });
});
