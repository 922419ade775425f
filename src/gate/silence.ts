import { type ClassifierBindings, familyOf, isBound } from '../classify/bindings.ts';
import type { ClassifierRule } from '../classify/rule.ts';
import type { RuleSet } from '../classify/rule-set.ts';
import { masked } from '../decision/masked.ts';
import { toolLeaf } from '../span/tool-name.ts';
import type { ObservedRecord } from './observed-run.ts';

/** Why a loaded classifier file that knows a tool did not classify a call of it. */
export type Silence = 'record_made_without_classifier' | 'classifier_not_bound';

/** A loaded file, and the tool of a call that it knows and did not classify. */
export interface SilentCall {
  readonly file: string;
  readonly server: string;
  /** The leaf name, as the file has it. */
  readonly tool: string;
  readonly why: Silence;
}

/**
 * The first loaded file that knows the tool of an unknown call; `undefined` where none does. `madeBy` are the rules by
 * which the run was classified, empty where nothing says so. A built-in category is in no file.
 */
export function silentCall(
  { server: { id: server }, tool: { name } }: Pick<ObservedRecord, 'server' | 'tool'>,
  madeBy: readonly string[],
  { byLeaf, versions }: RuleSet,
  bindings: ClassifierBindings = {},
): SilentCall | undefined {
  const own = leavesOf(name, server).flatMap((leaf) =>
    (byLeaf.get(leaf) ?? []).flatMap(({ rule }) => (isOfFile(rule) ? [{ rule, leaf }] : [])),
  );
  const speaking = own.find(({ rule }) => isBound(bindings, rule, server));
  const found = speaking ?? own[0];
  if (found === undefined) return undefined;
  const file = familyOf(found.rule.category).slice(0, -'/*'.length);
  const isUsed = madeBy.some((version) => version.startsWith(`${file}@`) && versions.includes(version));
  const why = speaking === undefined || isUsed ? 'classifier_not_bound' : 'record_made_without_classifier';
  return { file, server: masked(server), tool: found.leaf, why };
}

/** Under which names a classifier may know a tool; some hosts put the id of the server before it. */
function leavesOf(name: string, server: string): readonly string[] {
  const leaf = toolLeaf(name);
  const isPrefixed = leaf.startsWith(`${server}_`) || leaf.startsWith(`${server}-`);
  return isPrefixed ? [leaf, leaf.slice(server.length + 1)] : [leaf];
}

function isOfFile({ category }: ClassifierRule): boolean {
  return category.includes('/');
}
