import { MASKED } from '../decision/masked.ts';
import type { Declaration } from './declaration.ts';
import { classifierOf } from './declared-fields.ts';
import type { JudgedRow } from './judgement.ts';
import type { ObservedRecord } from './observed-run.ts';
import { scopeKind } from './scope-coverage.ts';

/**
 * Compares what an allowed call needed with what its credential has, where credentials are declared. An alias that
 * is not known, and a scope that nobody recognises, never cover.
 */
export function judgeCredential(record: ObservedRecord, declaration: Declaration): readonly JudgedRow[] {
  const needed = neededScope(record, declaration);
  if (declaration.credentials === undefined || needed === null) return [];
  return compared(record, declaration.credentials, needed).map((row) => ({ ...row, expected: needed }));
}

function compared(
  record: ObservedRecord,
  credentials: NonNullable<Declaration['credentials']>,
  needed: string,
): readonly JudgedRow[] {
  const alias = record.redaction.credential_alias;
  // Where a secret stood in its place, any credential may have.
  if (alias === null || alias === MASKED)
    return [{ row: 'credential_scope.unknown', reason: 'credential_alias_missing' }];
  const scopes = credentials.get(alias);
  if (scopes === undefined)
    return [{ row: 'credential_alias.unknown', reason: 'credential_alias_not_declared' }];
  const kinds = new Set(scopes.map((scope) => scopeKind(needed, scope)));
  const isCovered = kinds.has('sufficient') || kinds.has('overbroad');
  if (!isCovered) return [kinds.has('unrecognised') ? UNKNOWN : INSUFFICIENT];
  return [
    ...(kinds.has('overbroad') ? [OVERBROAD] : []),
    ...(kinds.has('unrecognised') ? [UNRECOGNISED] : []),
  ];
}

const UNKNOWN: JudgedRow = { row: 'credential_scope.unknown', reason: 'scope_unrecognised' };
const INSUFFICIENT: JudgedRow = { row: 'credential_scope.insufficient', reason: 'scope_not_covered' };
const OVERBROAD: JudgedRow = { row: 'credential_scope.overbroad', reason: 'scope_overbroad' };
const UNRECOGNISED: JudgedRow = { row: 'credential_scope.unrecognised', reason: 'scope_unrecognised' };

/** The record's own; older producers leave it out, and then it is the category's. */
function neededScope({ action, tool }: ObservedRecord, { classifiers }: Declaration): string | null {
  if (action.required_scope !== undefined) return action.required_scope;
  return classifierOf(tool.category, classifiers)?.requiredScope ?? null;
}
