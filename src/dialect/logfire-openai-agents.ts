import { type Attributes, attribute, stringAttribute } from '../span/view.ts';
import { decodedFields } from './decoded-fields.ts';
import type { AboutDialect, Dialect } from './dialect.ts';
import { withoutScrubbed } from './logfire-scrubbing.ts';
import { markedResult } from './marked-result.ts';
import { saysMcp } from './proof.ts';
import { toolNameIn } from './tool-keys.ts';

/** The message template is the span name: `{name}` stands there as it is. */
const SPAN_NAME = 'Function: {name}';

/**
 * The OpenAI Agents SDK's function spans, as Logfire writes them. Only an MCP tool has `mcp_data`. The output is the
 * content alone, of which the SDK has taken `isError` off: it tells neither an error nor a success, unless it bears
 * a mark of its own.
 */
export const logfireOpenaiAgents: Dialect = {
  name: 'logfire-openai-agents',
  marksToolError: false,
  recognise({ attributes, name }) {
    if (name !== SPAN_NAME) return undefined;
    const proven = mcpServer(attributes) !== undefined || saysMcp(attributes, toolNameIn(attributes, 'name'));
    return { is: 'call', proven };
  },
  read({ attributes }) {
    const toolName = toolNameIn(attributes, 'name');
    return {
      toolName,
      vantage: 'framework',
      serverId: mcpServer(attributes),
      arguments: { form: 'json', value: attribute(attributes, 'input'), wrapper: withoutScrubbed },
      result: markedResult(attribute(attributes, 'output')),
      plainNames: [SPAN_NAME],
    };
  },
};

export const about: AboutDialect = {
  title: 'OpenAI Agents SDK, through Logfire',
  source: 'logfire 5.4.0 and openai-agents 0.24.0, captured; the sources of both, August 2026',
  fingerprint: { namePrefixes: [SPAN_NAME] },
  documents: {
    proof: 'depends',
    vantage: '`framework`',
    arguments: '`input`',
    argumentsSwitch: '`OPENAI_AGENTS_TRACE_INCLUDE_SENSITIVE_DATA=true`, the default',
    result: '`output`, only where `isError` is in it',
    server: '`mcp_data`, `server`',
    decision: '–',
    errors: 'span status; `isError` in the output, where the tool wrote it there',
    cannotSay: 'an error of the tool, which the SDK takes off its output; values that the scrubbing took out',
  },
};

function mcpServer(attributes: Attributes): string | undefined {
  return stringAttribute(decodedFields(attribute(attributes, 'mcp_data')), 'server');
}
