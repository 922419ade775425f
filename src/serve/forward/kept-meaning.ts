import { CLASSIFIER_VERSION } from '../../classify/rule-set.ts';
import { digestOf } from '../../decision/codec.ts';
import type { DecisionRecord } from '../../decision/record.ts';
import { toolSpan } from '../../decision/tool-span.ts';
import { mcpMethod } from '../../dialect/mcp-method.ts';
import { policySpanName, policyWords } from '../../dialect/policy-words.ts';
import { label } from '../../redact/label.ts';
import type { CallFact, SpanFact } from '../../run/span-fact.ts';
import type { Conflict } from '../../span/observed-call.ts';
import { type Attributes, attribute, type SpanView, stringAttribute } from '../../span/view.ts';

/** What OpenTelemetry's conventions say instead of a word that is on no list. */
const OTHER = '_OTHER';
const METHOD = 'mcp.method.name';
const METHOD_OF_DRAFTS = 'mcp.method';
const OPERATION = 'gen_ai.operation.name';
const MODEL = 'gen_ai.request.model';

/** What a span of MCP that is no call must say where nothing else of it stays. */
export const OF_ANOTHER_METHOD: Attributes = { [METHOD]: OTHER, [METHOD_OF_DRAFTS]: undefined };

/** A span's name and more attributes, by which the next reader takes it for what it was taken for here. */
export interface KeptMeaning {
  readonly name: string | undefined;
  /** `undefined` takes away what the allow-list left. */
  readonly attributes: Attributes;
}

/**
 * What a span that is no call must say beyond what the allow-list leaves: written from its fact, since what it was known
 * by may be its name, or an attribute that does not stay.
 */
export function keptMeaning(span: SpanView, fact: SpanFact): KeptMeaning {
  const { unproven, mcp, policy } = fact;
  if (unproven !== undefined) return ofTool(unproven);
  if (mcp !== undefined) return { name: undefined, attributes: otherMethod(span) };
  return {
    name: policy && policySpanName(span.name),
    attributes: {
      // What no dialect claims must be seen by the next reader too.
      ...(fact.unrecognised === true && { 'mcp.unrecognised': true }),
      ...(policy && policyWords(policy)),
      ...ofModel(span, fact),
    },
  };
}

function ofTool({ record, vantage, dialect, conflicts = [], classifiers = [CLASSIFIER_VERSION] }: CallFact) {
  return toolSpan({
    toolName: (JSON.parse(record) as DecisionRecord).tool.name,
    encoded: { record, digest: digestOf(record) },
    vantage,
    dialect,
    conflicts: conflicts as readonly Conflict[],
    classifierVersions: classifiers,
  });
}

/** A part of a call that is none itself, and a method that only a name told, are of a method that is on no list. */
function otherMethod({ attributes }: SpanView): Attributes {
  const method = mcpMethod(attributes);
  if (method !== undefined && method !== 'tools/call') return {};
  return OF_ANOTHER_METHOD;
}

/** What a policy layer says beside a request to a model may be about that: what tells one must stay with it. */
function ofModel({ attributes }: SpanView, { model }: SpanFact): Attributes {
  if (model !== true) return {};
  const operation = stringAttribute(attributes, OPERATION);
  if (operation !== undefined) return { [OPERATION]: operation };
  const named = attribute(attributes, MODEL);
  return { [MODEL]: typeof named === 'string' ? label(named).value : '' };
}
