import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { InMemorySpanExporter } from '@opentelemetry/sdk-trace-base';
import { McpInstrumentation } from '@traceloop/instrumentation-mcp';
import { expect, it } from 'vitest';
import { essence, ourProvider, recordsIn, rest } from './ours.ts';
import { ourRecords } from './reference.ts';
import { makeClient, makeServer, runScenario, SERVER_NAME } from './scenario.ts';

it('the same calls through Traceloop give the same records but for what Traceloop does not say', async () => {
  const ours = await ourRecords();
  const exporter = new InMemorySpanExporter();
  const instrumentation = new McpInstrumentation();
  instrumentation.setTracerProvider(ourProvider(exporter));
  instrumentation.manuallyInstrument({ Client });
  await runScenario(makeClient(), makeServer());
  const theirs = recordsIn(exporter);

  expect(theirs.map(essence)).toEqual(ours.map(essence));
  // Traceloop records no server name, neither `mcp.*` nor in the tool's name.
  expect(ours.map(rest).every(({ server }) => server === SERVER_NAME)).toBe(true);
  expect(theirs.map(rest).every(({ server }) => server === 'unknown')).toBe(true);
  // Status, alias and correlation (a client carries none) agree.
  const withoutServer = (record: (typeof ours)[number]) => ({ ...rest(record), server: '' });
  expect(theirs.map(withoutServer)).toEqual(ours.map(withoutServer));
  expect(ours.map(({ response }) => response.status)).toEqual([
    'success',
    'success',
    'success',
    'error',
    'success',
  ]);
});
