/** Where a field stands below the arguments: names joined by dots, `[]` after a name that holds a list. */

const LIST = '[]';

/** Members of one list that are projected at most; a longer list is too long for a record. */
export const LIST_MEMBERS = 32;

export function isListPath(path: string): boolean {
  return path.includes(LIST);
}

/** The value at a path, by own properties only; `undefined` where there is none. */
export function valueAt(args: unknown, path: string): unknown {
  if (!path.includes('.')) return own(args, path);
  let value = args;
  for (const name of path.split('.')) value = own(value, name);
  return value;
}

/** The members at a path through one list; `undefined` where there is no list. A member may be `undefined`. */
export function membersAt(args: unknown, path: string): readonly unknown[] | undefined {
  const at = path.indexOf(LIST);
  const list = valueAt(args, path.slice(0, at));
  if (!Array.isArray(list)) return undefined;
  const rest = path.slice(at + LIST.length + 1);
  // One more than are projected is enough to know that there are too many.
  const members: readonly unknown[] = list.slice(0, LIST_MEMBERS + 1);
  return rest === '' ? members : members.map((member) => valueAt(member, rest));
}

function own(value: unknown, name: string): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
  return Object.hasOwn(value, name) ? (value as Record<string, unknown>)[name] : undefined;
}
