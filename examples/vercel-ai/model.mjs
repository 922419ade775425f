// The AI SDK's own mock model, scripted: it answers as a real one might, without a network.
import { MockLanguageModelV4 } from 'ai/test';
import { CALLS } from 'example-scenario';

const usage = { inputTokens: { total: 1 }, outputTokens: { total: 1 } };

/** A model that makes the calls of the run one by one, then has the last word. */
export function scriptedModel(run) {
  const calls = run === 'clean' ? CALLS : [];
  const turns = calls.map(({ tool, arguments: args }, at) => ({
    content: [{ type: 'tool-call', toolCallId: `call_${at}`, toolName: tool, input: JSON.stringify(args) }],
    finishReason: { unified: 'tool-calls', raw: 'tool-calls' },
    usage,
    warnings: [],
  }));
  const last = {
    content: [{ type: 'text', text: 'That is all I can do.' }],
    finishReason: { unified: 'stop', raw: 'stop' },
    usage,
    warnings: [],
  };
  return new MockLanguageModelV4({ doGenerate: [...turns, last] });
}
