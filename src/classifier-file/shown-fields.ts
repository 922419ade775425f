import type { CategoryDocument, ToolClassifiers } from '../classify/classifier-document.ts';
import type { ClassifierProblem } from './problem.ts';

/** A field that the target of no case holds: where its argument is spelt wrong, every case holds all the same. */
export interface UnshownField {
  readonly path: ClassifierProblem['path'];
  readonly category: string;
  readonly key: string;
  readonly from: readonly string[];
  /** Arguments of the cases of its category, as paths without `[]`, that nothing reads. */
  readonly unread: readonly string[];
}

/** Of a category in which no case has a target nothing is said of any one field. */
export function unshownFields({ categories }: ToolClassifiers): readonly UnshownField[] {
  return categories.flatMap((category, at) => {
    const { id, fields, cases = [] } = category;
    const targets = cases.flatMap(({ record: { target } }) => (target === undefined ? [] : [target]));
    // Null says that the argument was not there.
    const shown = new Set(
      targets.flatMap((target) => Object.keys(target).filter((key) => target[key] !== null)),
    );
    if (targets.length === 0 || fields.every(({ key }) => shown.has(key))) return [];
    const unread = unreadArguments(category);
    return fields.flatMap(({ key, from }, index) =>
      shown.has(key) ? [] : [{ path: ['categories', at, 'fields', index], category: id, key, from, unread }],
    );
  });
}

function unreadArguments({ tools, fields, cases = [] }: CategoryDocument): readonly string[] {
  const verbs = Object.values(tools).flatMap((verb) => (typeof verb === 'string' ? [] : [verb.argument]));
  const read = new Set([...verbs, ...fields.flatMap(({ from }) => from.map(withoutLists))]);
  const given = cases.flatMap(({ call }) => pathsIn(call.arguments ?? {}));
  return [...new Set(given)].filter((path) => !read.has(path));
}

function withoutLists(path: string): string {
  return path.replaceAll('[]', '');
}

/** Every name below some arguments, as a path of {@link withoutLists}. */
function pathsIn(value: unknown, at = ''): readonly string[] {
  if (Array.isArray(value)) return value.flatMap((member) => pathsIn(member, at));
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) => {
    const path = at === '' ? name : `${at}.${name}`;
    return [path, ...pathsIn(inner, path)];
  });
}
