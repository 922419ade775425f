import { stringAttribute } from '../span/view.ts';
import { readTrace, recogniseTrace } from './crewai-trace.ts';
import type { AboutDialect, Dialect } from './dialect.ts';
import { saysMcp } from './proof.ts';

const USAGE = 'Tool Usage';
const FAILED = 'Tool Usage Error';

/**
 * CrewAI's trace of a run, and its own telemetry, which names the tool and nothing more: an error that an MCP tool
 * returned is `Tool Usage` there.
 */
export const crewai: Dialect = {
  name: 'crewai',
  marksToolError: true,
  recognise(span) {
    const { attributes, name } = span;
    if (name !== USAGE && name !== FAILED) return recogniseTrace(span);
    const toolName = stringAttribute(attributes, 'tool_name');
    return toolName === undefined ? undefined : { is: 'call', proven: saysMcp(attributes, toolName) };
  },
  read(span) {
    const { attributes, name } = span;
    if (name !== USAGE && name !== FAILED) return readTrace(span);
    const toolName = stringAttribute(attributes, 'tool_name');
    return {
      toolName,
      vantage: 'framework',
      arguments: { form: 'none' },
      status: name === FAILED ? 'error' : 'unknown',
      plainNames: [USAGE, FAILED],
    };
  },
};

export const about: AboutDialect = {
  title: 'CrewAI: its trace of a run, and its own telemetry',
  source: 'crewAIInc/crewAI, August 2026; captured of crewai 1.15.30',
  fingerprint: { attributes: ['gen_ai.operation.name'], namePrefixes: [USAGE] },
  documents: {
    proof: 'depends',
    vantage: '`client` for `execute mcp tool`, else `framework`',
    arguments: '`gen_ai.tool.call.arguments` in the trace',
    result: 'the span status of `execute mcp tool`; the span name `Tool Usage Error`',
    server: '`crewai.mcp.server_name`, where it is a host or a bare command',
    decision: '–',
    errors: 'span status, `error.type` (for a timeout `crewai.mcp.error_type`), the span name',
    cannotSay:
      'of its own telemetry: arguments, the server, that a tool succeeded, an error that an MCP tool returned; of `call tool`: that a tool succeeded',
  },
};
