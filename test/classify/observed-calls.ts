import type { ObservedCall } from '../../src/span/observed-call.ts';

/** An observed call with the parts that classification reads; the rest is neutral. */
export function observedCall(parts: Partial<ObservedCall>): ObservedCall {
  return {
    dialect: 'test',
    vantage: 'client',
    toolName: undefined,
    serverId: undefined,
    serverIdFromName: false,
    arguments: { state: 'not_captured' },
    status: 'success',
    correlation: { basis: 'none' },
    decision: undefined,
    credentialAlias: undefined,
    declaredManifestDigest: undefined,
    conflicts: [],
    plainNames: [],
    ...parts,
  };
}

/** A call with these arguments. */
export function callWith(toolName: string, fields: Readonly<Record<string, unknown>>): ObservedCall {
  return observedCall({ toolName, arguments: { state: 'captured', fields } });
}
