import { EVENT, OWN_SCOPE } from '../decision/names.ts';
import { mayBeToolSpan } from '../dialect/fingerprint.ts';
import { mayBePolicySpan } from '../dialect/policy-span.ts';
import { remembered, type Wanted, type Weight } from '../span/otlp/wanted.ts';
import type { Attributes } from '../span/view.ts';
import { isModelRequest, MODEL_REQUEST_KEYS } from './model-request.ts';

const NONE: Attributes = {};

/** Attributes of our event that say again, for whoever searches a backend, what the record says; no fact is made of them. */
const SAID_AGAIN: ReadonlySet<string> = new Set([
  EVENT.schemaUrl,
  EVENT.scrubbedKeys,
  EVENT.scrubbedOther,
  EVENT.toolName,
  EVENT.toolCategory,
  EVENT.classification,
  EVENT.reasonCode,
  EVENT.decisionEffect,
  EVENT.decisionSource,
  EVENT.decisionEnforced,
  EVENT.responseStatus,
  EVENT.serverId,
]);

/**
 * What has to be read of a span so that the fact that is made of it is the same: all of those that may be a call, tell
 * of one or carry anything of ours, and of all others what says that they ask a model.
 */
export function wantedForFacts(runKey: string | undefined): Wanted {
  return remembered({
    scope: (scope) => scope === OWN_SCOPE || mayBeToolSpan(scope, '', NONE),
    name: (name) => mayBePolicySpan(name) || mayBeToolSpan('', name, NONE),
    key: (key) => (key === runKey ? 'whole' : weightOf(key)),
    kept: (attributes) => mayBeToolSpan('', '', attributes) && !isModelRequest(attributes),
    eventKey: (key) => (SAID_AGAIN.has(key) ? 'passed' : 'kept'),
  });
}

function weightOf(key: string): Weight {
  if (MODEL_REQUEST_KEYS.includes(key)) return 'kept';
  const isWhole =
    key.startsWith('mcp.') || key.startsWith('assay.') || mayBeToolSpan('', '', { [key]: true });
  return isWhole ? 'whole' : 'passed';
}
