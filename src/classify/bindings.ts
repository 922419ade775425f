import type { ClassifierRule } from './rule.ts';

/**
 * Which servers a classifier speaks for, by category, or by `<name>/*` for every category of a classifier file; what is
 * said of a category itself comes first. A category that is not listed holds for the servers of its own rule.
 * Ids are compared exactly with the record's raw `server.id`, so `"unknown"` means a server nobody named. A
 * classifier that is not bound does not match: the call is an unknown tool, never read as clean.
 */
export type ClassifierBindings = Readonly<Record<string, ClassifierBinding>>;

export interface ClassifierBinding {
  /** Only these servers, instead of those of the rule; left out means those, an empty list none. */
  readonly servers?: readonly string[];
  /** Not these servers, even where `servers` lists them. */
  readonly exceptServers?: readonly string[];
}

/** Whether a classifier speaks for the server. */
export function isBound(
  bindings: ClassifierBindings,
  { category, servers: own }: Pick<ClassifierRule, 'category' | 'servers'>,
  serverId: string,
): boolean {
  const binding = bindingOf(bindings, category) ?? bindingOf(bindings, familyOf(category));
  if (binding?.exceptServers?.includes(serverId)) return false;
  return (binding?.servers ?? own)?.includes(serverId) ?? true;
}

/** How all categories of one classifier file are named at once; a built-in category is no family. */
export function familyOf(category: string): string {
  return `${category.slice(0, category.indexOf('/') + 1)}*`;
}

function bindingOf(bindings: ClassifierBindings, name: string): ClassifierBinding | undefined {
  return Object.hasOwn(bindings, name) ? bindings[name] : undefined;
}
