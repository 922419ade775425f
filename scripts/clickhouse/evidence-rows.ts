import { CHECKPOINT_EVENT, DECISION_EVENT, INPUT, RUN_END_EVENT } from '../../src/decision/names.ts';
import { aboutDialect } from '../../src/dialect/about.ts';
import { DIALECTS } from '../../src/dialect/registry.ts';

/**
 * Which spans a store keeps as evidence rows, for the engine (SQL) and for the Collector in front of it (OTTL). The rules
 * of recognition are not here: this selects generously by the fingerprints of the dialects, and the reducer decides. A
 * test holds that it misses no span that a dialect recognises.
 */

/** An attribute that a span has; without values, whatever its value. */
interface Having {
  readonly key: string;
  readonly values?: readonly string[];
}

const RPC_SYSTEMS = ['mcp', 'jsonrpc'];

/**
 * Fingerprint keys that stand on many spans that are no call, and what a dialect wants of them or beside them: without it
 * every model call and every RPC would be kept. A key that is not here counts wherever it is.
 */
const NARROWED: Readonly<Record<string, readonly Having[]>> = {
  'gen_ai.operation.name': [
    { key: 'gen_ai.operation.name', values: ['execute_tool'] },
    { key: 'mastra.span.type' },
    { key: 'spring.ai.kind' },
  ],
  'openinference.span.kind': [{ key: 'openinference.span.kind', values: ['TOOL'] }],
  'ai.operationId': [{ key: 'ai.operationId', values: ['ai.toolCall'] }],
  'mlflow.spanType': [{ key: 'mlflow.spanType', values: ['TOOL', '"TOOL"'] }],
  'rpc.method': [
    { key: 'rpc.system', values: RPC_SYSTEMS },
    { key: 'rpc.system.name', values: RPC_SYSTEMS },
  ],
};

/** Names of spans on which a policy layer says what it decided about a call (`dialect/policy-span.ts`), or their beginning. */
const POLICY_SPANS = [
  'AgentCore.Policy.AuthorizeAction',
  'agentmesh.policy.evaluate',
  'agt.approval.request',
  'agt.policy.evaluate',
  'execute_guardrail ',
  'mesh.governance.policy_decision',
];

/** Keys by their first letters: anything of MCP, and what this package writes. */
const KEY_PREFIXES = ['mcp.', 'assay.'];
/** Under these stands what the exporter's tables lose; the Collector puts it there for every span. */
const CARRIED_PREFIX = 'assay.otlp.';
/** Names a run, and is kept with the links. */
const NO_EVIDENCE = [INPUT.runId];

export const OWN_EVENTS = [DECISION_EVENT, CHECKPOINT_EVENT, RUN_END_EVENT];

const fingerprints = DIALECTS.map((dialect) => aboutDialect(dialect).fingerprint);
const unique = (values: readonly string[]): readonly string[] => [...new Set(values)].sort();

const scopes = unique(fingerprints.flatMap((fingerprint) => fingerprint.scopes ?? []));
const namePrefixes = unique([
  ...fingerprints.flatMap((fingerprint) => fingerprint.namePrefixes ?? []),
  ...POLICY_SPANS,
]);
const having = unique(fingerprints.flatMap((fingerprint) => fingerprint.attributes ?? []))
  .filter((key) => !KEY_PREFIXES.some((prefix) => key.startsWith(prefix)))
  .flatMap((key): readonly Having[] => NARROWED[key] ?? [{ key }]);

/**
 * The condition on a row of the exporter's `otel_traces`, one alternative per line. A key that came twice counts with
 * each of its values, since a map does not say which came first.
 */
export function evidenceRowsSql(): readonly string[] {
  const named = KEY_PREFIXES.map((prefix) => `startsWith(k, ${sql(prefix)})`).join(' OR ');
  const kept = NO_EVIDENCE.map((key) => ` AND k != ${sql(key)}`).join('');
  const present = having.filter(({ values }) => values === undefined).map(({ key }) => sql(key));
  const valued = having.flatMap(({ key, values = [] }) =>
    values.length === 0 ? [] : [`k = ${sql(key)} AND v IN (${values.map(sql).join(', ')})`],
  );
  const alternatives = [
    `(${named}) AND NOT startsWith(k, ${sql(CARRIED_PREFIX)})${kept}`,
    `k IN (${present.join(', ')})`,
    ...valued,
  ].join('\n      OR ');
  return [
    `arrayExists((k, v) -> ${alternatives},\n      mapKeys(SpanAttributes), mapValues(SpanAttributes))`,
    `ScopeName IN (${scopes.map(sql).join(', ')})`,
    `arrayExists(p -> startsWith(SpanName, p), [${namePrefixes.map(sql).join(', ')}])`,
    `arrayExists(n -> startsWith(n, 'assay.'), \`Events.Name\`)`,
  ];
}

/** The same of a span in the Collector, but for its events. */
export function evidenceSpansOttl(): string {
  const prefixes = KEY_PREFIXES.map((prefix) => prefix.slice(0, -1)).join('|');
  return [
    `IsMatch(Keys(span.attributes), "\\"(?:${prefixes})[.]")`,
    ...having.map(ottlHas),
    `IsMatch(scope.name, ${ottl(`^(?:${scopes.map(pattern).join('|')})$$`)})`,
    `IsMatch(span.name, ${ottl(`^(?:${namePrefixes.map(pattern).join('|')})`)})`,
  ].join(' or ');
}

function ottlHas({ key, values }: Having): string {
  const at = `span.attributes[${ottl(key)}]`;
  return values === undefined
    ? `${at} != nil`
    : values.map((value) => `${at} == ${ottl(value)}`).join(' or ');
}

/** A string of ClickHouse. */
export function sql(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
}

function ottl(text: string): string {
  return JSON.stringify(text);
}

function pattern(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\/]/g, '[$&]');
}
