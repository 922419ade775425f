import { type Span, SpanKind, type Tracer } from '@opentelemetry/api';
import type { DecisionRecord } from '../../src/decision/record.ts';
import type { SdkEvent, SdkReadableSpan } from '../../src/span/sdk-span.ts';

/** A deploy-key call as the semantic conventions write it, with arguments on the span. */
const ARGUMENTS = { owner: 'org', repo: 'prod-repo', title: 'ci-key', read_only: false };

export function startCall(tracer: Tracer, args: unknown = ARGUMENTS, name = 'add_deploy_key'): Span {
  return tracer.startSpan(`tools/call ${name}`, {
    kind: SpanKind.CLIENT,
    attributes: {
      'mcp.method.name': 'tools/call',
      'gen_ai.tool.name': name,
      'gen_ai.operation.name': 'execute_tool',
      'gen_ai.tool.call.arguments': typeof args === 'string' ? args : JSON.stringify(args),
    },
  });
}

export function decisionEvents(span: SdkReadableSpan): SdkEvent[] {
  return span.events.filter(({ name }) => name === 'assay.tool_decision');
}

export function recordOf(span: SdkReadableSpan): DecisionRecord {
  const [event] = decisionEvents(span);
  return JSON.parse(String(event?.attributes?.['assay.record']));
}

export function checkpointOf(span: SdkReadableSpan): Record<string, unknown> | undefined {
  const event = span.events.find(({ name }) => name === 'assay.tool_observation');
  return event && JSON.parse(String(event.attributes?.['assay.checkpoint']));
}
