import { canonicalJson } from '../../src/decision/canonical-json.ts';
import { digestOf } from '../../src/decision/codec.ts';
import type { DecisionRecord } from '../../src/decision/record.ts';
import { type Fields, otlpAttribute, otlpDocument, otlpSpan } from '../span/otlp/documents.ts';

const text = (key: string, stringValue: string) => otlpAttribute(key, { stringValue });

/** A `tools/call` span of the semantic conventions. */
export function callSpan(fields: Fields = {}): Fields {
  return otlpSpan({
    name: 'tools/call add_deploy_key',
    kind: 3,
    startTimeUnixNano: '1796000000000000000',
    endTimeUnixNano: '1796000000250000000',
    attributes: [
      text('mcp.method.name', 'tools/call'),
      text('gen_ai.tool.name', 'add_deploy_key'),
      text('gen_ai.tool.call.arguments', '{"owner":"org","repo":"prod-repo"}'),
      text('server.address', 'mcp.example'),
    ],
    ...fields,
  });
}

/** The event with which the processor leaves a record on its span. */
export function decisionEvent(record: DecisionRecord, beside: Readonly<Record<string, string>> = {}): Fields {
  const recordString = canonicalJson(record);
  const attributes = {
    'assay.record': recordString,
    'assay.record.digest': digestOf(recordString),
    ...beside,
  };
  return {
    name: 'assay.tool_decision',
    attributes: Object.entries(attributes).map(([key, value]) => text(key, value)),
  };
}

export const AGENT = { attributes: [text('service.name', 'agent')] };

/** A document of these spans as one line. */
export function line(spans: readonly unknown[], resource: Fields = AGENT): string {
  return `${JSON.stringify(otlpDocument(spans, resource))}\n`;
}
