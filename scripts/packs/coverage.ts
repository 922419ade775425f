import type { CategoryDocument, ToolVerb } from '../../src/classify/classifier-document.ts';
import { toolLeaf } from '../../src/span/tool-name.ts';
import { claimOf, type Pack, type ServedTool, type ServedTools } from './served-tools.ts';

/** One tool of a server, as the pack has it. */
export interface Covered {
  readonly tool: ServedTool;
  readonly is: 'classified' | 'read_only' | 'unknown';
  readonly category?: CategoryDocument;
  readonly verb?: ToolVerb;
}

/** What a pack has of a server's tools, in their order. */
export function coverageOf(pack: Pack, served: ServedTools): readonly Covered[] {
  const { reviewed_read_only: readOnly = [] } = pack.file;
  return served.tools.map((tool) => {
    const claim = claimOf(pack, served, tool.name);
    if (claim !== undefined) return { tool, is: 'classified', ...claim };
    const isReviewed = readOnly.includes(tool.name) || readOnly.includes(toolLeaf(tool.name));
    return { tool, is: isReviewed ? 'read_only' : 'unknown' };
  });
}

/** The hint with which a server says of a tool other than the pack; one that is left out says nothing. */
export function otherwise({ tool, is, category }: Covered): string | undefined {
  const { readOnlyHint, destructiveHint } = tool.annotations ?? {};
  if (is === 'classified') {
    if (readOnlyHint === true) return 'readOnlyHint: true';
    const isLasting = category?.consequence === 'one_way_terminal';
    return isLasting && destructiveHint === false ? 'destructiveHint: false' : undefined;
  }
  if (is !== 'read_only' || readOnlyHint === true) return undefined;
  if (destructiveHint === true) return 'destructiveHint: true';
  return readOnlyHint === false ? 'readOnlyHint: false' : undefined;
}
