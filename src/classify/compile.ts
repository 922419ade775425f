import { isListPath } from './argument-path.ts';
import type {
  CategoryDocument,
  FieldDocument,
  RequirementDocument,
  ToolClassifiers,
} from './classifier-document.ts';
import type { ClassifierRule, FieldRule, Requirement } from './rule.ts';

/** The rules of a valid classifier file, in its order. */
export function compileClassifiers({ categories, servers }: Pick<ToolClassifiers, 'categories' | 'servers'>) {
  return categories.map((category) => compileCategory(category, category.servers ?? servers));
}

function compileCategory(category: CategoryDocument, servers: readonly string[]): ClassifierRule {
  return {
    category: category.id,
    provider: category.provider,
    actionClass: category.class ?? 'privileged_admin_action',
    resourceType: category.resource_type,
    requiredScope: category.required_scope,
    consequence: category.consequence,
    servers: servers.includes('*') ? undefined : servers,
    verbs: category.tools,
    fields: category.fields.map(compileField),
    required: category.required.map(compileRequirement),
    keptWhenIncomplete: category.kept_when_incomplete ?? [],
    bindingFields: category.binding_fields,
    nonClaims: category.non_claims ?? [],
  };
}

function compileField({ key, from, as, domain, type, null_when_absent }: FieldDocument): FieldRule {
  const integers = type === 'identifier' && { integers: true as const };
  if (as === 'flag') return { key, aliases: from, as };
  if (as === 'plain') return { key, aliases: from, as, ...integers };
  return {
    key,
    aliases: from,
    as,
    domain: domain ?? '',
    ...integers,
    ...(null_when_absent === true && { nullWhenAbsent: true as const }),
    ...(from.some(isListPath) && { list: true as const }),
  };
}

function compileRequirement({ any_of, detail }: RequirementDocument): Requirement {
  return { anyOf: any_of, detail: detail ?? `missing_${any_of.join('_or_')}` };
}
