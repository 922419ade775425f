import { stringAttribute } from '../span/view.ts';
import type { Dialect } from './dialect.ts';
import { saysMcp } from './proof.ts';
import { serverIdAttribute } from './server-id.ts';
import { otherToolName } from './tool-keys.ts';

const USAGE = 'Tool Usage';
const FAILED = 'Tool Usage Error';

/** CrewAI's own telemetry, which names the tool and nothing more. OpenInference and Traceloop say more of it. */
export const crewai: Dialect = {
  name: 'crewai',
  title: 'CrewAI, its own telemetry',
  source: 'crewAIInc/crewAI, August 2026',
  fingerprint: { namePrefixes: [USAGE] },
  marksToolError: false,
  documents: {
    proof: 'depends',
    vantage: '`framework`',
    arguments: '–',
    result: 'the span name `Tool Usage Error`',
    server: '–',
    decision: '–',
    errors: 'the span name',
    cannotSay: 'arguments; the server; that a tool succeeded',
  },
  recognise({ attributes, name }) {
    const toolName = stringAttribute(attributes, 'tool_name');
    if ((name !== USAGE && name !== FAILED) || toolName === undefined) return undefined;
    return { is: 'call', proven: saysMcp(attributes, toolName) };
  },
  read({ attributes, name }) {
    const toolName = stringAttribute(attributes, 'tool_name');
    return {
      toolName,
      otherToolName: otherToolName(attributes, toolName),
      vantage: 'framework',
      serverId: serverIdAttribute(attributes),
      arguments: { form: 'none' },
      status: name === FAILED ? 'error' : undefined,
      plainNames: [USAGE, FAILED],
    };
  },
};
