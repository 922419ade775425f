import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js';
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { context, type Span, SpanStatusCode, trace } from '@opentelemetry/api';
import * as z from 'zod';

/** What an agent does next; `text` is any argument. */
export type Step =
  | { readonly do: 'call'; readonly tool: (typeof TOOLS)[number]; readonly text: string }
  | { readonly do: 'list' }
  | { readonly do: 'span'; readonly throws: boolean; readonly steps: readonly Step[] }
  | { readonly do: 'together'; readonly steps: readonly Step[] };

export const TOOLS = ['echo', 'fails', 'throws', 'absent'] as const;

/** Puts what it likes around the client and the server before they are connected. */
export interface Wrapping {
  client<C extends Client>(client: C): C;
  server<S extends McpServer>(server: S): S;
}

const BARE: Wrapping = { client: (client) => client, server: (server) => server };

/**
 * Runs the steps with a client and a server of the MCP SDK, and spans of the application's own. What comes back is
 * everything that the application could notice, in the order in which it did; each line begins with the step's path.
 */
export async function runAgent(
  steps: readonly Step[],
  { client: wrapClient, server: wrapServer } = BARE,
): Promise<string[]> {
  const log: string[] = [];
  const server = wrapServer(new McpServer({ name: 'server', version: '1.0.0' }));
  const inputSchema = { text: z.string() };
  const tool = (name: string, answer: (text: string) => object) =>
    server.registerTool(name, { inputSchema }, async (given: { text: string }) => {
      const [path = ''] = given.text.split(' ', 1);
      log.push(`${path} server ${name} ${JSON.stringify(given)}`);
      return answer(given.text) as never;
    });
  tool('echo', (text) => ({ content: [{ type: 'text', text }] }));
  tool('fails', (text) => ({ content: [{ type: 'text', text }], isError: true }));
  tool('throws', (text) => {
    throw new RangeError(`refused ${text.length}`);
  });
  const client = wrapClient(new Client({ name: 'agent', version: '1.0.0' }));
  const [one, other] = InMemoryTransport.createLinkedPair();
  await Promise.all([server.connect(one), client.connect(other)]);

  const tracer = trace.getTracer('application');
  const run = async (step: Step, path: string): Promise<void> => {
    log.push(`${path} begins`);
    try {
      log.push(`${path} ${JSON.stringify(await result(step, path))}`);
    } catch (error) {
      const { name, message, code } = error as Error & { code?: unknown };
      log.push(`${path} ${JSON.stringify({ name, message, code })}`);
    }
  };
  const all = async (inner: readonly Step[], path: string) => {
    for (const [index, step] of inner.entries()) await run(step, `${path}.${index}`);
  };
  const result = async (step: Step, path: string): Promise<unknown> => {
    if (step.do === 'call')
      return client.callTool({ name: step.tool, arguments: { text: `${path} ${step.text}` } });
    if (step.do === 'list') return client.listTools();
    if (step.do === 'together') {
      return void (await Promise.all(step.steps.map((inner, index) => run(inner, `${path}.${index}`))));
    }
    return tracer.startActiveSpan('step', async (span: Span) => {
      try {
        await all(step.steps, path);
        if (step.throws) throw new SyntaxError(`of ${path}`);
        return span.setAttribute('text', 'x') === span && context.active() !== undefined;
      } catch (error) {
        span.recordException(error as Error);
        span.setStatus({ code: SpanStatusCode.ERROR });
        throw error;
      } finally {
        span.end();
      }
    });
  };
  await all(steps, 'step');
  await client.close();
  return log;
}

/** The same lines, each pair in the same order, but for what the script does at the same time: that has none. */
export function inOrderOf(
  steps: readonly Step[],
  lines: readonly string[],
  others: readonly string[],
): string[] {
  const places = new Map(others.map((line, index) => [line, index]));
  const wrong = lines.flatMap((line, index) => {
    const place = places.get(line);
    if (place === undefined) return [`missing: ${line}`];
    return lines
      .slice(index + 1)
      .filter((later) => !isTogether(steps, line, later) && (places.get(later) ?? place) < place)
      .map((later) => `${later} came before ${line}`);
  });
  return others.length === lines.length ? wrong : [...wrong, `${others.length} lines for ${lines.length}`];
}

/** Whether two lines are of different branches of a step that goes several ways. */
function isTogether(steps: readonly Step[], one: string, other: string): boolean {
  const [[, ...path], [, ...otherPath]] = [pathOf(one), pathOf(other)];
  let inner = steps;
  let goesSeveralWays = false;
  for (const [depth, index] of path.entries()) {
    if (otherPath[depth] === undefined) return false;
    if (otherPath[depth] !== index) return goesSeveralWays;
    const step = inner[Number(index)];
    if (step === undefined || !('steps' in step)) return false;
    goesSeveralWays = step.do === 'together';
    inner = step.steps;
  }
  return false;
}

function pathOf(line: string): string[] {
  return (line.split(' ', 1)[0] ?? '').split('.');
}
