import { attribute } from '../span/view.ts';
import { decodedFields } from './decoded-fields.ts';

/**
 * An output, where it says itself whether the tool failed; else nothing. For instrumentations that record what is in
 * a result without the mark: there an output that bears none is no success.
 */
export function markedResult(output: unknown): unknown {
  const fields = decodedFields(output);
  const mark = attribute(fields, 'isError') ?? attribute(fields, 'is_error');
  return mark === undefined ? undefined : output;
}
