import type { Conflict, Vantage } from '../span/observed-call.ts';
import type { EncodedDecision, EventAttributes } from './codec.ts';
import { DIALECT, EVENT } from './names.ts';

/** A framework's tool span that nothing proves to be a call, and what it would be if a client's call below it proves that. */
export interface ToolSpan {
  /** As the record stores it. */
  readonly toolName: string;
  readonly encoded: EncodedDecision;
  readonly vantage: Vantage;
  readonly dialect: string | undefined;
  readonly conflicts: readonly Conflict[];
  readonly classifierVersions: readonly string[];
}

/**
 * Name and attributes of such a span where it is passed on without what it was known by. It carries its record, and
 * nothing by which a backend would count it as a call.
 */
export function toolSpan({ toolName, encoded, vantage, dialect, conflicts, classifierVersions }: ToolSpan): {
  readonly name: string;
  readonly attributes: EventAttributes;
} {
  const attributes: EventAttributes = {
    'gen_ai.operation.name': 'execute_tool',
    [EVENT.record]: encoded.record,
    [EVENT.recordDigest]: encoded.digest,
    [EVENT.vantage]: vantage,
    [EVENT.classifierVersion]: [...classifierVersions],
  };
  if (conflicts.length > 0) attributes[EVENT.conflicts] = [...conflicts];
  if (dialect !== undefined) attributes[DIALECT] = dialect;
  return { name: `execute_tool ${toolName}`, attributes };
}
