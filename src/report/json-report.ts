import { canonicalJson } from '../decision/canonical-json.ts';
import type { SurfaceDiff } from '../gate/surface-diff.ts';
import type { Reporter } from './reporter.ts';
import { visibleJson } from './words/terminal-text.ts';

/**
 * The diff itself as one line, members in the order of RFC 8785. Its bytes are canonical where no string holds a
 * character that does not show; such a one stands as an escape, so whoever digests the document canonicalises first.
 * Where calls are only compared it has no member `verdict`.
 */
export const jsonReport: Reporter = {
  format: 'json',
  extension: 'json',
  mediaType: 'application/json',
  summary: 'the diff itself (`assay.tool_surface_diff.v0`), one line of JSON',
  render: ({ diff, isJudged }) => `${visibleJson(canonicalJson(isJudged ? diff : unjudged(diff)))}\n`,
};

/** Whoever looks for a verdict where nothing was judged finds none, and so no pass. */
function unjudged({ verdict: _, ...rest }: SurfaceDiff) {
  return rest;
}
