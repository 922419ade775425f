import {
  CLASSIFIERS_SCHEMA,
  type ClassifierSource,
  type ToolClassifiers,
} from '../classify/classifier-document.ts';
import { toolLeaf } from '../span/tool-name.ts';
import { type DraftCategory, type DraftedCategory, draftCategory, newCategoryId } from './draft-category.ts';
import type { DraftTool } from './draft-tool.ts';
import { beginsWithReading } from './draft-words.ts';
import { CLASSIFIER_LIMITS, FORMS } from './forms.ts';

/** Whom and what a draft speaks for. */
export interface DraftOptions {
  /** The `name` of the file. */
  readonly family: string;
  /** The `server.id`s of the file, at least one. */
  readonly servers: readonly string[];
  /** First words of names that say reading. */
  readonly readVerbs: readonly string[];
  /** Whether a loaded classifier, or a review, speaks for a tool of a server already. */
  readonly isKnown: (leaf: string, server: string) => boolean;
}

/** What a person has to go through before it classifies anything. */
export interface ClassifierDraft {
  readonly family: string;
  readonly servers: readonly string[];
  /** By id. */
  readonly categories: readonly DraftedCategory[];
  /** Tools that may be read-only by their names, which proves nothing; by leaf. */
  readonly readOnly: readonly { readonly leaf: string; readonly tool: DraftTool }[];
  /** Leaf names that are known already. */
  readonly known: readonly string[];
  readonly refused: readonly RefusedTool[];
}

export interface RefusedTool {
  readonly name: string;
  readonly why: 'no_leaf' | 'shared_leaf' | 'too_many';
}

/**
 * Drafts a category for each tool, and settles nothing: whether a tool changes anything, how, and how far it can be
 * taken back is for a person to say. The same tools in any order give the same draft.
 */
export function draftClassifiers(
  tools: readonly DraftTool[],
  { family, servers, readVerbs, isKnown }: DraftOptions,
): ClassifierDraft {
  const { byLeaf, refused } = leaves(tools);
  const known: string[] = [];
  const readOnly: { leaf: string; tool: DraftTool }[] = [];
  const categories: DraftedCategory[] = [];
  const ids = new Set<string>();
  const room = new Room();
  for (const [leaf, tool] of byLeaf) {
    const own = tool.seen === undefined ? servers : tool.seen.map(({ server }) => server);
    const free = own.filter((server) => !isKnown(leaf, server));
    if (free.length === 0) known.push(leaf);
    else if (beginsWithReading(leaf, readVerbs)) readOnly.push({ leaf, tool });
    else if (room.isFull) refused.push({ name: tool.name, why: 'too_many' });
    else {
      const isEverywhere = free.length === servers.length;
      const place = { family, id: newCategoryId(family, leaf, ids), servers: free, isEverywhere };
      const drafted = draftCategory(leaf, tool, place);
      room.take(drafted);
      if (room.isFull) refused.push({ name: tool.name, why: 'too_many' });
      else categories.push(drafted);
    }
  }
  categories.sort(({ category: one }, { category: other }) => (one.id < other.id ? -1 : 1));
  return { family, servers, categories, readOnly, known, refused };
}

/** The draft as a document, which every reader of classifier files refuses. */
export function draftDocument(
  { family, servers, categories }: ClassifierDraft,
  sources: readonly ClassifierSource[],
): DraftDocument {
  return {
    schema: CLASSIFIERS_SCHEMA,
    name: family,
    draft: true,
    ...(sources.length > 0 && { sources }),
    servers,
    categories: categories.map(({ category }) => category),
  };
}

/** A classifier file but for what is not settled. */
export interface DraftDocument extends Pick<ToolClassifiers, 'schema' | 'name' | 'sources' | 'servers'> {
  readonly draft: true;
  readonly categories: readonly DraftCategory[];
}

/** Each tool by the leaf under which a classifier can know it. */
function leaves(tools: readonly DraftTool[]): {
  readonly byLeaf: readonly (readonly [string, DraftTool])[];
  readonly refused: RefusedTool[];
} {
  const refused: RefusedTool[] = [];
  const byLeaf = new Map<string, DraftTool[]>();
  for (const tool of tools) {
    const leaf = toolLeaf(tool.name);
    const sharing = byLeaf.get(leaf);
    if (!FORMS.leaf.pattern.test(leaf)) refused.push({ name: tool.name, why: 'no_leaf' });
    else if (sharing === undefined) byLeaf.set(leaf, [tool]);
    else sharing.push(tool);
  }
  const single: (readonly [string, DraftTool])[] = [];
  for (const [leaf, sharing] of byLeaf) {
    const [tool] = sharing;
    if (sharing.length === 1 && tool !== undefined) single.push([leaf, tool]);
    else for (const { name } of sharing) refused.push({ name, why: 'shared_leaf' });
  }
  single.sort(([one], [other]) => (one < other ? -1 : 1));
  refused.sort(({ name: one }, { name: other }) => (one < other ? -1 : one > other ? 1 : 0));
  return { byLeaf: single, refused };
}

/** UTF-16 units of all categories as JSON: as YAML with comments they are still read at once. */
const MOST_TEXT = 1.5 * 1024 * 1024;

/** What of a file that can be loaded is left for categories. */
class Room {
  #categories: number = CLASSIFIER_LIMITS.categories;
  #members: number = CLASSIFIER_LIMITS.members * 0.9;
  #text: number = MOST_TEXT;

  /** What was taken last did not fit, and nothing else will. */
  get isFull(): boolean {
    return Math.min(this.#categories, this.#members, this.#text) < 0;
  }

  take({ category }: DraftedCategory): void {
    const text = JSON.stringify(category, (_, value: unknown) => {
      this.#members -= 1;
      return value;
    });
    this.#categories -= 1;
    this.#text -= text.length;
  }
}
