import { canonicalJson } from '../decision/canonical-json.ts';
import type { Reporter } from './reporter.ts';
import { visibleJson } from './words/terminal-text.ts';

/**
 * The diff itself as one line, members in the order of RFC 8785. Its bytes are canonical where no string holds a
 * character that does not show; such a one stands as an escape, so whoever digests the document canonicalises first.
 */
export const jsonReport: Reporter = {
  format: 'json',
  extension: 'json',
  mediaType: 'application/json',
  summary: 'the diff itself (`assay.tool_surface_diff.v0`), one line of JSON',
  render: ({ diff }) => `${visibleJson(canonicalJson(diff))}\n`,
};
