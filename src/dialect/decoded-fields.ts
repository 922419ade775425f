import type { Attributes } from '../span/view.ts';
import { DEFAULT_ARGUMENT_LIMITS, decodeArguments } from './arguments.ts';

const NONE: Attributes = {};

/** The members of what was recorded, JSON or JSON text; none of what is no JSON object, was cut, or is too large. */
export function decodedFields(recorded: unknown): Attributes {
  const decoded = decodeArguments({ form: 'json', value: recorded }, DEFAULT_ARGUMENT_LIMITS);
  return decoded.state === 'captured' ? decoded.fields : NONE;
}
