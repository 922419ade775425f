import { type Attributes, attribute, stringAttribute } from '../span/view.ts';

/** Operations of the GenAI conventions that are requests to a model. */
const OPERATIONS: ReadonlySet<string> = new Set([
  'chat',
  'embeddings',
  'generate_content',
  'text_completion',
]);

/** Whether a span is a request to a model. */
export function isModelRequest(attributes: Attributes): boolean {
  const operation = stringAttribute(attributes, 'gen_ai.operation.name');
  if (operation !== undefined) return OPERATIONS.has(operation);
  return attribute(attributes, 'gen_ai.request.model') !== undefined;
}
