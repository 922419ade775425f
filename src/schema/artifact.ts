import { z } from 'zod';
import { SURFACE_SCHEMA } from '../decision/record.ts';
import { EMISSION_SCHEMA } from '../run/emission.ts';
import { HEALTH_SCHEMA } from '../run/health.ts';
import { INDEX_SCHEMA } from '../run/index-document.ts';
import { STATE_SCHEMA } from '../run/state-document.ts';
import { CheckpointSchema } from './checkpoint.ts';
import { DecisionRecordSchema } from './decision-record.ts';
import { EmissionSchema } from './emission.ts';
import { HealthSchema } from './health.ts';
import { IndexDocumentSchema } from './index-document.ts';
import { describeIssues, type Issue } from './issues.ts';
import { fieldsOf } from './refinement.ts';
import { StateDocumentSchema } from './state-document.ts';
import { SurfaceSchema } from './surface.ts';
import { SurfaceLineSchema } from './surface-line.ts';

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
} as const;

export type ArtifactName = keyof typeof ARTIFACTS;

/** Documents that say what they are. */
const BY_SCHEMA: Readonly<Record<string, ArtifactName>> = {
  [SURFACE_SCHEMA]: 'tool-decision-surface.v0',
  [HEALTH_SCHEMA]: 'tool-observation-health.v0',
  [INDEX_SCHEMA]: 'tool-observation-index.v0',
  [EMISSION_SCHEMA]: 'tool-observation-emission.v0',
  [STATE_SCHEMA]: 'tool-observation-state.v0',
};

/**
 * What is wrong with an artifact, all of it at once; nothing where it is valid. Which artifact it is stands in
 * its `schema`, else shows in its fields; what is none of them is one issue that says so.
 */
export function validateArtifact(document: unknown): readonly Issue[] {
  const name = artifactName(document);
  if (name === undefined) return [{ path: '', message: UNKNOWN }];
  if (name === 'other schema') return describeIssues(document, otherSchema(document));
  const result = ARTIFACTS[name].safeParse(document);
  return result.success ? [] : describeIssues(document, result.error.issues);
}

const UNKNOWN =
  'Expected the document to be a surface, a health document, an index, an emission, a state, a decision record, a checkpoint or a line of `surface`, got none of these; traces are read with `assay-otel surface`';

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
  return undefined;
}

function otherSchema(document: unknown) {
  return z.looseObject({ schema: z.enum(Object.keys(BY_SCHEMA)) }).safeParse(document).error?.issues ?? [];
}
