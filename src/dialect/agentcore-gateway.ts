import type { AboutDialect, Dialect } from './dialect.ts';
import { integerAttribute } from './integer-attribute.ts';
import { mcpRequest } from './mcp-method.ts';
import { nameTail, toolNameIn } from './tool-keys.ts';

const GATEWAY = 'AgentCore.Gateway.';
const INVOKE = `${GATEWAY}InvokeTool`;

/** Span names of the gateway's other MCP methods, as captured. */
const METHODS: ReadonlyMap<string, string> = new Map([
  [`${GATEWAY}Initialize`, 'initialize'],
  [`${GATEWAY}NotificationsInitialized`, 'notifications/initialized'],
  [`${GATEWAY}ListTools`, 'tools/list'],
]);

/**
 * Amazon Bedrock AgentCore Gateway. It says what its policy engine decided and whether that is enforced; it says
 * nothing of arguments, nor whether the tool itself failed. Its `AgentCore.Policy.*` spans are no calls.
 */
export const agentcoreGateway: Dialect = {
  name: 'agentcore-gateway',
  marksToolError: false,
  recognise({ name }) {
    if (!name.startsWith(GATEWAY)) return undefined;
    if (name === INVOKE || name.startsWith(`${INVOKE}.`)) return { is: 'call', proven: true };
    return mcpRequest(METHODS.get(name), 'server');
  },
  read({ attributes, kind, name }) {
    const target = nameTail(name, `${INVOKE}.`);
    const toolName = toolNameIn(attributes, 'tool.name') ?? target;
    return {
      toolName,
      otherToolName: target,
      vantage: kind === 'client' || (kind !== 'server' && target !== undefined) ? 'client' : 'server',
      arguments: { form: 'none' },
      status: (integerAttribute(attributes, 'jsonrpc.error.code') ?? 0) === 0 ? undefined : 'error',
      plainNames: [INVOKE, `${INVOKE}.${toolName ?? ''}`],
    };
  },
};

export const about: AboutDialect = {
  title: 'Amazon Bedrock AgentCore Gateway',
  source: 'AgentCore developer guide and published captures, August 2026',
  fingerprint: { namePrefixes: [GATEWAY] },
  documents: {
    proof: 'proven',
    vantage: '`server`; `client` for the span of the target',
    arguments: '–',
    result: '–',
    server: '`gateway.name`',
    decision:
      '`aws.agentcore.policy.authorization_decision`, enforced by `aws.agentcore.gateway.policy.mode`',
    errors: '`jsonrpc.error.code`, `http.response.status_code`, span status',
    cannotSay: 'arguments; whether the tool itself failed',
  },
};
