interface Candidate {
  readonly name: string;
  readonly spread: { readonly low: number; readonly median: number; readonly high: number };
}
export function fasterThan(ours: Candidate, others: readonly Candidate[]): string;
