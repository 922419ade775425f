import { type Attributes, attribute } from '../span/view.ts';

/**
 * Whether a span only tells that another has begun. Logfire sends one for each of its spans, of the same name and
 * attributes and below it, so that its backend shows what is still running; the other one is the call.
 */
export function isPendingSpan(attributes: Attributes): boolean {
  return attribute(attributes, 'logfire.span_type') === 'pending_span';
}
