import type { Attributes } from '../view.ts';

/** What an attribute of some key means for its span: all is read, this is, or nothing. */
export type Weight = 'whole' | 'kept' | 'passed';

/**
 * What of spans is read. Of a span that is not read whole the attributes are left out that are not kept, and nothing
 * else. Each is a function of what it is given alone, which is asked once where it can be.
 */
export interface Wanted {
  /** Whether spans of this scope are read whole. */
  readonly scope: (scope: string) => boolean;
  /** Whether spans of this name are. */
  readonly name: (name: string) => boolean;
  readonly key: (key: string) => Weight;
  /** Whether a span is of which these attributes were kept. */
  readonly kept: (attributes: Attributes) => boolean;
  /** The same of an event, which is never read whole. */
  readonly eventKey: (key: string) => 'kept' | 'passed';
}

/** The same, which remembers what it was told of scopes, names and keys, which come again and again; of so many at most. */
export function remembered(wanted: Wanted): Wanted {
  const { scope, name, key, eventKey } = wanted;
  return {
    ...wanted,
    scope: remembering(scope),
    name: remembering(name),
    key: remembering(key),
    eventKey: remembering(eventKey),
  };
}

const MOST = 4096;
const LONGEST = 64;

function remembering<T>(answer: (text: string) => T): (text: string) => T {
  const known = new Map<string, T>();
  return (text) => {
    const last = known.get(text);
    if (last !== undefined) return last;
    const now = answer(text);
    if (known.size < MOST && text.length <= LONGEST) known.set(text, now);
    return now;
  };
}
