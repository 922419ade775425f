import { canonicalJson } from '../decision/canonical-json.ts';
import { digestOf } from '../decision/codec.ts';
import type { ObservedRecord } from './observed-run.ts';
import type { CallRow, RowName } from './rows.ts';

/**
 * What makes two findings the same, in whatever run: `sha256:` over the RFC 8785 form of row, server, tool, category and
 * target; of a finding about a credential of its alias too, and of one about a secret among the arguments of its
 * reason; and of a category of a classifier file, where a tool can have many, of its verb. Whoever accepts one credential,
 * a name, or that something is created, has not accepted another credential, a secret, or that it is deleted.
 */
export function fingerprint(row: CallRow, record: ObservedRecord): string {
  const { server, tool, action } = record;
  const call = { server: server.id, tool: tool.name, category: tool.category, target: action.target };
  // The verb of a built-in category goes with its tool; fingerprints of it stay what they were.
  const verb = tool.category?.includes('/') && { verb: action.verb };
  return digestOf(canonicalJson({ row, ...call, ...verb, ...more(row, record) }));
}

function more(row: CallRow, { reason_code: reason, redaction: { credential_alias } }: ObservedRecord) {
  if (isOfCredential(row)) return credential_alias === null ? {} : { credential_alias };
  const isSecret = reason === 'redacted_secret_argument' && row.startsWith('unclassified.');
  return isSecret ? { reason } : {};
}

/** Whether a row is about the credential of a call. */
export function isOfCredential(row: RowName): boolean {
  return row.startsWith('credential_');
}
