import { actionRules } from './action-rules.ts';
import { reasonRules } from './reason-rules.ts';
import { expect, type Fields, fieldsOf, type Refinement } from './refinement.ts';

/** W3C Trace Context, "traceparent": version not `ff`, neither id all zeros. */
const TRACEPARENT = /^(?!ff)[0-9a-f]{2}-(?!0{32})[0-9a-f]{32}-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}$/;

/**
 * What the fields of a record must be together (docs/record.md). Runs also over records whose
 * fields are wrong one by one, so every rule asks only what it can read and says nothing of the rest.
 */
export function recordRules(value: unknown, context: Refinement): void {
  const record = fieldsOf(value);
  const { category } = fieldsOf(record.tool);
  actionRules(record.classification, category, record.action, context);
  reasonRules(record, category, context);
  decisionRules(fieldsOf(record.decision), context);
  responseRules(fieldsOf(record.response), fieldsOf(record.decision), context);
  correlationRules(fieldsOf(record.correlation), context);
}

function decisionRules({ effect, enforced, advised_effect }: Fields, context: Refinement): void {
  if (advised_effect === undefined) return;
  expect(context, effect === 'allow', ['decision', 'effect'], '"allow" where a deny was only advised');
  expect(context, enforced === false, ['decision', 'enforced'], 'false where a deny was only advised');
}

function responseRules(response: Fields, { effect }: Fields, context: Refinement): void {
  const { status, side_effect_asserted: asserted } = response;
  if (typeof effect !== 'string' || typeof status !== 'string' || typeof asserted !== 'boolean') return;
  const isAsserted = effect === 'allow' && status === 'success';
  const expectation = `${isAsserted}: true exactly where the effect is "allow" and the status "success"`;
  const path = ['response', 'side_effect_asserted'];
  expect(context, asserted === isAsserted, path, expectation, String(asserted));
}

function correlationRules({ basis, traceparent, source_class }: Fields, context: Refinement): void {
  if (typeof basis !== 'string') return;
  const isPropagated = basis === 'propagated_trace_context';
  const isValid = isPropagated
    ? typeof traceparent === 'string' && TRACEPARENT.test(traceparent)
    : traceparent === null;
  const unless = 'null unless the basis is "propagated_trace_context"';
  const carrier = isPropagated ? 'a valid W3C traceparent with this basis' : unless;
  expect(context, isValid, ['correlation', 'traceparent'], carrier);
  const isTyped = source_class === (isPropagated ? 'propagated' : null);
  const type = isPropagated ? '"propagated" with this basis' : unless;
  expect(context, isTyped, ['correlation', 'source_class'], type);
}
