/**
 * Which attributes of a call span stay under `scrub: "strict"`, and which hold content. Published: the docs'
 * tables and the Collector's allow-list are generated from here.
 */

/** Semantic-convention keys (OpenTelemetry 1.39 to 1.41 and genai 0.1, with their MCP drafts) without content. */
const CONVENTION_KEYS = [
  ...[
    'mcp.method.name',
    'mcp.method',
    'mcp.protocol.version',
    'mcp.request.id',
    'mcp.tool.name',
    'mcp.transport',
  ],
  ...['mcp.server.name', 'mcp.server.version', 'mcp.client.name', 'mcp.client.version'],
  ...['gen_ai.operation.name', 'gen_ai.tool.name', 'gen_ai.tool.type', 'gen_ai.tool.call.id'],
  ...['gen_ai.system', 'gen_ai.provider.name', 'jsonrpc.request.id', 'jsonrpc.protocol.version'],
  ...['rpc.system', 'rpc.system.name', 'rpc.method', 'rpc.service', 'rpc.jsonrpc.version'],
  ...['rpc.response.status_code', 'http.request.method', 'http.response.status_code', 'error.type'],
  ...['network.transport', 'network.type', 'network.protocol.name', 'network.protocol.version'],
  ...['server.address', 'server.port'],
];

/** Keys by which a backend or a dialect knows what kind of span this is, or which repeat the tool's name. */
const MARKER_KEYS = [
  ...[
    'ai.operationId',
    'ai.toolCall.id',
    'ai.toolCall.name',
    'fastmcp.server.name',
    'fastmcp.component.type',
  ],
  ...['openinference.span.kind', 'tool.name', 'traceloop.span.kind', 'traceloop.entity.name'],
  ...[
    'sentry.op',
    'sentry.origin',
    'sentry.source',
    'mcp.tool.result.is_error',
    'mcp.tool.result.content_count',
  ],
  ...['mastra.span.type', 'mastra.mcp_tool_call.server_name', 'mastra.mcp_server_request.server_name'],
  ...['mastra.mcp_server_request.target_name', 'gen_ai.tool.success', 'langfuse.observation.type'],
  ...['langfuse.observation.level', 'langsmith.span.kind', 'mlflow.spanType', 'tool_name', 'span.type'],
  ...['spring.ai.kind', 'spring.ai.tool.definition.name', 'litellm.mcp.server.name', 'mcp.target'],
  ...['logfire.span_type', 'crewai.event_name', 'crewai.mcp.tool_name'],
];

/** What a policy layer says on the call's own span: words of a closed list, and names of rules. */
const POLICY_KEYS = [
  ...['aws.agentcore.policy.authorization_decision', 'aws.agentcore.gateway.policy.mode'],
  ...['agt.policy.action', 'agt.policy.rule', 'agt.approval.outcome', 'agentmesh.policy.decision'],
  ...['agentmesh.policy.allowed', 'policy.decision', 'policy.result', 'policy.name'],
  ...['litellm.guardrail.name', 'litellm.guardrail.mode', 'litellm.guardrail.status'],
  ...['litellm.guardrail.action', 'agt.tool.name'],
];

/** The `assay.` keys that are read as input. Those that we write stay because we wrote them, not by their name. */
const INPUT_KEYS = [
  ...['assay.policy.effect', 'assay.policy.source', 'assay.policy.rule_id', 'assay.policy.enforced'],
  ...['assay.credential.alias', 'assay.run.id'],
];

export const ALLOWED_KEYS: ReadonlySet<string> = /* @__PURE__ */ keysOf(
  CONVENTION_KEYS,
  MARKER_KEYS,
  POLICY_KEYS,
  INPUT_KEYS,
);

function keysOf(...lists: readonly (readonly string[])[]): ReadonlySet<string> {
  return new Set(lists.flat());
}

/** Keys that are known to hold content or an identity: named in `assay.redaction.scrubbed_keys` when removed. */
export const CONTENT_KEYS: ReadonlySet<string> = new Set([
  ...['gen_ai.tool.call.arguments', 'gen_ai.tool.call.result', 'gen_ai.tool.input', 'gen_ai.tool.output'],
  ...['gen_ai.tool.description', 'gen_ai.input.messages', 'gen_ai.output.messages', 'gen_ai.prompt'],
  ...['gen_ai.completion', 'mcp.tool.arguments', 'mcp.tool.result.content', 'mcp.response.value'],
  ...['mcp.resource.uri', 'input.value', 'output.value', 'tool.parameters', 'tool.description', 'metadata'],
  ...['traceloop.entity.input', 'traceloop.entity.output', 'ai.toolCall.args', 'ai.toolCall.result'],
  ...['tool_arguments', 'tool_response', 'gcp.vertex.agent.tool_call_args', 'gcp.vertex.agent.tool_response'],
  ...['spring.ai.tool.call.arguments', 'spring.ai.tool.call.result', 'anthropic.tool_result.content'],
  ...['spring.ai.mcp.server.tool.call.arguments', 'spring.ai.mcp.server.tool.call.result'],
  ...['mcp.tool.result', 'mcp.tool.error', 'mcp.error.message', 'litellm.guardrail.response'],
  ...['aws.agentcore.policy.authorization_reason', 'policy.reason'],
  ...['langfuse.observation.input', 'langfuse.observation.output', 'mlflow.spanInputs', 'mlflow.spanOutputs'],
  ...['langfuse.observation.status_message', 'pydantic_ai.tool.deferral.metadata', 'tool_input'],
  ...['mastra.mcp_server_request.input', 'mastra.mcp_server_request.output'],
  ...['full_command', 'file_path', 'new_context'],
  // The name of a server is how it is started.
  ...['crewai.mcp.tool_args', 'crewai.mcp.tool_result', 'crewai.mcp.server_name', 'crewai.mcp.server_url'],
  'crewai.tool.failure.message',
  // Of span events: Strands.
  ...['content', 'message'],
  ...['request', 'response', 'input', 'output', 'error.message', 'exception.message', 'exception.stacktrace'],
]);

/** Keys of identities: removed under `strict` and named when they are. */
export const IDENTITY_KEYS: ReadonlySet<string> = new Set([
  ...['mcp.session.id', 'session.id', 'enduser.id', 'enduser.scope', 'user.id', 'user.email', 'user.name'],
  ...['jwt.sub', 'client.address', 'client.port'],
]);

/** Families of content keys whose tail the caller or the tool chooses; a removed one is only counted. */
export const CONTENT_PREFIXES: readonly string[] = ['mcp.request.argument.', 'mcp.tool.result.'];
export const CONTENT_SUFFIXES: readonly string[] = [
  ...['.arguments', '.input', '.output', '.result', '.parameters'],
];

/**
 * Span event names that hold no content; any other event is renamed to {@link OTHER_EVENT}. Our own names are
 * not here: an event that bears one and was not written by us is somebody's forgery.
 */
export const ALLOWED_EVENTS: ReadonlySet<string> = new Set([
  ...['exception', 'gen_ai.tool.message', 'gen_ai.choice', 'gen_ai.client.inference.operation.details'],
  ...['route to backend'],
]);
export const OTHER_EVENT = 'event';
