// GET /agent?run=clean | quiet: an agent that asks its model, calls a tool, and asks again.
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { instrumentClient } from 'assay-otel/mcp';
import { PROMPTS, stdioServer } from 'example-scenario';
import { nextTurn } from '../../model.mjs';

export const dynamic = 'force-dynamic';

export async function GET(request) {
  const prompt = PROMPTS[new URL(request.url).searchParams.get('run')];
  const client = instrumentClient(new Client({ name: 'release-agent', version: '1.0.0' }));
  const server = { command: process.execPath, args: [stdioServer, 'output/received.jsonl'] };
  await client.connect(new StdioClientTransport(server));
  const messages = [{ role: 'user', content: prompt }];
  let turn = nextTurn(messages);
  for (; turn.toolCall; turn = nextTurn(messages)) {
    const { content } = await client.callTool(turn.toolCall);
    messages.push(turn, { role: 'tool', content });
  }
  await client.close();
  return Response.json({ answer: turn.content });
}
