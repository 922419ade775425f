import { recordDecision } from '../decision/decide.ts';
import { policySpan } from '../dialect/policy-span.ts';
import { label } from '../redact/label.ts';
import type { SpanView } from '../span/view.ts';
import type { PolicyFact } from './span-fact.ts';

/** What a span of a policy layer's own says about a call, safe to store; `undefined` where it decides nothing. */
export function policyFact(span: SpanView): PolicyFact | undefined {
  const said = policySpan(span);
  if (said === undefined) return undefined;
  const sanitized: string[] = [];
  const decision = recordDecision(said.decision, (path, raw) => {
    const safe = label(raw);
    if (safe.changed) sanitized.push(path);
    return safe.value;
  });
  return {
    about: said.about,
    decision,
    tool: said.toolName === undefined ? undefined : label(said.toolName).value,
    sanitized: sanitized.length > 0 ? sanitized.sort() : undefined,
  };
}
