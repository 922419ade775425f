import { type Attributes, attribute } from '../span/view.ts';
import { DEFAULT_ARGUMENT_LIMITS, decodeArguments } from './arguments.ts';

/**
 * Whether what OpenInference recorded as the output of CrewAI's tool is the failure that the tool reported. A tool of an
 * MCP server's gives text; of the failure, which is an object, all is recorded.
 */
export function isToolFailure(attributes: Attributes): boolean {
  if (attribute(attributes, 'output.mime_type') !== 'application/json') return false;
  const output = { form: 'json', value: attribute(attributes, 'output.value') } as const;
  const decoded = decodeArguments(output, DEFAULT_ARGUMENT_LIMITS);
  if (decoded.state !== 'captured') return false;
  const { fields } = decoded;
  return (
    typeof attribute(fields, 'reason') === 'string' && typeof attribute(fields, 'retryable') === 'boolean'
  );
}
