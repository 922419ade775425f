import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readPacks, type ServedTools, servedTool, speaksFor } from '../../scripts/packs/served-tools.ts';
import { ToolDecisionSpanProcessor } from '../../src/index.ts';
import { startTracing, type Tracing } from '../mcp/support/tracing.ts';
import { expectedRecord } from './expected-record.ts';
import { type ServedClient, serveFixture } from './serve-fixture.ts';

/** Every case as a call between the official SDK's client and server, with the tools that the real server lists. */
describe.each(readPacks())('the pack $file.name', ({ file, fixtures }) => {
  let tracing: Tracing;
  const clients = new Map<string, Promise<ServedClient>>();
  beforeAll(() => {
    tracing = startTracing(undefined, [new ToolDecisionSpanProcessor({ classifiers: [file] })]);
  });
  afterAll(async () => {
    await Promise.all([...clients.values()].map(async (client) => (await client).close()));
    await tracing.close();
  });

  /** One connection for each server and name. */
  function clientOf(served: ServedTools, name: string): Promise<ServedClient> {
    const key = `${served.fixture} ${name}`;
    const client = clients.get(key) ?? serveFixture(served, name);
    clients.set(key, client);
    return client;
  }

  it.each(fixtures)('its servers list what was written down: $fixture', async (served) => {
    const client = await clientOf(served, served.server_info.name ?? file.servers[0] ?? '');
    expect(await client.listedTools()).toEqual(served.tools.map(({ name }) => name));
  });

  it.each(file.categories)('$id: its calls have the records that its cases say', async (category) => {
    for (const entry of category.cases ?? []) {
      const { tool: called, server = '', arguments: args } = entry.call;
      const serving = fixtures.flatMap((served) => {
        const tool = speaksFor(file, category, served) ? servedTool(served, called) : undefined;
        return tool === undefined ? [] : [{ served, tool: tool.name }];
      });
      expect(serving, `${entry.name}: a server that has the tool`).not.toEqual([]);
      for (const { served, tool } of serving) {
        tracing.reset();
        const client = await clientOf(served, served.server_info.name ?? server);
        await client.call(tool, args);
        const events = tracing.spans().flatMap((span) => span.events);
        const records = events.flatMap(({ name, attributes = {} }) =>
          name === 'assay.tool_decision' ? [JSON.parse(String(attributes['assay.record']))] : [],
        );
        expect(records, `${entry.name}, at ${served.fixture}`).toMatchObject([
          expectedRecord(category, entry),
        ]);
      }
    }
  });
});
