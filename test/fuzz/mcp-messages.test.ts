import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CANARY } from '../../scripts/fuzz/targets.ts';
import { ToolDecisionSpanProcessor } from '../../src/index.ts';
import { instrumentClient, instrumentServer } from '../../src/mcp/index.ts';
import { type ClientPeer, connect, type Kit, type ServerPeer } from '../mcp/support/kit.ts';
import { startTracing, type Tracing } from '../mcp/support/tracing.ts';
import { v1 } from '../mcp/support/v1.ts';
import { v2 } from '../mcp/support/v2.ts';

const json = fc.jsonValue({ maxDepth: 4 });
const fields = fc.dictionary(
  fc.oneof(fc.string(), fc.constantFrom('title', 'token', '__proto__', 'traceparent', 'progressToken')),
  fc.oneof(json, fc.constant(CANARY)),
  { maxKeys: 5 },
);
const text = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.constantFrom('', 'add_deploy_key', '\0', '\ud800', '__proto__'),
);
const answers = fc.oneof(
  fc.record({
    content: fc.array(fc.record({ type: fc.constant('text'), text }), { maxLength: 2 }),
    isError: fc.boolean(),
  }),
  fc.record({ content: fc.constant([]), structuredContent: fields, _meta: fields }),
  json,
  fc.constant(new Error(CANARY)),
);

let tracing: Tracing;
beforeAll(() => {
  tracing = startTracing(undefined, [new ToolDecisionSpanProcessor() as never]);
});
afterAll(() => tracing.close());

/** One client and server, and what comes back over them. */
async function pair(kit: Kit, client: ClientPeer, server: ServerPeer) {
  let answer: unknown;
  kit.handle(server, 'tools/call', () => {
    if (answer instanceof Error) throw answer;
    return structuredClone(answer);
  });
  await connect(kit, client, server);
  return async (params: Record<string, unknown>, next: unknown): Promise<unknown> => {
    answer = next;
    try {
      return { value: await kit.callTool(client, params) };
    } catch (error) {
      return { error: (error as Error).message };
    }
  };
}

describe.each([v1, v2])('messages of any form, over SDK $major', (kit) => {
  it('give the host what it has without us, and hold no argument in a span', async () => {
    const alone = await pair(kit, kit.client(), kit.server());
    const ours = await pair(kit, instrumentClient(kit.client()), instrumentServer(kit.server()));
    await fc.assert(
      fc.asyncProperty(text, fc.option(fields, { nil: undefined }), answers, async (name, given, answer) => {
        const params = { name, ...(given !== undefined && { arguments: given }) };
        const expected = await alone(structuredClone(params), answer);
        tracing.reset();
        expect(await ours(structuredClone(params), answer)).toEqual(expected);
        const spans = tracing
          .spans()
          .map(({ name: shown, attributes, events, status }) => [shown, attributes, events, status]);
        expect(JSON.stringify(spans)).not.toContain(CANARY);
      }),
      { numRuns: 150 },
    );
  });
});
