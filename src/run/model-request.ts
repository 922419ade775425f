import { type Attributes, attribute, stringAttribute } from '../span/view.ts';

/** Operations of the GenAI conventions that are requests to a model. */
const OPERATIONS: ReadonlySet<string> = new Set([
  'chat',
  'embeddings',
  'generate_content',
  'text_completion',
]);

const OPERATION = 'gen_ai.operation.name';
const MODEL = 'gen_ai.request.model';

/** All that {@link isModelRequest} looks at. */
export const MODEL_REQUEST_KEYS: readonly string[] = [OPERATION, MODEL];

/** Whether a span is a request to a model. */
export function isModelRequest(attributes: Attributes): boolean {
  const operation = stringAttribute(attributes, OPERATION);
  if (operation !== undefined) return OPERATIONS.has(operation);
  return attribute(attributes, MODEL) !== undefined;
}
