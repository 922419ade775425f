import { isBound } from '../classify/bindings.ts';
import { CLASSIFIERS } from '../classify/registry.ts';
import { ruleFor } from '../classify/rule-set.ts';
import type { Rules } from './read-rules.ts';

/** Asks whether somebody has settled what a tool of a server does. */
export type IsKnown = (leaf: string, server: string) => boolean;

/** By the built-in categories, those of loaded files, and what these files say was reviewed and is read-only. */
export function knownTools(known: Rules): IsKnown {
  const { rules, bindings } = known;
  // A built-in leaf is taken on every server, whatever it is bound to.
  return (leaf, server) =>
    CLASSIFIERS.some(({ verbs }) => Object.hasOwn(verbs, leaf)) ||
    ruleFor(rules, leaf, server, bindings) !== undefined ||
    readOnlyIn(known, leaf, server) !== undefined;
}

/** Name of the first loaded file in which a tool of a server was reviewed and found to be read-only. */
export function readOnlyIn(
  { bindings, files }: Pick<Rules, 'bindings' | 'files'>,
  leaf: string,
  server: string,
): string | undefined {
  return files.find(({ name, servers, reviewed_read_only = [] }) => {
    const own = { category: `${name}/`, servers: servers.includes('*') ? undefined : servers };
    return reviewed_read_only.includes(leaf) && isBound(bindings, own, server);
  })?.name;
}
