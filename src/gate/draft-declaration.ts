import { CLASSIFIERS } from '../classify/registry.ts';
import type { ClassifierRule } from '../classify/rule.ts';
import { DECLARED_SCHEMA, type DeclaredSurface } from './declared-surface.ts';
import { draftActions } from './draft-actions.ts';
import { draftReviews } from './draft-reviews.ts';
import type { HighRiskReason } from './high-risk.ts';
import { HIGH_RISK_WORDS, type HighRiskWords } from './high-risk-words.ts';
import { judgedEffect } from './judged-effect.ts';
import { isComplete, isKnown, type ObservedRecord, type ObservedSurface } from './observed-run.ts';

/** What a person has to look at before a draft declares anything. */
export interface DraftDeclaration {
  /** Reviewed tools have an empty reason, with which no reader takes it: a person has to write one. */
  readonly declared: DeclaredSurface;
  /** For each of `reviewed_tools`, why its shape is high-risk, where it is. */
  readonly highRisk: readonly (HighRiskReason | undefined)[];
  readonly leftOut: LeftOut;
}

/** Calls that were left out, since a declaration of them would say more than was seen. */
export interface LeftOut {
  /** The target is not known in full. */
  readonly incomplete: number;
  /** The policy layer failed to decide, and no result was seen. */
  readonly undecided: number;
  /** Denied calls of unknown tools, which a declaration has no word for. */
  readonly deniedUnknown: number;
  /** The target holds what would mean something else in a declaration, such as `*`. */
  readonly unwritable: number;
}

/**
 * Drafts a declared surface from what was observed: every target of every classified call as it stands in the record
 * (hashes as hashes, what is absent as `null`), grouped by class and by what was decided. Nothing is generalised; calls
 * that cannot be declared as they are, are counted and left out. The same surfaces in any order give the same draft.
 */
export function draftDeclaration(
  surfaces: readonly ObservedSurface[],
  classifiers: readonly ClassifierRule[] = CLASSIFIERS,
  words: HighRiskWords = HIGH_RISK_WORDS,
): DraftDeclaration {
  const records = surfaces.flatMap((surface) => surface.observed_tool_decisions);
  const { actions, unwritable } = draftActions(records, classifiers);
  const reviews = draftReviews(records, words);
  const count = (is: (record: ObservedRecord) => boolean) => records.filter(is).length;
  const effectOf = (record: ObservedRecord) => judgedEffect(record).effect;
  return {
    declared: {
      schema: DECLARED_SCHEMA,
      declared_tool_actions: actions,
      ...(reviews.length > 0 && {
        reviewed_tools: reviews.map(({ server, tool }) => ({ server, tool, reason: '' })),
      }),
    },
    highRisk: reviews.map(({ why }) => why),
    leftOut: {
      incomplete: count((record) => isKnown(record) && !isComplete(record)),
      undecided: count((record) => (isComplete(record) || !isKnown(record)) && effectOf(record) === 'error'),
      deniedUnknown: count((record) => !isKnown(record) && effectOf(record) === 'deny'),
      unwritable,
    },
  };
}
