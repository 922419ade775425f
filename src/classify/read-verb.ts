import { valueAt } from './argument-path.ts';
import type { Incomplete } from './candidate.ts';
import type { VerbRule } from './rule.ts';

/** The verb of a call, null where it cannot be told, and then why. */
export interface VerbReading {
  readonly verb: string | null;
  readonly incomplete: Incomplete | undefined;
}

const MISSING: VerbReading = {
  verb: null,
  incomplete: { reasonCode: 'missing_required_target_field', detail: 'missing_verb' },
};

const UNLISTED: VerbReading = {
  verb: null,
  incomplete: { reasonCode: 'unsupported_argument_shape', detail: 'unknown_verb' },
};

/**
 * Reads the verb of a tool that is known. The argument's value only chooses among the listed words and is never copied;
 * one that nobody listed may do anything, so the call is incomplete.
 */
export function readVerb(rule: VerbRule, args: Readonly<Record<string, unknown>> | undefined): VerbReading {
  if (typeof rule === 'string') return { verb: rule, incomplete: undefined };
  const said = valueAt(args, rule.argument);
  if (typeof said !== 'string' || said === '') return MISSING;
  const verb = Object.hasOwn(rule.verbs, said) ? rule.verbs[said] : undefined;
  return verb === undefined ? UNLISTED : { verb, incomplete: undefined };
}
