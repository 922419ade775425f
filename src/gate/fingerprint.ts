import { canonicalJson } from '../decision/canonical-json.ts';
import { digestOf } from '../decision/codec.ts';
import type { ObservedRecord } from './observed-run.ts';
import type { CallRow } from './rows.ts';

/**
 * What makes two findings the same, in whatever run: `sha256:` over the RFC 8785 form of row, server, tool,
 * category and target.
 */
export function fingerprint(row: CallRow, { server, tool, action }: ObservedRecord): string {
  const { target } = action;
  return digestOf(
    canonicalJson({ row, server: server.id, tool: tool.name, category: tool.category, target }),
  );
}
