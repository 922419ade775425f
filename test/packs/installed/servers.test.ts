import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { installableServers } from '../../../scripts/packs/install.ts';
import { readPacks, type ServedTool, servedTool, speaksFor } from '../../../scripts/packs/served-tools.ts';
import { ToolDecisionSpanProcessor } from '../../../src/index.ts';
import { inHostSpan, startTracing, type Tracing } from '../../mcp/support/tracing.ts';
import { expectedRecord } from '../expected-record.ts';
import { isIsolated } from './isolated.ts';
import { propertyPaths } from './property-paths.ts';
import { type RunningServer, startServer } from './running-server.ts';

const packs = readPacks();
const installed = inject('installed');

/** Registries whose servers must be there; those of others are skipped where they cannot be had. */
const MUST_BE_THERE = (process.env.ASSAY_PACK_SERVERS ?? '').split(',');

/** Packs whose servers change the machine on which they run: nothing is sent to those where they could. */
const ACT_HERE = ['shell', 'filesystem'];

/** Every pack's cases, as calls to the real servers; no provider is reached, so most of them fail there. */
describe.each(installableServers())(
  '$name',
  ({ name, registry, package: named, version, command, args = [], env, variants = [] }) => {
    const found = packs.flatMap((pack) =>
      pack.fixtures.flatMap((served) => (served.fixture === name ? [{ pack, served }] : [])),
    );
    const [{ pack, served } = {}] = found;
    const folders = installed[name];
    if (pack === undefined || served === undefined) {
      it('has a tool list of a server for which a pack speaks', () => expect(found).toHaveLength(1));
      return;
    }
    if (folders === undefined || 'missing' in folders) {
      const missing = folders?.missing ?? `${named} is not installed`;
      it.skipIf(!MUST_BE_THERE.includes(registry))(`is tried: ${missing}`, () => expect.fail(missing));
      return;
    }
    const { file } = pack;

    let tracing: Tracing;
    const servers: RunningServer[] = [];
    beforeAll(async () => {
      tracing = startTracing(undefined, [new ToolDecisionSpanProcessor({ classifiers: [file] })]);
      for (const more of [args, ...variants.map((variant) => variant.args)]) {
        servers.push(await startServer([...command, ...more], env, folders));
      }
    }, 180_000);
    afterAll(async () => {
      await Promise.all(servers.map((server) => server.stop()));
      await tracing.close();
    });

    it(`${version} has the name and the tools that were written down`, () => {
      expect(new Set(servers.map((server) => server.name))).toEqual(new Set([served.server_info.name]));
      const tools = new Map(
        servers.flatMap((server) => server.tools.map((tool) => [tool.name, tool] as const)),
      );
      const shown = (list: Iterable<ServedTool>) =>
        [...list].map((tool) => `${tool.name}: ${propertyPaths(tool.inputSchema).join(', ')}`).sort();
      expect(shown(tools.values())).toEqual(shown(served.tools));
    });

    const categories = file.categories.flatMap((category) => {
      const isServed = speaksFor(file, category, served);
      const cases = (category.cases ?? []).filter(({ call }) => isServed && servedTool(served, call.tool));
      return cases.length === 0 ? [] : [{ category, cases }];
    });

    it.skipIf(!isIsolated && ACT_HERE.includes(file.name)).each(categories)(
      'its calls have the records of $category.id',
      async ({ category, cases }) => {
        tracing.reset();
        await Promise.all(
          cases.map(({ call }, index) =>
            inHostSpan(`case ${index}`, async () => {
              const running = servers.find((server) => servedTool(server, call.tool) !== undefined);
              const tool = servedTool(running ?? { tools: [] }, call.tool);
              if (tool !== undefined) await running?.call(tool.name, call.arguments);
            }),
          ),
        );
        for (const [index, entry] of cases.entries()) {
          const { traceId } = tracing.span(`case ${index}`).spanContext();
          const spans = tracing.spans().filter((span) => span.spanContext().traceId === traceId);
          const records = spans.flatMap(({ events }) =>
            events.flatMap(({ name: event, attributes = {} }) =>
              event === 'assay.tool_decision' ? [JSON.parse(String(attributes['assay.record']))] : [],
            ),
          );
          expect(records, entry.name).toMatchObject([expectedRecord(category, entry)]);
        }
      },
    );

    it('has lived through all that', async () => {
      for (const server of servers) {
        expect((await server.listTools()).map((tool) => tool.name)).toEqual(
          server.tools.map((tool) => tool.name),
        );
      }
    });
  },
);
