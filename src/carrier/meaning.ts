import type { Settings } from '../config.ts';
import type { EventAttributes } from '../decision/codec.ts';
import { toolSpan } from '../decision/tool-span.ts';
import { mayBeToolSpan } from '../dialect/fingerprint.ts';
import { mayBePolicySpan } from '../dialect/policy-span.ts';
import { policySpanName, policyWords } from '../dialect/policy-words.ts';
import { type ObservedCallSpan, observeForRun } from '../pipeline.ts';
import { policyFact } from '../run/policy-fact.ts';
import { fromSdkSpan } from '../span/from-sdk.ts';
import type { SdkReadableSpan } from '../span/sdk-span.ts';

/** How a span that is no call leaves under the audit allow-list: by its name and these attributes alone. */
export interface Meaning {
  readonly name: string;
  readonly attributes: EventAttributes;
}

/**
 * What a span says that is no call, but without which its run would look cleaner than it is: a tool span that nothing
 * proves to be a call, one of MCP that nobody can read, the word of a policy layer. `undefined` for any other.
 */
export function meaningOf(span: SdkReadableSpan, settings: Settings): Meaning | undefined {
  const { name, attributes, instrumentationScope: scope } = span;
  const isTool = mayBeToolSpan(scope.name, name, attributes);
  const isOfMcp = Object.keys(attributes).some((key) => key.startsWith('mcp.'));
  if (!isTool && !isOfMcp && !mayBePolicySpan(name)) return undefined;
  const view = fromSdkSpan(span);
  const observed = isTool ? observeForRun(view, settings) : NOTHING;
  if (observed.is === 'tool') return observed.unproven && ofTool(observed.unproven, settings);
  if (observed.is !== 'other') return undefined;
  const said = policyFact(view);
  // What may be about a request to a model stays here, since those do.
  const policy = said?.about === 'request' ? undefined : said;
  if (policy === undefined && !isOfMcp) return undefined;
  return {
    name: policy === undefined ? 'span' : policySpanName(name),
    attributes: {
      ...(isOfMcp && { 'mcp.unrecognised': true }),
      ...(policy && policyWords(policy)),
    },
  };
}

const NOTHING = { is: 'other' } as const;

function ofTool({ call, record, encoded }: ObservedCallSpan, { classifiers }: Settings): Meaning {
  const { vantage, dialect, conflicts } = call;
  const classifierVersions = classifiers.versions;
  return toolSpan({ toolName: record.tool.name, encoded, vantage, dialect, conflicts, classifierVersions });
}
