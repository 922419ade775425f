import { canonicalJson } from '../decision/canonical-json.ts';
import type { RunDocuments } from './documents.ts';
import type { Emission } from './emission.ts';

/** The documents of one run as one line of canonical JSON, without its newline: what `surface` prints. */
export function surfaceLine(run: RunDocuments & { readonly emission?: Emission | undefined }): string {
  const { runId: run_id, surface, health, index, emission } = run;
  return canonicalJson({ emission, health, index, run_id, surface });
}
