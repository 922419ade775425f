// A scripted chat model of LangChain: it answers as a real one might, without a network.
import { BaseChatModel } from '@langchain/core/language_models/chat_models';
import { AIMessage } from '@langchain/core/messages';
import { CALLS } from 'example-scenario';

/** Makes the calls of the run one by one, then has the last word. */
export class ScriptedModel extends BaseChatModel {
  #left;

  constructor(run) {
    super({});
    const calls = run === 'clean' ? CALLS : [];
    this.#left = calls.map(({ tool, arguments: args }, at) => ({
      name: tool,
      args,
      id: `call_${at}`,
      type: 'tool_call',
    }));
  }

  _llmType() {
    return 'scripted';
  }

  bindTools() {
    return this;
  }

  async _generate() {
    const tool_calls = this.#left.splice(0, 1);
    const text = tool_calls.length > 0 ? '' : 'That is all I can do.';
    return { generations: [{ message: new AIMessage({ content: text, tool_calls }), text }] };
  }
}
