export type Verdict = 'pass' | 'fail' | 'inconclusive';

interface Judged {
  readonly contradictions: readonly unknown[];
  readonly unbound: readonly unknown[];
  readonly malformed: readonly unknown[];
  /** How many audit records came in. */
  readonly auditCount: number;
}

/**
 * A contradiction fails. An audit record that binds nothing or is malformed takes away a would-be pass, and so does
 * it that none came in: nothing was compared. Calls that no audit record speaks of do not: they stay asserted.
 */
export function verdictOf({ contradictions, unbound, malformed, auditCount }: Judged): Verdict {
  if (contradictions.length > 0) return 'fail';
  return auditCount > 0 && unbound.length === 0 && malformed.length === 0 ? 'pass' : 'inconclusive';
}

const EXIT_CODES = { pass: 0, fail: 1, inconclusive: 3 } as const satisfies Readonly<Record<Verdict, number>>;

/** What the command exits with; 2 where nothing was judged: usage, a path that is not there, an unreadable surface. */
export function exitCodeOf(verification: { readonly verdict: Verdict } | undefined): 0 | 1 | 2 | 3 {
  return verification === undefined ? 2 : EXIT_CODES[verification.verdict];
}
