import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { canonicalJson } from '../../src/decision/canonical-json.ts';
import { digestOf } from '../../src/decision/codec.ts';
import type { DeclaredSurface } from '../../src/gate/declared-surface.ts';
import type { ObservedRecord, ObservedSurface } from '../../src/gate/observed-run.ts';
import { EMISSION_SCHEMA } from '../../src/run/emission.ts';
import type { Health } from '../../src/run/health.ts';
import { INDEX_SCHEMA, type IndexDocument } from '../../src/run/index-document.ts';
import { declared, GITHUB } from '../gate/declared.ts';
import { CALLS, healthOf, OUTCOMES, surfaceOf } from '../gate/observed.ts';
import { HEALTH } from '../schema/health-documents.ts';
import { cli, folderWith } from './run-cli.ts';

/** Documents of runs and declared surfaces as they lie in files; tests change one thing at a time. */

/** 2026-12-01T12:00Z. */
const NOW = Date.UTC(2026, 11, 1, 12);

const outcomeOf = ({ decision, response }: (typeof OUTCOMES)[keyof typeof OUTCOMES]) => {
  const { effect } = decision;
  const side_effect_asserted = effect === 'allow' && response.status === 'success';
  return { decision, response: { ...response, side_effect_asserted, side_effect_verified: false } };
};

/** Records as a surface must have them: their response is that of their decision. */
export const allowed: ObservedRecord = { ...CALLS.github, ...outcomeOf(OUTCOMES.allowed) };
export const undeclared: ObservedRecord = {
  ...allowed,
  action: { ...allowed.action, target: { ...allowed.action.target, provider: 'github', repo: 'other' } },
};
export const denied: ObservedRecord = { ...allowed, ...outcomeOf(OUTCOMES.denied) };
/** Denied by a policy that only looks on. */
export const logOnly: ObservedRecord = { ...allowed, ...outcomeOf(OUTCOMES['denied without enforcement']) };
export const incomplete: ObservedRecord = { ...CALLS.incomplete, ...outcomeOf(OUTCOMES.allowed) };
export const undecided: ObservedRecord = { ...allowed, ...outcomeOf(OUTCOMES.failed) };
export const lookup: ObservedRecord = {
  ...CALLS.unknown,
  tool: { name: 'lookup', category: null },
  reason_code: 'unknown_tool_name',
};
export const webhook: ObservedRecord = { ...lookup, tool: { name: 'create_webhook', category: null } };

/** Deploy keys of one repository, and nothing else. */
export const DECLARED = declared([{ ...GITHUB, allowed_effects: ['allow', 'deny'] }]);

const { partial } = HEALTH;
/** What is partial in a health document, and nothing that depends on the surface. */
export const PARTIAL: Partial<Health> = {
  coverage: partial.coverage,
  scope: partial.scope,
  limits: partial.limits,
  claims: partial.claims,
};

export interface RunFiles {
  readonly surface: ObservedSurface;
  readonly health: Health;
  readonly index: IndexDocument;
}

/** The documents of one run, which belong together and are complete but for `changes`. */
export function documentsOf(
  id: string,
  records: readonly ObservedRecord[],
  changes: Partial<Health> = {},
): RunFiles {
  const surface = surfaceOf(...records);
  return { surface, health: healthOf(surface, { run_id: id, ...changes }), index: indexOf(id, records) };
}

export function indexOf(id: string, records: readonly ObservedRecord[], from = 0): IndexDocument {
  const entries = records.map((record, at) => ({
    trace_id: '0af7651916cd43dd8448eb211c80319c',
    span_ids: [(from + at + 1).toString(16).padStart(16, '0')],
    start_time_unix_nano: '1796000000000000000',
    duration_nano: '1000000',
    service: 'agent',
    vantage: 'client' as const,
    emitter: '0123456789abcdef',
    record_digest: digestOf(canonicalJson(record)),
  }));
  return { schema: INDEX_SCHEMA, run_id: id, records: entries };
}

/** The files of a run in a directory. */
export function filesOfRun(stem: string, { surface, health, index }: RunFiles): Record<string, string> {
  return {
    [`${stem}.surface.json`]: `${canonicalJson(surface)}\n`,
    [`${stem}.health.json`]: `${canonicalJson(health)}\n`,
    [`${stem}.index.json`]: `${canonicalJson(index)}\n`,
  };
}

/** A line of `surface`. */
export function lineOf(
  id: string,
  { surface, health, index }: RunFiles,
  emission: { readonly revision: number; readonly supersedes: number | null; readonly fragment?: boolean } = {
    revision: 1,
    supersedes: null,
  },
): string {
  const envelope = {
    schema: EMISSION_SCHEMA,
    run_id: id,
    closed_by: 'idle',
    fragment: false,
    emitted_by: 'test',
    ...emission,
  };
  return `${canonicalJson({ run_id: id, surface, health, index, emission: envelope })}\n`;
}

export function declaredText(surface: DeclaredSurface = DECLARED): string {
  return `${JSON.stringify(surface, null, 2)}\n`;
}

/** Runs the command at {@link NOW}. */
export const judge = (args: readonly string[], options: Parameters<typeof cli>[1] = {}) =>
  cli(args, { now: () => NOW, ...options });

/** A folder `surfaces` with these runs, beside `declared.json`. */
export function project(
  runs: Readonly<Record<string, readonly [records: readonly ObservedRecord[], health?: Partial<Health>]>>,
  surface = DECLARED,
): { readonly folder: string; readonly surfaces: string; readonly declared: string } {
  const folder = folderWith({ 'declared.json': declaredText(surface) });
  const surfaces = join(folder, 'surfaces');
  mkdirSync(surfaces);
  for (const [id, [records, health]] of Object.entries(runs)) {
    const files = filesOfRun(id, documentsOf(id, records, health));
    for (const [name, text] of Object.entries(files)) writeFileSync(join(surfaces, name), text);
  }
  return { folder, surfaces, declared: join(folder, 'declared.json') };
}

export const gateOf = (
  at: { readonly surfaces: string; readonly declared: string },
  ...more: readonly string[]
) => judge(['gate', '--declared', at.declared, '--surface', at.surfaces, ...more]);

/** The reasons of all findings. */
export function reasonsOf(result: { readonly stdout: string }): string[] {
  return JSON.parse(result.stdout).findings.map(({ reason }: { reason: string }) => reason);
}
