import { z } from 'zod';
import { FORMS, type Form, CLASSIFIER_LIMITS as LIMITS } from '../classifier-file/forms.ts';
import { CLASSIFIERS_SCHEMA } from '../classify/classifier-document.ts';
import { ACTION_CLASSES, CONSEQUENCES } from '../classify/rule.ts';
import { EXPECTED_VALUE } from './case-values.ts';
import { calendarDate, closedObject } from './declared-shapes.ts';

const text = ({ pattern, words }: Form) => z.string().regex(pattern, { error: words });
const list = <Item extends z.ZodType>(item: Item, most: number, least = 0) => {
  const error = `a list of ${least} to ${most}`;
  return z.array(item).min(least, { error }).max(most, { error });
};
/** An object whose keys are the writer's own; how many it has is counted by `classifier-file`. */
const keyed = <Value extends z.ZodType>(key: Form, value: Value) =>
  z.record(z.string().regex(key.pattern), value, {
    error: ({ code }) => (code === 'invalid_key' ? `an object whose every key is ${key.words}` : undefined),
  });

const servers = list(text(FORMS.server), LIMITS.servers, 1);
const keys = list(text(FORMS.name), LIMITS.fields);

const verb = z.union(
  [
    text(FORMS.verb),
    closedObject({ argument: text(FORMS.path), verbs: keyed(FORMS.value, text(FORMS.verb)) }),
  ],
  { error: `${FORMS.verb.words}, or an object of \`argument\` and \`verbs\`` },
);

const field = closedObject({
  key: text(FORMS.name),
  from: list(text(FORMS.path), LIMITS.aliases, 1),
  as: z.enum(['plain', 'flag', 'hashed']),
  domain: text(FORMS.name).optional(),
  type: z.enum(['string', 'identifier']).optional(),
  null_when_absent: z.boolean().optional(),
  why_plain: text(FORMS.sentence).optional(),
});

const hash = closedObject({ domain: text(FORMS.name), of: z.string() });
const expected = z.union([z.string(), z.boolean(), z.null(), hash, z.array(z.union([z.string(), hash]))], {
  error: EXPECTED_VALUE,
});

const triedCase = closedObject({
  name: text(FORMS.sentence),
  call: closedObject({
    server: text(FORMS.server).optional(),
    tool: z.string().min(1, { error: 'the name of a tool' }),
    arguments: z.record(z.string(), z.unknown()).optional(),
  }),
  record: closedObject({
    classification: z.enum([
      'classified',
      'classified_incomplete',
      'observed_unknown_tool',
      'redaction_failed',
    ]),
    reason_code: z.string().optional(),
    detail: z.string().optional(),
    verb: z.string().nullable().optional(),
    target: keyed(FORMS.name, expected).optional(),
  }),
});

const category = closedObject({
  id: text(FORMS.category),
  provider: text(FORMS.name),
  servers: servers.optional(),
  class: z.enum(ACTION_CLASSES).optional(),
  resource_type: text(FORMS.name),
  required_scope: text(FORMS.scope).nullable(),
  consequence: z.enum(CONSEQUENCES).optional(),
  tools: keyed(FORMS.leaf, verb),
  fields: list(field, LIMITS.fields),
  required: list(
    closedObject({ any_of: list(text(FORMS.name), LIMITS.fields, 1), detail: text(FORMS.name).optional() }),
    LIMITS.fields,
  ),
  kept_when_incomplete: keys.optional(),
  binding_fields: keys.optional(),
  non_claims: list(text(FORMS.claim), LIMITS.nonClaims).optional(),
  cases: z.array(triedCase).optional(),
});

const source = closedObject({
  what: text(FORMS.sentence),
  version: text(FORMS.sentence).optional(),
  date: calendarDate.optional(),
  url: z.url({ error: 'a URL' }).optional(),
});

const KEYS = {
  $schema: z.unknown().optional(),
  schema: z.literal(CLASSIFIERS_SCHEMA),
  name: text(FORMS.family),
  draft: z.boolean().optional(),
  reviewed: calendarDate.optional(),
  sources: z.array(source).optional(),
  servers,
  categories: list(category, LIMITS.categories, 1),
  reviewed_read_only: z.array(text(FORMS.leaf)).optional(),
};

/**
 * `assay.tool_classifiers.v0`, the whole file with its cases and sources. What the parts must be together is checked by
 * `classifier-file`, in the process too, where this library is not.
 */
export const ToolClassifiersSchema = closedObject(KEYS);
