import type { Attributes } from '../../view.ts';

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
  /** Whether an attribute of this key is read of an event. */
  readonly eventKey: (key: string) => boolean;
}
