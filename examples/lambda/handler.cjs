// The function. One invocation, one task, one run.
const { Client } = require('@modelcontextprotocol/sdk/client/index.js');
const { InMemoryTransport } = require('@modelcontextprotocol/sdk/inMemory.js');
const { SpanKind, trace } = require('@opentelemetry/api');
const { instrumentClient, instrumentServer } = require('assay-otel/mcp');
const { CALLS, createGithubServer } = require('example-scenario');
const { startTelemetry } = require('./telemetry.cjs');

const flush = startTelemetry(process.env.SURFACES);
let connecting;

/** `event.step` picks what the scripted model asks for; without it, it asks for nothing. */
exports.handler = async (event) => {
  try {
    const options = { kind: SpanKind.SERVER, attributes: { 'gen_ai.operation.name': 'invoke_agent' } };
    return await trace.getTracer('handler').startActiveSpan('invoke_agent', options, async (span) => {
      try {
        return await work(event);
      } finally {
        span.end();
      }
    });
  } finally {
    await flush(); // the sandbox is frozen as soon as this returns, and perhaps never thawed
  }
};

async function work({ step }) {
  connecting ??= connect(); // kept while the sandbox is warm
  const client = await connecting;
  const { tools } = await client.listTools();
  const call = nextTurn(tools, step);
  if (call === undefined) return { calls: 0 };
  await client.callTool({ name: call.tool, arguments: call.arguments });
  return { calls: 1 };
}

/** A scripted model: it answers as a real one might, without a network. */
function nextTurn(_tools, step) {
  return CALLS[step];
}

/** A server in the same process: client and server see the same call, which is one record. */
async function connect() {
  const [near, far] = InMemoryTransport.createLinkedPair();
  await instrumentServer(createGithubServer({ received: 'output/received.jsonl' })).connect(far);
  const client = instrumentClient(new Client({ name: 'release-agent', version: '1.0.0' }));
  await client.connect(near);
  return client;
}
