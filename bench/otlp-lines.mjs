/** OTLP/JSON lines as the Collector's file exporter writes them, of runs that the real processor observed. */
import { ROOT_CONTEXT, SpanKind, trace } from '@opentelemetry/api';
import { JsonTraceSerializer, ProtobufTraceSerializer } from '@opentelemetry/otlp-transformer';
import { BasicTracerProvider } from '@opentelemetry/sdk-trace-base';

/** Spans of one document: what an application that is not busy sends at once. */
const BATCH = 50;

const RESOURCE = {
  'service.name': 'support-agent',
  'service.version': '4.12.0',
  'service.instance.id': '627cc493-f310-47de-96bd-71410b7dec09',
  'deployment.environment.name': 'production',
  'host.name': 'agent-7d9c6b5f4-x2x8q',
  'k8s.namespace.name': 'agents',
  'telemetry.sdk.language': 'nodejs',
  'telemetry.sdk.name': 'opentelemetry',
  'telemetry.sdk.version': '2.12.1',
};

const http = (method, host, path, status) => ({
  scope: '@opentelemetry/instrumentation-http',
  name: method,
  kind: SpanKind.CLIENT,
  attributes: {
    'http.request.method': method,
    'server.address': host,
    'server.port': 443,
    'url.full': `https://${host}${path}`,
    'url.scheme': 'https',
    'network.peer.address': '198.51.100.17',
    'network.peer.port': 443,
    'network.protocol.version': '1.1',
    'http.response.status_code': status,
  },
});

const chat = (input, output) => ({
  scope: '@opentelemetry/instrumentation-openai',
  name: 'chat gpt-5',
  kind: SpanKind.CLIENT,
  attributes: {
    'gen_ai.operation.name': 'chat',
    'gen_ai.provider.name': 'openai',
    'gen_ai.request.model': 'gpt-5',
    'gen_ai.response.model': 'gpt-5-2026-05-01',
    'gen_ai.response.id': 'chatcmpl-BqW1sK6n2v8ZrT4xYp0L',
    'gen_ai.response.finish_reasons': ['tool_calls'],
    'gen_ai.request.temperature': 0.2,
    'gen_ai.request.max_tokens': 4096,
    'gen_ai.usage.input_tokens': input,
    'gen_ai.usage.output_tokens': output,
    'server.address': 'api.openai.com',
    'server.port': 443,
  },
});

const query = {
  scope: '@opentelemetry/instrumentation-pg',
  name: 'SELECT support',
  kind: SpanKind.CLIENT,
  attributes: {
    'db.system.name': 'postgresql',
    'db.namespace': 'support',
    'db.operation.name': 'SELECT',
    'db.query.text': 'SELECT id, subject, body, opened_at FROM ticket WHERE id = $1 AND tenant = $2 LIMIT 1',
    'server.address': 'db.internal',
    'server.port': 5432,
  },
};

/** Every call differs from every other in its arguments, as calls do. */
const call = (title) => ({
  scope: 'assay-otel/mcp',
  name: 'tools/call add_deploy_key',
  kind: SpanKind.CLIENT,
  attributes: {
    'mcp.method.name': 'tools/call',
    'mcp.protocol.version': '2025-06-18',
    'mcp.session.id': '4b1f3a0c9d8e7f60',
    'jsonrpc.request.id': '17',
    'gen_ai.operation.name': 'execute_tool',
    'gen_ai.tool.name': 'add_deploy_key',
    'gen_ai.tool.call.arguments': JSON.stringify({
      owner: 'org',
      repo: 'prod-repo',
      title,
      read_only: false,
    }),
    'server.address': 'mcp.example',
    'server.port': 443,
    'network.transport': 'tcp',
  },
});

/** The spans below the root of one run: as an agent's, with one call among what surrounds it, or calls alone. */
const SHAPES = {
  mix: (run) => [
    chat(1412, 96),
    http('POST', 'api.openai.com', '/v1/chat/completions', 200),
    call(`ci-key-${run}`),
    http('POST', 'mcp.example', '/mcp', 200),
    query,
    http('GET', 'api.example', '/v2/customers/81f2/orders?limit=20', 200),
    query,
    chat(1803, 240),
    http('POST', 'api.openai.com', '/v1/chat/completions', 200),
  ],
  calls: (run) => Array.from({ length: 9 }, (_, index) => call(`ci-key-${run}-${index}`)),
};

/**
 * @param processor that observes the runs
 * @param {{ runs: number, shape: keyof typeof SHAPES }} options
 * @returns the text, the same documents as protobuf messages, and how many spans are in them, ten a run
 */
export function otlpLines(processor, { runs, shape }) {
  const lines = [];
  const messages = [];
  let spans = [];
  const flush = () => {
    if (spans.length > 0) {
      lines.push(collected(JsonTraceSerializer.serializeRequest(spans)));
      messages.push(ProtobufTraceSerializer.serializeRequest(spans));
    }
    spans = [];
  };
  const keep = {
    onStart() {},
    onEnd(span) {
      if (spans.push(span) === BATCH) flush();
    },
    forceFlush: async () => {},
    shutdown: async () => {},
  };
  const provider = new BasicTracerProvider({
    resource: { attributes: RESOURCE },
    spanProcessors: [processor, keep],
  });
  for (let run = 0; run < runs; run += 1) {
    const root = provider.getTracer('support-agent', '4.12.0').startSpan('invoke_agent support', {
      attributes: {
        'gen_ai.operation.name': 'invoke_agent',
        'gen_ai.agent.name': 'support',
        'gen_ai.agent.id': 'asst_5j66UpCpwteGg4YSxUnt7lPY',
        'gen_ai.conversation.id': `conv_${run.toString(16).padStart(24, '0')}`,
        'gen_ai.provider.name': 'openai',
        'gen_ai.request.model': 'gpt-5',
      },
    });
    const within = trace.setSpan(ROOT_CONTEXT, root);
    for (const { scope, name, kind, attributes } of SHAPES[shape](run)) {
      provider.getTracer(scope, '0.62.0').startSpan(name, { kind, attributes }, within).end();
    }
    root.end();
  }
  flush();
  return { text: lines.join(''), messages, spans: runs * 10 };
}

/** The JS exporter's JSON as the Collector writes it again: integers as strings, zero values left out, `flags` kept. */
function collected(bytes) {
  const document = JSON.parse(new TextDecoder().decode(bytes), (key, value) => {
    if (key === 'intValue') return String(value);
    const isZero = value === 0 || value === '' || (Array.isArray(value) && value.length === 0);
    return isZero && !key.endsWith('Value') && key !== 'values' ? undefined : value;
  });
  return `${JSON.stringify(document)}\n`;
}
