import { type Attributes, attribute } from '../span/view.ts';

/** Whether a span of Google ADK sums up parallel calls, each of which has a span of its own: it is no call. */
export function isMergedTools(attributes: Attributes): boolean {
  return attribute(attributes, 'gen_ai.tool.name') === '(merged tools)';
}
