import { attribute } from '../span/view.ts';
import type { AboutDialect, Dialect } from './dialect.ts';
import { saysMcp } from './proof.ts';
import { nameTail, toolNameIn } from './tool-keys.ts';

const PREFIXES = ['execute_tool ', 'tool_call '];
/** Of `spring.ai.kind`: a tool that the model called, and one that Spring AI's own MCP server ran. */
const TOOL_CALL = 'tool_call';
const SERVER_TOOL_CALL = 'mcp_server_tool_call';

/** How it begins the text that it makes of an MCP tool's own error; what a tool gave is JSON. */
const TOOL_ERROR = 'Error calling tool: ';

/**
 * Spring AI. Which tools are MCP ones it does not say; their names older versions shorten, so `g_add_deploy_key`
 * stands for GitHub's tool and is matched by nothing. Its default handler turns a tool's exception into a result.
 */
export const springAi: Dialect = {
  name: 'spring-ai',
  marksToolError: false,
  recognise({ attributes }) {
    if (attribute(attributes, 'gen_ai.operation.name') === undefined) return undefined;
    const kind = attribute(attributes, 'spring.ai.kind');
    if (kind === SERVER_TOOL_CALL) return { is: 'call', proven: true };
    if (kind !== TOOL_CALL) return undefined;
    return {
      is: 'call',
      proven: saysMcp(attributes, toolNameIn(attributes, 'spring.ai.tool.definition.name')),
    };
  },
  read({ attributes, name }) {
    const isServer = attribute(attributes, 'spring.ai.kind') === SERVER_TOOL_CALL;
    const call = isServer ? 'spring.ai.mcp.server.tool.call' : 'spring.ai.tool.call';
    const result = attribute(attributes, `${call}.result`);
    const toolName = toolNameIn(attributes, 'spring.ai.tool.definition.name') ?? nameTail(name, ...PREFIXES);
    return {
      toolName,
      vantage: isServer ? 'server' : 'framework',
      arguments: { form: 'json', value: attribute(attributes, `${call}.arguments`) },
      result,
      status: typeof result === 'string' && result.startsWith(TOOL_ERROR) ? 'error' : undefined,
      plainNames: PREFIXES.map((prefix) => prefix + (toolName ?? '')),
    };
  },
};

export const about: AboutDialect = {
  title: 'Spring AI, observations `spring.ai.tool` and `spring.ai.mcp.server.tool`',
  source: 'spring-ai-mcp 2.0.1, captured; spring-projects/spring-ai, August 2026',
  fingerprint: { attributes: ['gen_ai.operation.name'] },
  documents: {
    proof: 'depends',
    vantage: '`framework`; `server` for its own MCP server',
    arguments: '`spring.ai.tool.call.arguments`; `spring.ai.mcp.server.tool.call.arguments`',
    argumentsSwitch: '`spring.ai.tools.observations.include-content=true`',
    result: '`spring.ai.tool.call.result`; `spring.ai.mcp.server.tool.call.result`',
    server: '–',
    decision: '–',
    errors: '`Error calling tool: …` in place of the result; span status',
    cannotSay:
      'which tools are MCP ones; the server, of whose name older versions leave first letters; without content, arguments and an error of the tool, whose span is OK',
  },
};
