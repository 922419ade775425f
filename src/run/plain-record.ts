import { CLASSIFIERS } from '../classify/registry.ts';
import { type ClassifierRule, type FieldRule, verbsOf } from '../classify/rule.ts';
import { DIGEST, FLAG, type Members, object, oneOf, orNull, TEXT, word } from './plain-text.ts';

/**
 * A record as this version writes it for a classified or an unknown tool, as patterns over its text. They claim less
 * than the schema allows: what matches is canonical JSON and a valid record (a test holds both), which spares nearly
 * every record its parsing; what does not may be either, and is parsed.
 */

const CORRELATION = oneOf(
  object({
    basis: word('propagated_trace_context'),
    source_class: word('propagated'),
    traceparent: '"00-(?!0{32})[0-9a-f]{32}-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}"',
  }),
  object({
    basis: oneOf(word('malformed_trace_context'), word('none')),
    source_class: 'null',
    traceparent: 'null',
  }),
);

function record(category: string, parts: Members): RegExp {
  const members = {
    ...parts,
    correlation: CORRELATION,
    decision: object({
      effect: '"(allow|deny|error)"',
      enforced: FLAG,
      rule_id: orNull(TEXT),
      source: TEXT,
    }),
    redaction: object({
      arguments_redacted: 'true',
      credential_alias: orNull(TEXT),
      secret_material_stored: 'false',
    }),
    response: object({
      side_effect_asserted: '(true|false)',
      side_effect_verified: FLAG,
      status: '"(success|error|blocked|timeout|cancelled|unknown)"',
    }),
    server: object({ id: TEXT, transport: word('mcp') }, { declared_manifest_digest: DIGEST }),
    tool: object({ category, name: TEXT }),
  };
  return new RegExp(`^${object(members)}$`);
}

function classified(rule: ClassifierRule): RegExp {
  return record(word(rule.category), {
    action: object({
      class: word('privileged_admin_action'),
      required_scope: rule.requiredScope === null ? 'null' : word(rule.requiredScope),
      resource_type: word(rule.resourceType),
      target: target(rule),
      verb: oneOf(...verbsOf(rule).map(word)),
    }),
    classification: word('classified'),
    reason_code: word(`classified_${rule.category}`),
  });
}

const UNKNOWN = record('null', {
  action: object({
    class: word('unclassified'),
    required_scope: 'null',
    resource_type: 'null',
    target: 'null',
    verb: 'null',
  }),
  classification: word('observed_unknown_tool'),
  reason_code: word('unknown_tool_name'),
});

/** What is required is there, and of keys that may be null one by one, one is not. */
function target({ provider, fields, required }: ClassifierRule): string {
  const alone = required.flatMap(({ anyOf }) => (anyOf.length === 1 ? anyOf : []));
  const isOptional = (field: FieldRule) => !alone.includes(field.key) && !isNullable(field);
  const members = (of: readonly FieldRule[]): Members =>
    Object.fromEntries(of.map((field) => [field.key, value(field)]));
  const notAllNull = required
    .filter(({ anyOf }) => anyOf.length > 1)
    .map(
      ({ anyOf }) =>
        `(?!${[...anyOf]
          .sort()
          .map((key) => `[^}]*${word(key)}:null`)
          .join('')})`,
    );
  const present = fields.filter((field) => !isOptional(field));
  return (
    notAllNull.join('') +
    object({ provider: word(provider), ...members(present) }, members(fields.filter(isOptional)))
  );
}

function value(field: FieldRule): string {
  if (field.as === 'flag') return FLAG;
  if (field.as === 'plain') return TEXT;
  return isNullable(field) ? orNull(DIGEST) : DIGEST;
}

function isNullable(field: FieldRule): boolean {
  return field.as === 'hashed' && field.nullWhenAbsent === true;
}

const PATTERNS = [UNKNOWN, ...CLASSIFIERS.map(classified)];

/** Whether this text is, beyond doubt, the canonical JSON of a valid record. */
export function isPlainRecord(text: string): boolean {
  for (const pattern of PATTERNS) {
    const found = pattern.exec(text);
    if (found === null) continue;
    const [, effect, asserted, status] = found;
    return (asserted === 'true') === (effect === 'allow' && status === 'success');
  }
  return false;
}
