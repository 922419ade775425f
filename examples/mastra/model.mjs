// A scripted model in the AI SDK's form, which Mastra takes: it answers as a real one might, without a network.
import { CALLS } from 'example-scenario';

const usage = { inputTokens: 1, outputTokens: 1, totalTokens: 2 };

/** Makes the calls of the run one by one, then has the last word. Mastra puts the server's name before a tool's. */
export function scriptedModel(run) {
  const calls = run === 'clean' ? CALLS : [];
  const turns = calls.map(({ tool, arguments: args }, at) => ({
    content: [
      {
        type: 'tool-call',
        toolCallId: `call_${at}`,
        toolName: `github_${tool}`,
        input: JSON.stringify(args),
      },
    ],
    finishReason: 'tool-calls',
  }));
  turns.push({ content: [{ type: 'text', text: 'That is all I can do.' }], finishReason: 'stop' });
  return {
    specificationVersion: 'v2',
    provider: 'scripted',
    modelId: 'scripted',
    supportedUrls: {},
    doGenerate: async () => ({ ...turns.shift(), usage, warnings: [] }),
  };
}
