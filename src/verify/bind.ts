import { type CallGroup, type CallIndex, callIndex } from './call-index.ts';
import type { Call } from './calls-of-runs.ts';
import type { Audit } from './sort-audits.ts';
import type { UnboundReason } from './tool-verification.ts';

/** What audit records and calls come to: each audit record stands in exactly one of the three. */
export interface Bindings {
  /** A call, and the one audit record that vouches for it. */
  readonly verified: ReadonlyMap<Call, Audit>;
  readonly contradictions: readonly ContradictedCalls[];
  readonly unbound: readonly UnboundCalls[];
}

/** An audit record and the calls that it may mean. The lists are shared, and each list has a call once. */
export interface MeantCalls {
  readonly audit: Audit;
  readonly groups: readonly CallGroup[];
}

interface ContradictedCalls extends MeantCalls {
  /** Some of the calls have its very subject. */
  readonly isExact: boolean;
}

interface UnboundCalls extends MeantCalls {
  readonly reason: UnboundReason;
}

/**
 * Gives each audit record one call of its subject, calls whose tool said that it succeeded first; a refused call never
 * gets one. Both lists in canonical order. What is left over is then judged by the calls that are left over.
 */
export function bind(calls: readonly Call[], audits: readonly Audit[]): Bindings {
  const index = callIndex(calls);
  const verified = new Map<Call, Audit>();
  const waiting = new Map<string, Iterator<Call>>();
  const left = audits.filter((audit) => {
    const queue = waiting.get(audit.binding) ?? vouchable(index.exact(audit)).values();
    waiting.set(audit.binding, queue);
    const next = queue.next();
    if (next.done === true) return true;
    verified.set(next.value, audit);
    return false;
  });

  const rest = restOf(verified);
  const contradictions: ContradictedCalls[] = [];
  const unbound: UnboundCalls[] = [];
  for (const audit of left) {
    const exact = index.exact(audit);
    const meant = [exact, ...index.lessSpecific(audit)].filter(({ length }) => length > 0);
    const open = meant.map((group) => rest(group).open).filter(({ length }) => length > 0);
    const refused = meant.map((group) => rest(group).refused).filter(({ length }) => length > 0);
    if (open.length > 0) unbound.push({ audit, reason: 'audit_more_specific', groups: open });
    else if (refused.length > 0)
      contradictions.push({ audit, groups: refused, isExact: rest(exact).refused.length > 0 });
    else unbound.push({ audit, reason: reasonOf(audit, meant, index), groups: [] });
  }
  return { verified, contradictions, unbound };
}

/** In the order in which audit records are given to them. */
function vouchable(calls: CallGroup): readonly Call[] {
  const open = calls.filter(({ isRefused }) => !isRefused);
  const isAsserted = ({ record }: Call) => record.response.side_effect_asserted;
  return [...open.filter(isAsserted), ...open.filter((call) => !isAsserted(call))];
}

interface Rest {
  readonly open: CallGroup;
  readonly refused: CallGroup;
}

/** Of a group, the calls that no audit record vouches for; worked out once for each group. */
function restOf(verified: ReadonlyMap<Call, Audit>): (group: CallGroup) => Rest {
  const known = new Map<CallGroup, Rest>();
  return (group) => {
    const found = known.get(group);
    if (found !== undefined) return found;
    const open = group.filter((call) => !call.isRefused && !verified.has(call));
    const rest = { open, refused: group.filter((call) => call.isRefused) };
    known.set(group, rest);
    return rest;
  };
}

/** The first check that failed says most. */
function reasonOf(audit: Audit, meant: readonly CallGroup[], index: CallIndex): UnboundReason {
  if (meant.length > 0) return 'calls_used';
  if (index.hasSubject(audit)) return 'other_provider';
  const kind = index.kindOf(audit);
  if (kind === undefined) return 'no_such_call';
  return kind.hasUnbound ? 'target_not_complete' : 'other_target';
}
