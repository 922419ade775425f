import { InMemorySpanExporter } from '@opentelemetry/sdk-trace-base';
import * as Sentry from '@sentry/node';
import { expect, it } from 'vitest';
import { essence, ourProcessors, recordsIn, rest } from './ours.ts';
import { ourRecords } from './reference.ts';
import { makeClient, makeServer, runScenario, SERVER_NAME } from './scenario.ts';

it('the same calls through Sentry 10 give the same records but for what Sentry says otherwise', async () => {
  const ours = await ourRecords();
  const exporter = new InMemorySpanExporter();
  Sentry.init({
    dsn: 'https://public@sentry.invalid/1',
    tracesSampleRate: 1,
    defaultIntegrations: false,
    transport: () => ({ send: async () => ({}), flush: async () => true }),
    openTelemetrySpanProcessors: [...ourProcessors(exporter)] as never,
  });
  const server = Sentry.wrapMcpServerWithSentry(makeServer(), { recordInputs: true, recordOutputs: true });
  await runScenario(makeClient(), server);
  await Sentry.flush(1000);
  const theirs = recordsIn(exporter);

  expect(theirs.map(essence)).toEqual(ours.map(essence));
  // Seen from the server, which knows its own name: the same one that the client learnt in `initialize`.
  expect(theirs.map(rest).map(({ server: id }) => id)).toEqual(ours.map(() => SERVER_NAME));
  // Sentry makes every request a transaction of its own: no caller is tied to it, and our client carries none.
  expect(theirs.map(rest)).toEqual(ours.map(rest));
});
