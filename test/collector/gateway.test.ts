import { describe, expect, it } from 'vitest';
import { SECRET_SAMPLES } from '../redact/secrets.ts';
import { CANARY } from './agents.ts';
import { dialectSpans, spanFullOf } from './raw-spans.ts';
import { startCollector } from './running-collector.ts';
import { linesOf } from './runs-read.ts';
import { send } from './send.ts';
import { until } from './until.ts';

describe('gateway.yaml', () => {
  it('is a second wall, in front of the file and of the backend', async () => {
    const backend = await startCollector('shard.yaml');
    const gateway = await startCollector('gateway.yaml', { ASSAY_BACKEND_ADDRESS: backend.grpc });
    await send(gateway.url, spanFullOf(CANARY, 'elsewhere'));
    await until('the span at the backend', () => backend.written().includes('"tools/call"'));
    await gateway.stop();
    await backend.stop();
    expect(gateway.written()).toContain('"tools/call"');
    const everything = gateway.written() + backend.written() + gateway.log() + backend.log();
    expect(everything).not.toContain(CANARY);
  });

  it('masks what has the shape of a secret, in values that stay, names of spans and of scopes', async () => {
    const gateway = await startCollector('gateway.yaml');
    for (const [row, { hit }] of SECRET_SAMPLES.entries())
      await send(gateway.url, rootNamed(`root ${hit}`, row));
    await gateway.stop();
    const written = gateway.written();
    expect(written.match(/"name":"span"/g)).toHaveLength(SECRET_SAMPLES.length);
    for (const { hit } of SECRET_SAMPLES) expect(written).not.toContain(JSON.stringify(hit).slice(1, -1));
  });

  // Its receiver and its backend are both down, and the queue of the latter is full at once.
  it('sets a file aside when it is full; all of them together are the evidence, whatever the backend does', async () => {
    const gateway = await startCollector(
      'gateway.yaml',
      {},
      {
        args: [
          '--config=yaml:exporters::file/audit::rotation::max_megabytes: 1',
          '--config=yaml:exporters::otlp_grpc/backend::sending_queue::queue_size: 1',
        ],
      },
    );
    const bodies = dialectSpans().flatMap(([, bodies]) => bodies);
    // Repeated, which no reader minds, until the file has had to be set aside.
    while (gateway.files().length < 2) for (const body of bodies) await send(gateway.url, body);
    await gateway.stop();
    const files = gateway.files();
    expect(files.length).toBeGreaterThan(1);
    expect(await linesOf(files)).toEqual(await linesOf(files.slice(0, 1)));
  });
});

/** A root span, which says its name in a scope and in attributes too. */
function rootNamed(name: string, row: number): string {
  const span = {
    traceId: 'a'.repeat(32),
    spanId: String(row + 1).padStart(16, '0'),
    name,
    kind: 1,
    startTimeUnixNano: '1796000000000000000',
    endTimeUnixNano: '1796000001000000000',
    attributes: ['mcp.server.name', 'assay.policy.source'].map((key) => ({
      key,
      value: { stringValue: name },
    })),
  };
  const scope = { name: `scope ${name}`, version: name };
  return JSON.stringify({ resourceSpans: [{ scopeSpans: [{ scope, spans: [span] }] }] });
}
