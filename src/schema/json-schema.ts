import { z } from 'zod';
import { ARTIFACTS } from './artifact.ts';

/** Titles of the published files. */
const TITLES = {
  'tool-decision-surface.v0': 'Tool decision surface (assay.tool_decision_surface.v0)',
  'tool-observation-health.v0': 'Tool observation health (assay.tool_observation_health.v0)',
  'tool-observation-index.v0': 'Tool observation index (assay.tool_observation_index.v0)',
  'tool-observation-emission.v0': 'Tool observation emission (assay.tool_observation_emission.v0)',
  'tool-observation-state.v0': 'Tool observation state (assay.tool_observation_state.v0)',
  'decision-record.v0': 'One entry of observed_tool_decisions',
  'checkpoint.v0': 'Checkpoint: what one emitter says of one epoch',
  'surface-line.v0': 'One line of `assay-otel surface`',
  'declared-tool-surface.v0': 'Declared tool surface (assay.declared_tool_surface.v0)',
  'tool-surface-baseline.v0': 'Baseline of accepted findings (assay.tool_surface_baseline.v0)',
  'tool-surface-diff.v0': 'Declared against observed (assay.tool_surface_diff.v0)',
  'provider-audit-record.v0': 'Provider audit record (assay.provider_audit_record.v0)',
  'tool-classifiers.v0': 'Tool classifiers (assay.tool_classifiers.v0)',
  'span-explanation.v0': 'Why one span was read as it was (assay.span_explanation.v0)',
} as const satisfies Record<keyof typeof ARTIFACTS, string>;

/**
 * The published JSON Schema files (draft 2020-12), by file name, as text. They say what each field may be;
 * rules over several fields need `assay-otel validate`.
 */
export function generateSchemas(): ReadonlyMap<string, string> {
  const files = new Map<string, string>();
  for (const [name, schema] of Object.entries(ARTIFACTS)) {
    const { $schema, ...rest } = z.toJSONSchema(schema);
    const document = {
      $schema,
      $id: `urn:assay-otel:schema:${name}`,
      title: TITLES[name as keyof typeof ARTIFACTS],
      description: 'Fields one by one; `assay-otel validate` also checks what they must be together.',
      ...rest,
    };
    files.set(`${name}.json`, `${JSON.stringify(document, null, 2)}\n`);
  }
  return files;
}
