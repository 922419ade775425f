import { z } from 'zod';
import { CLASSIFIERS_SCHEMA } from '../classify/classifier-document.ts';
import { SURFACE_SCHEMA } from '../decision/record.ts';
import { BASELINE_SCHEMA } from '../gate/baseline.ts';
import { DECLARED_SCHEMA } from '../gate/declared-surface.ts';
import { DIFF_SCHEMA } from '../gate/surface-diff.ts';
import { EMISSION_SCHEMA } from '../run/emission.ts';
import { HEALTH_SCHEMA } from '../run/health.ts';
import { INDEX_SCHEMA } from '../run/index-document.ts';
import { STATE_SCHEMA } from '../run/state-document.ts';
import { AUDIT_RECORD_SCHEMA } from '../verify/audit-record.ts';
import { AuditRecordSchema } from './audit-record.ts';
import { CheckpointSchema } from './checkpoint.ts';
import { DecisionRecordSchema } from './decision-record.ts';
import { BaselineSchema } from './declared-baseline.ts';
import { placedIssues } from './declared-issues.ts';
import { DeclaredSurfaceSchema } from './declared-surface.ts';
import { EmissionSchema } from './emission.ts';
import { HealthSchema } from './health.ts';
import { IndexDocumentSchema } from './index-document.ts';
import { describeIssues, type Issue } from './issues.ts';
import { fieldsOf } from './refinement.ts';
import { EXPLANATION_SCHEMA, SpanExplanationSchema } from './span-explanation.ts';
import { StateDocumentSchema } from './state-document.ts';
import { SurfaceSchema } from './surface.ts';
import { SurfaceDiffSchema } from './surface-diff.ts';
import { SurfaceLineSchema } from './surface-line.ts';
import { ToolClassifiersSchema } from './tool-classifiers.ts';

/** Everything that can be validated, by the name of its published schema file. */
export const ARTIFACTS = {
  'tool-decision-surface.v0': SurfaceSchema,
  'tool-observation-health.v0': HealthSchema,
  'tool-observation-index.v0': IndexDocumentSchema,
  'tool-observation-emission.v0': EmissionSchema,
  'tool-observation-state.v0': StateDocumentSchema,
  'decision-record.v0': DecisionRecordSchema,
  'checkpoint.v0': CheckpointSchema,
  'surface-line.v0': SurfaceLineSchema,
  'declared-tool-surface.v0': DeclaredSurfaceSchema,
  'tool-surface-baseline.v0': BaselineSchema,
  'tool-surface-diff.v0': SurfaceDiffSchema,
  'provider-audit-record.v0': AuditRecordSchema,
  'tool-classifiers.v0': ToolClassifiersSchema,
  'span-explanation.v0': SpanExplanationSchema,
} as const;

export type ArtifactName = keyof typeof ARTIFACTS;

/** Documents that say what they are. */
const BY_SCHEMA: Readonly<Record<string, ArtifactName>> = {
  [SURFACE_SCHEMA]: 'tool-decision-surface.v0',
  [HEALTH_SCHEMA]: 'tool-observation-health.v0',
  [INDEX_SCHEMA]: 'tool-observation-index.v0',
  [EMISSION_SCHEMA]: 'tool-observation-emission.v0',
  [STATE_SCHEMA]: 'tool-observation-state.v0',
  [DECLARED_SCHEMA]: 'declared-tool-surface.v0',
  [BASELINE_SCHEMA]: 'tool-surface-baseline.v0',
  [DIFF_SCHEMA]: 'tool-surface-diff.v0',
  [AUDIT_RECORD_SCHEMA]: 'provider-audit-record.v0',
  [CLASSIFIERS_SCHEMA]: 'tool-classifiers.v0',
  [EXPLANATION_SCHEMA]: 'span-explanation.v0',
};

/** What people write; its keys may be words of theirs, and are shown with more care. */
const WRITTEN: readonly ArtifactName[] = [
  'declared-tool-surface.v0',
  'tool-surface-baseline.v0',
  'tool-classifiers.v0',
];

/**
 * What is wrong with an artifact, all of it at once; nothing where it is valid. Which artifact it is stands in
 * its `schema`, else shows in its fields; what is none of them is one issue that says so.
 */
export function validateArtifact(document: unknown): readonly Issue[] {
  const name = artifactName(document);
  if (name === undefined) return [{ path: '', message: UNKNOWN }];
  if (name === 'other schema') return describeIssues(document, otherSchema(document));
  const { error } = ARTIFACTS[name].safeParse(document);
  if (error === undefined) return [];
  if (!WRITTEN.includes(name)) return describeIssues(document, error.issues);
  return placedIssues(document, error.issues, () => NO_PLACE).map(({ path, message }) => ({ path, message }));
}

/** A parsed document has no lines. */
const NO_PLACE = { line: 1, column: 1 };

const UNKNOWN =
  'Expected the document to be a surface, a health document, an index, an emission, a state, a decision record, a checkpoint, a line of `surface`, a declared surface, a baseline, a diff, a provider audit record, a classifier file or an explanation of a span, got none of these; traces are read with `assay-otel surface`';

function artifactName(document: unknown): ArtifactName | 'other schema' | undefined {
  const fields = fieldsOf(document);
  const has = (...names: readonly string[]) => names.every((name) => Object.hasOwn(fields, name));
  if (has('schema')) {
    const known = typeof fields.schema === 'string' && Object.hasOwn(BY_SCHEMA, fields.schema);
    return known ? BY_SCHEMA[fields.schema as string] : 'other schema';
  }
  if (has('run_id', 'surface')) return 'surface-line.v0';
  if (has('emitter', 'epoch') || has('emitter', 'ordinal')) return 'checkpoint.v0';
  if (has('classification') || has('tool', 'decision')) return 'decision-record.v0';
  if (has('declared_tool_actions')) return 'declared-tool-surface.v0';
  if (has('binding_digest')) return 'provider-audit-record.v0';
  return undefined;
}

function otherSchema(document: unknown) {
  return z.looseObject({ schema: z.enum(Object.keys(BY_SCHEMA)) }).safeParse(document).error?.issues ?? [];
}
