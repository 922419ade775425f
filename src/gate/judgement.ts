import type { Declaration } from './declaration.ts';
import type { ReviewedTool } from './declared-surface.ts';
import type { HighRiskWords } from './high-risk-words.ts';
import type { Nearest } from './nearest.ts';
import type { CallRow } from './rows.ts';
import type { DeclaredReference } from './surface-diff.ts';

/** A row that holds for a call, and a word that says why. */
export interface JudgedRow {
  readonly row: CallRow;
  readonly reason: string;
  /** The scope that the call needs, where credentials are compared. */
  readonly expected?: string;
}

/** What one call comes to. */
export interface Judgement {
  readonly rows: readonly JudgedRow[];
  /** Ids of the declared actions that allow it, where it is allowed and declared. */
  readonly matched?: readonly string[];
  /** The review that names it, where that is enough. */
  readonly reviewed?: ReviewedTool;
  readonly nearest?: Nearest | undefined;
  /** The first declared action that speaks of the call, where one does. */
  readonly declared?: DeclaredReference | undefined;
  /** Declared actions, by index, that cannot be said to be unobserved; of an unknown tool there are none. */
  readonly observed?: readonly number[];
}

/** What calls are judged by. */
export interface JudgingContext {
  readonly declaration: Declaration;
  readonly words: HighRiskWords;
  /** `YYYY-MM-DD`, UTC: the day on which reviews and accepted findings must still hold. */
  readonly today: string;
}
