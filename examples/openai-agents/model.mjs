// A scripted model of the OpenAI Agents SDK: it answers as a real one might, without a network.
import { Usage } from '@openai/agents';
import { CALLS } from 'example-scenario';

/** Makes the calls of the run one by one, then has the last word. */
export function scriptedModel(run) {
  const calls = run === 'clean' ? CALLS : [];
  const outputs = calls.map(({ tool, arguments: args }, at) => ({
    type: 'function_call',
    callId: `call_${at}`,
    name: tool,
    status: 'completed',
    arguments: JSON.stringify(args),
  }));
  outputs.push({
    type: 'message',
    role: 'assistant',
    status: 'completed',
    content: [{ type: 'output_text', text: 'That is all I can do.' }],
  });
  return { getResponse: async () => ({ usage: new Usage(), output: outputs.splice(0, 1) }) };
}
