import { callSpan } from '../cli/call-spans.ts';
import { otlpAttribute, otlpDocument, otlpSpan } from '../span/otlp/documents.ts';

/** Of no shape that any list of secrets knows. */
const CANARY = 'canaryFAKEvalue';

/** Spans of an instrumentation that records all it can, with a canary wherever content can be; one run. */
export function rawCanarySpans(): { readonly canary: string; readonly document: string } {
  const text = (key: string) => otlpAttribute(key, { stringValue: CANARY });
  const everywhere = {
    status: { code: 2, message: CANARY },
    events: [
      { name: 'exception', attributes: [text('exception.message'), text('exception.stacktrace')] },
      { name: CANARY, attributes: [text(CANARY)] },
    ],
    links: [{ traceId: '9'.repeat(32), spanId: '9'.repeat(16), attributes: [text(CANARY)] }],
    traceState: `a=${CANARY}`,
  };
  const argumentsText = JSON.stringify({ owner: 'org', repo: 'prod-repo', title: CANARY, key: CANARY });
  const traceId = '1'.padStart(32, '0');
  const call = callSpan({
    ...everywhere,
    traceId,
    name: `tools/call add_deploy_key ${CANARY}`,
    parentSpanId: 'a'.repeat(16),
    attributes: [
      otlpAttribute('mcp.method.name', { stringValue: 'tools/call' }),
      otlpAttribute('gen_ai.tool.name', { stringValue: 'add_deploy_key' }),
      otlpAttribute('gen_ai.tool.call.arguments', { stringValue: argumentsText }),
      otlpAttribute('server.address', { stringValue: 'mcp.example' }),
      ...['gen_ai.tool.call.result', 'url.full', 'user.email', 'http.request.body', 'error.message'].map(
        text,
      ),
      otlpAttribute(`header.${CANARY}`, { stringValue: 'x' }),
      otlpAttribute('nested', { kvlistValue: { values: [text('deep')] } }),
    ],
  });
  const chat = otlpSpan({
    ...everywhere,
    traceId,
    spanId: 'a'.repeat(16),
    name: `chat ${CANARY}`,
    attributes: ['gen_ai.input.messages', 'gen_ai.output.messages', 'db.query.text'].map(text),
  });
  const resource = { attributes: [text('process.command_args'), text('host.name')] };
  return { canary: CANARY, document: JSON.stringify(otlpDocument([call, chat], resource)) };
}
