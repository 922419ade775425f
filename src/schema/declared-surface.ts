import { z } from 'zod';
import { CLASSIFIERS } from '../classify/registry.ts';
import type { ClassifierRule } from '../classify/rule.ts';
import { DECLARED_SCHEMA } from '../gate/declared-surface.ts';
import { declaredRules } from './declared-rules.ts';
import { calendarDate, closedObject } from './declared-shapes.ts';
import { nonEmpty } from './shapes.ts';

/** Taken as it is, own `__proto__` key and all: `declared-rules.ts` looks at every key. */
const entry = z.unknown().meta({
  type: 'object',
  additionalProperties: { type: ['string', 'boolean', 'null', 'array'], items: { type: 'string' } },
});

const action = closedObject({
  id: nonEmpty,
  provider: nonEmpty,
  action_class: nonEmpty,
  allowed_targets: z.array(entry),
  allowed_effects: z
    .array(z.enum(['allow', 'deny']))
    .min(1, { error: 'an array of "allow", "deny" or both' }),
  required_decision: nonEmpty.optional(),
});

const reviewedTool = closedObject({
  server: nonEmpty,
  tool: nonEmpty,
  reason: nonEmpty,
  until: calendarDate.optional(),
  high_risk: z.boolean().optional(),
});

const credential = closedObject({ scopes: z.array(nonEmpty) });

/** Of the document itself; `declared-rules.ts` says so in words. */
const KEYS_ALONE = { additionalProperties: false, patternProperties: { '^x-': {} } };

/**
 * `assay.declared_tool_surface.v0` for some classifiers: the fields that an entry may name are theirs. An unknown key
 * is refused wherever it stands: one that is spelt wrong would be a constraint that nobody checks. Only the document
 * itself may have keys of anybody's own, which begin with `x-`.
 */
export function declaredSurfaceSchema(classifiers: readonly ClassifierRule[]) {
  return z
    .looseObject({
      $schema: z.unknown().optional(),
      non_claims: z.unknown().optional(),
      schema: z.literal(DECLARED_SCHEMA),
      declared_tool_actions: z.array(action),
      reviewed_tools: z.array(reviewedTool).optional(),
      declared_credentials: z.record(z.string(), credential).optional(),
      expected_services: z.array(nonEmpty).optional(),
    })
    .superRefine((value, context) => declaredRules(value, classifiers, context), { when: () => true })
    .meta(KEYS_ALONE);
}

/** For the built-in classifiers. */
export const DeclaredSurfaceSchema = declaredSurfaceSchema(CLASSIFIERS);
