import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const FIXTURES = fileURLToPath(new URL('../../fixtures/dialect/', import.meta.url));

/** Spans as instrumentations write them where nothing of ours runs: OTLP/JSON, by dialect. */
export function dialectSpans(): readonly (readonly [dialect: string, bodies: readonly string[]])[] {
  return readdirSync(FIXTURES).map((dialect) => {
    const files = readdirSync(join(FIXTURES, dialect)).filter((name) => !name.includes('.expected.'));
    return [dialect, files.map((name) => readFileSync(join(FIXTURES, dialect, name), 'utf8'))];
  });
}

const string = (key: string, stringValue: string) => ({ key, value: { stringValue } });
const event = (name: string, attributes: readonly object[]) => ({
  timeUnixNano: '1796000000500000000',
  name,
  attributes,
});

/**
 * A call of an agent, and a span beside it, with `canary` in every place that a span has; `elsewhere` stands where only
 * a wall that trusts nobody looks: under names of ours, in the trace state, in the name of a span that is no tool's.
 */
export function spanFullOf(canary: string, elsewhere: string): string {
  const prose = `text with ${canary} in it`;
  const attributes = [
    string('mcp.method.name', 'tools/call'),
    string('gen_ai.tool.name', 'search'),
    string('gen_ai.tool.call.arguments', `{"q":"${canary}"}`),
    string(`mcp.request.argument.${canary}`, 'x'),
    string('error.type', prose),
    string('assay.record', `{"note":"${elsewhere}"}`),
    // Keys that stay, with what they should not hold.
    string('mcp.request.id', `{"q":"${canary}"}`),
    string('mcp.server.name', `${prose}${' and more'.repeat(40)}`),
    { key: 'rpc.method', value: { arrayValue: { values: [{ stringValue: canary }] } } },
    { key: 'server.address', value: { kvlistValue: { values: [string(canary, canary)] } } },
  ];
  const span = (spanId: string, name: string) => ({
    traceId: 'c'.repeat(32),
    spanId,
    traceState: `vendor=${elsewhere}`,
    name,
    kind: 3,
    startTimeUnixNano: '1796000000000000000',
    endTimeUnixNano: '1796000001000000000',
    attributes,
    events: [
      event('exception', [string('exception.type', prose), string('exception.message', prose)]),
      event('assay.tool_decision', [string('assay.record', elsewhere), string('note', prose)]),
      event(`event of ${canary}`, [string('tool.name', prose)]),
    ],
    links: [
      {
        traceId: 'd'.repeat(32),
        spanId: 'd'.repeat(16),
        traceState: `vendor=${canary}`,
        attributes: [string('tool.name', canary)],
      },
    ],
    status: { code: 2, message: prose },
  });
  return JSON.stringify({
    resourceSpans: [
      {
        resource: {
          attributes: [string('service.name', 'agent'), string(canary, prose), string('host.name', canary)],
        },
        schemaUrl: `https://example.invalid/${elsewhere}`,
        scopeSpans: [
          {
            scope: { name: 'example', version: '1.0.0', attributes: [string('note', prose)] },
            schemaUrl: `https://example.invalid/${elsewhere}`,
            spans: [
              span('1'.repeat(16), `tools/call search {"q":"${canary}"}`),
              { ...span('2'.repeat(16), elsewhere), attributes: [string('note', prose)] },
            ],
          },
        ],
      },
    ],
  });
}
