import type { ClassifierRule } from '../classify/rule.ts';
import { classifierOf } from './category-rules.ts';
import { foreignReasons, isForeign, type Reasons } from './foreign-category.ts';
import { expect, type Fields, quote, type Refinement } from './refinement.ts';

/** Which reason code and detail go with a classification state (docs/record.md). */
export function reasonRules(
  { classification, reason_code, detail }: Fields,
  category: unknown,
  context: Refinement,
): void {
  const own = isForeign(category) ? foreignReasons(classification, category, detail) : undefined;
  const allowed = own ?? reasons(classification, category, classifierOf(category));
  if (allowed === undefined) return;
  const codes = Object.keys(allowed);
  expect(context, codes.includes(reason_code as string), ['reason_code'], codes.map(quote).join(' or '));
  if (detail === undefined || !codes.includes(reason_code as string)) return;
  const details = allowed[reason_code as string] ?? [];
  const expected = details.length === 0 ? 'absent with this reason code' : details.map(quote).join(' or ');
  expect(context, details.includes(detail as string), ['detail'], expected);
}

function reasons(
  classification: unknown,
  category: unknown,
  rule: ClassifierRule | undefined,
): Reasons | undefined {
  switch (classification) {
    case 'classified':
      return rule && { [`classified_${String(category)}`]: [] };
    case 'classified_incomplete':
      return {
        missing_required_target_field: [
          ...new Set(rule?.required.map(({ detail }) => detail)),
          'arguments_not_captured',
          'arguments_truncated',
        ],
        unsupported_argument_shape: ['conflicting_target_fields', 'arguments_too_large'],
      };
    case 'observed_unknown_tool':
      return { unknown_tool_name: [], redacted_secret_argument: [] };
    case 'redaction_failed':
      return { redacted_secret_argument: [], unsupported_argument_shape: ['projected_value_too_long'] };
    default:
      return undefined;
  }
}
