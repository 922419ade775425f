import { canonicalJson } from '../decision/canonical-json.ts';
import type { RunDocuments } from './documents.ts';
import type { Emission } from './emission.ts';
import { surfaceText } from './run-surface.ts';

/** The documents of one run as one line of canonical JSON, without its newline: what `surface` prints. */
export function surfaceLine(run: RunDocuments & { readonly emission?: Emission | undefined }): string {
  const { runId, surface, health, index, emission } = run;
  const first = emission === undefined ? '' : `"emission":${canonicalJson(emission)},`;
  const middle = `"health":${canonicalJson(health)},"index":${canonicalJson(index)},"run_id":${canonicalJson(runId)}`;
  return `{${first}${middle},"surface":${surfaceText(surface)}}`;
}
