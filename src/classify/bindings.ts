/**
 * Which servers a classifier speaks for, by category. A category that is not listed holds for every server.
 * Ids are compared exactly with the record's raw `server.id`, so `"unknown"` means a server nobody named. A
 * classifier that is not bound does not match: the call is an unknown tool, never read as clean.
 */
export type ClassifierBindings = Readonly<Record<string, ClassifierBinding>>;

export interface ClassifierBinding {
  /** Only these servers; left out means all, an empty list none. */
  readonly servers?: readonly string[];
  /** Not these servers, even where `servers` lists them. */
  readonly exceptServers?: readonly string[];
}

/** Whether the classifier of `category` speaks for the server. */
export function isBound(bindings: ClassifierBindings, category: string, serverId: string): boolean {
  const binding = Object.hasOwn(bindings, category) ? bindings[category] : undefined;
  if (binding === undefined) return true;
  if (binding.exceptServers?.includes(serverId)) return false;
  return binding.servers?.includes(serverId) ?? true;
}
