import { type Attributes, attribute, type SpanView, stringAttribute } from '../span/view.ts';
import type { CallReading, RawArguments, Recognition } from './dialect.ts';
import { saysMcp } from './proof.ts';
import { toolNameIn } from './tool-keys.ts';

const EVENT = 'crewai.event_name';

/** Whether a span of CrewAI's trace repeats that a tool failed, beside the span of that call: it is no call. */
export function repeatsFailure(attributes: Attributes): boolean {
  return attribute(attributes, EVENT) === 'tool_failure_detected';
}

/** A span of CrewAI's trace of a run: `call tool` of any tool, `execute mcp tool` of its MCP client. */
export function recogniseTrace({ attributes }: SpanView): Recognition | undefined {
  const executes = attribute(attributes, 'gen_ai.operation.name') === 'execute_tool';
  if (!executes || !(ofClient(attributes) || hasEvent(attributes, 'tool_usage_'))) return undefined;
  return { is: 'call', proven: ofClient(attributes) || saysMcp(attributes, toolNameOf(attributes)) };
}

/**
 * The client's span is OK or ERROR by the answer's `isError`. That of any tool is OK where the function returned,
 * which it does with an error of the tool's too where the tool came by an adapter.
 */
export function readTrace({ attributes, status }: SpanView): CallReading {
  const isClient = ofClient(attributes);
  const timedOut = isClient && attribute(attributes, 'crewai.mcp.error_type') === 'timeout';
  return {
    toolName: toolNameOf(attributes),
    vantage: isClient ? 'client' : 'framework',
    serverId: serverName(attributes),
    arguments: argumentsOf(attributes),
    status: timedOut ? 'timeout' : isClient && status.code === 'ok' ? undefined : 'unknown',
    plainNames: [isClient ? 'execute mcp tool' : 'call tool'],
  };
}

function ofClient(attributes: Attributes): boolean {
  return hasEvent(attributes, 'mcp_tool_execution_');
}

function hasEvent(attributes: Attributes, prefix: string): boolean {
  return stringAttribute(attributes, EVENT)?.startsWith(prefix) === true;
}

function toolNameOf(attributes: Attributes): string | undefined {
  return toolNameIn(attributes, 'crewai.mcp.tool_name');
}

/** A host, or how a server is started: where that has arguments, it is no name, and they may be anything. */
function serverName(attributes: Attributes): string | undefined {
  const name = stringAttribute(attributes, 'crewai.mcp.server_name')?.trim();
  return name === '' || name?.includes(' ') ? undefined : name;
}

/** What is too long is replaced by an object with its beginning, and marked. */
function argumentsOf(attributes: Attributes): RawArguments {
  const isCut = attribute(attributes, 'gen_ai.tool.call.arguments.truncated') === true;
  return isCut
    ? { form: 'truncated' }
    : { form: 'json', value: attribute(attributes, 'gen_ai.tool.call.arguments') };
}
