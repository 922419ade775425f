import { attribute } from '../span/view.ts';
import { DEFAULT_ARGUMENT_LIMITS, decodeArguments } from './arguments.ts';

/**
 * An output, where it says itself whether the tool failed; else nothing. For instrumentations that record what is in
 * a result without the mark: there an output that bears none is no success.
 */
export function markedResult(output: unknown): unknown {
  const decoded = decodeArguments({ form: 'json', value: output }, DEFAULT_ARGUMENT_LIMITS);
  if (decoded.state !== 'captured') return undefined;
  const mark = attribute(decoded.fields, 'isError') ?? attribute(decoded.fields, 'is_error');
  return mark === undefined ? undefined : output;
}
