// A scripted model: it answers as a real one might, without a network.
import { CALLS, PROMPTS } from 'example-scenario';

/** Says what comes next, given the messages so far: a tool call, or the last word. */
export function nextTurn(messages) {
  const results = messages.filter(({ role }) => role === 'tool').length;
  const call = messages[0].content === PROMPTS.clean ? CALLS[results] : undefined;
  if (call === undefined) return { role: 'assistant', content: 'That is all I can do.' };
  return { role: 'assistant', toolCall: { name: call.tool, arguments: call.arguments } };
}
