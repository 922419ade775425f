import { z } from 'zod';
import { FORMS } from '../classifier-file/forms.ts';
import { CLASSIFIERS } from '../classify/registry.ts';
import { ACTION_CLASSES, CONSEQUENCES } from '../classify/rule.ts';
import { recordRules } from './record-rules.ts';
import { quote } from './refinement.ts';
import { digest, nonEmpty } from './shapes.ts';

const builtIn = CLASSIFIERS.map(({ category }) => category);

/** A built-in category, or one of a classifier file, which a reader need not have. */
const category = z.union([z.enum(builtIn), z.string().regex(FORMS.category.pattern)], {
  error: `${builtIn.map(quote).join(', ')}, or a category of a classifier file`,
});

const server = z.looseObject({
  id: nonEmpty,
  transport: z.literal('mcp'),
  declared_manifest_digest: digest.optional(),
});

const tool = z.looseObject({ name: nonEmpty, category: category.nullable() });

const action = z.looseObject({
  class: z.enum([...ACTION_CLASSES, 'unclassified']),
  consequence_class: z.enum(CONSEQUENCES).optional(),
  verb: nonEmpty.nullable(),
  resource_type: nonEmpty.nullable(),
  target: z.looseObject({ provider: nonEmpty }).nullable(),
  required_scope: nonEmpty.nullable().optional(),
});

/** Who decided what. */
export const decision = z.looseObject({
  effect: z.enum(['allow', 'deny', 'error']),
  source: nonEmpty,
  rule_id: nonEmpty.nullable(),
  enforced: z.boolean(),
  advised_effect: z.literal('deny').optional(),
});

/** Read from other producers and from `verify`; the levels are theirs. */
const sideEffect = z.looseObject({
  asserted: z.boolean(),
  level: nonEmpty,
  verification_source: nonEmpty.nullish(),
  verification_subject_digest: digest.nullish(),
  irreversibility_class: nonEmpty.nullish(),
});

const response = z.looseObject({
  status: z.enum(['success', 'error', 'blocked', 'timeout', 'cancelled', 'unknown']),
  side_effect_asserted: z.boolean(),
  side_effect_verified: z.boolean(),
  side_effect: sideEffect.optional(),
});

const redaction = z.looseObject({
  arguments_redacted: z.literal(true),
  credential_alias: nonEmpty.nullable(),
  secret_material_stored: z.literal(false),
  sanitized_fields: z.array(nonEmpty).optional(),
});

const correlation = z.looseObject({
  basis: z.enum(['propagated_trace_context', 'malformed_trace_context', 'none']),
  traceparent: z.string().nullable(),
  source_class: z.literal('propagated').nullable(),
});

/**
 * One entry of `observed_tool_decisions`. Tolerates older producers (no `correlation`, `required_scope`,
 * `side_effect`) and keeps unknown fields; what its fields must be together is in `record-rules.ts`.
 */
export const DecisionRecordSchema = z
  .looseObject({
    server,
    tool,
    classification: z.enum([
      'classified',
      'classified_incomplete',
      'observed_unknown_tool',
      'redaction_failed',
    ]),
    reason_code: nonEmpty,
    detail: nonEmpty.optional(),
    action,
    decision,
    response,
    redaction,
    correlation: correlation.optional(),
  })
  // Also where a field is already wrong: all errors are told at once.
  .superRefine(recordRules, { when: () => true });
