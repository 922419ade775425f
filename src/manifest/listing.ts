import { digestOf } from '../decision/codec.ts';
import { type Budget, MANIFEST_LIMITS, type Refusal, Refused } from './limits.ts';
import { type ListedTool, listedTool } from './listed-tool.ts';

/** What was read of a listing so far: names and digests alone, however large the tools are. */
export interface Listing {
  readonly tools: readonly ListedTool[];
  readonly left: Readonly<Budget>;
}

/** A listing before its first page. */
export const NO_PAGES: Listing = { tools: [], left: MANIFEST_LIMITS };

/** The listing with the `tools` of its next page, or why it has none. Pure, and total whatever a peer sends. */
export function withPage({ tools, left }: Listing, page: unknown): Listing | Refusal {
  try {
    if (!Array.isArray(page)) return 'not_canonical';
    const budget = { ...left, tools: left.tools - page.length };
    if (budget.tools < 0) return 'too_large';
    const added = Array.from(page, (tool: unknown) => listedTool(tool, budget));
    return { tools: [...tools, ...added], left: budget };
  } catch (error) {
    return error instanceof Refused ? error.code : 'not_canonical';
  }
}

/**
 * The digest of a whole listing: `sha256:` over the RFC 8785 form of the list of `{name, tool_digest}`, ordered by
 * name (code units), then by digest; exact repeats count once.
 */
export function manifestDigest(tools: readonly ListedTool[]): string {
  return digestOf(JSON.stringify(inOrder(tools).map(({ name, digest }) => ({ name, tool_digest: digest }))));
}

/** Each tool once, in the order of the manifest. */
export function inOrder<Tool extends ListedTool>(tools: readonly Tool[]): readonly Tool[] {
  const distinct = new Map(tools.map((tool) => [`${tool.digest} ${tool.name}`, tool]));
  return [...distinct.values()].sort((a, b) => compare(a.name, b.name) || compare(a.digest, b.digest));
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
