import type { Level } from './rows.ts';

export type Verdict = 'pass' | 'fail' | 'inconclusive';

/** An error fails; what is inconclusive takes away a would-be pass, and no more than that. */
export function verdictOf(findings: readonly { readonly level: Level }[]): Verdict {
  const has = (level: Level) => findings.some((finding) => finding.level === level);
  if (has('error')) return 'fail';
  return has('inconclusive') ? 'inconclusive' : 'pass';
}

/** What the command exits with where something was judged; 2 says that nothing was. */
export const EXIT_CODES = { pass: 0, fail: 1, inconclusive: 3 } as const satisfies Readonly<
  Record<Verdict, number>
>;
