import type { Target } from '../decision/record.ts';
import { showsResult } from '../gate/judged-effect.ts';
import { isKnown, type ObservedRecord } from '../gate/observed-run.ts';
import { toolLeaf } from '../span/tool-name.ts';

/**
 * Whether a later record of a call says all that an earlier one did, and at most more: what was not known may have
 * become known, what was decided may not have become another decision, nor the call another call. In doubt it does not.
 */
export function continues(later: ObservedRecord, earlier: ObservedRecord): boolean {
  return (
    isSameTool(later, earlier) &&
    isKept(later.action.required_scope, earlier.action.required_scope) &&
    isKept(later.redaction.credential_alias, earlier.redaction.credential_alias) &&
    isSameDecision(later.decision, earlier.decision) &&
    (showsResult(later.response) || !showsResult(earlier.response))
  );
}

function isSameTool(later: ObservedRecord, earlier: ObservedRecord): boolean {
  if (!isKnown(earlier)) {
    // Of a known tool the target is what counts; an unknown one is reviewed by both of its names.
    if (isKnown(later)) return toolLeaf(later.tool.name) === toolLeaf(earlier.tool.name);
    const isSameServer = earlier.server.id === 'unknown' || later.server.id === earlier.server.id;
    const isSecret = earlier.reason_code === 'redacted_secret_argument';
    const staysSecret = !isSecret || later.reason_code === earlier.reason_code;
    return isSameServer && later.tool.name === earlier.tool.name && staysSecret;
  }
  return (
    isKnown(later) &&
    later.tool.category === earlier.tool.category &&
    (earlier.classification !== 'classified' || later.classification === 'classified') &&
    holdsTarget(later.action.target, earlier.action.target)
  );
}

function holdsTarget(later: Target | null, earlier: Target | null): boolean {
  return Object.entries(earlier ?? {}).every(([field, value]) => isKept(later?.[field], value));
}

/** Null says nothing that could be lost. */
function isKept<Value>(later: Value, earlier: Value): boolean {
  return earlier === null || earlier === undefined || later === earlier;
}

function isSameDecision(later: ObservedRecord['decision'], earlier: ObservedRecord['decision']): boolean {
  if (earlier.source === 'none') return true;
  return later.effect === earlier.effect && later.enforced === earlier.enforced;
}
