import { canonicalJson } from '../decision/canonical-json.ts';
import { digestOf } from '../decision/codec.ts';
import { MAX_RECORD_DEPTH, nestsWithin } from '../decision/nesting.ts';
import { SURFACE_SCHEMA } from '../decision/record.ts';
import type { HealthInput, ObservedSurface } from '../gate/observed-run.ts';
import type { Emission } from '../run/emission.ts';
import { HEALTH_SCHEMA, type Health } from '../run/health.ts';
import type { IndexDocument } from '../run/index-document.ts';
import { EmissionSchema } from './emission.ts';
import { HealthSchema } from './health.ts';
import { IndexDocumentSchema } from './index-document.ts';
import { describeIssues } from './issues.ts';
import { fieldsOf, isObject } from './refinement.ts';
import { nonEmpty } from './shapes.ts';
import { SurfaceSchema } from './surface.ts';

/** A document of what was observed: itself, as it was parsed, or all that is wrong with it, free of its values. */
export type ObservedReading<Document> =
  | { readonly document: Document }
  | { readonly problems: readonly string[] };

/** A surface, unknown fields included: its digest is over all of it. */
export type ReadSurface = ObservedSurface & { readonly non_claims: readonly string[] };

/** Records stand in a list in the surface. */
const MAX_SURFACE_DEPTH = MAX_RECORD_DEPTH + 2;
const MAX_HEALTH_DEPTH = MAX_RECORD_DEPTH;

/**
 * Reads a surface. A record of another producer that says `not_observed` is read as one of an unknown tool; every
 * other word that nobody knows is a problem.
 */
export function readSurface(value: unknown): ObservedReading<ReadSurface> {
  if (fieldsOf(value).schema !== SURFACE_SCHEMA) return { problems: [NO_SURFACE] };
  return surfaceAt([], value, value);
}

/** What a line of `surface`, or of a sink that writes lines, holds of its run. */
export interface RunParts {
  readonly surface: ReadSurface;
  readonly health: HealthInput;
  /** Only where it is of this surface. */
  readonly index: IndexDocument | undefined;
  /** Only where it is of this run. */
  readonly emission: Emission | undefined;
}

/** Reads a line of `surface`: its run's id, and its parts. */
export function readRunLine(value: unknown): ObservedReading<RunParts & { readonly runId: string }> {
  const { run_id } = fieldsOf(value);
  const runId = nonEmpty.safeParse(run_id).success ? (run_id as string) : undefined;
  const reading = readRunParts(value, runId);
  if ('document' in reading && runId !== undefined) return { document: { runId, ...reading.document } };
  return {
    problems: [
      ...(runId === undefined ? [NO_RUN_ID] : []),
      ...('problems' in reading ? reading.problems : []),
    ],
  };
}

/**
 * Reads the members `surface`, `health`, `index` and `emission` of an object. The surface must be valid; a health that
 * is not is told as what it is, since nothing that can be judged may stay unjudged for it.
 */
export function readRunParts(value: unknown, runId: string | undefined): ObservedReading<RunParts> {
  const { surface, health, index, emission } = fieldsOf(value);
  const reading = surfaceAt(['surface'], value, surface);
  if ('problems' in reading) return reading;
  return {
    document: {
      surface: reading.document,
      health: health === undefined ? { state: 'missing' } : readHealth(health),
      index: readIndex(index, reading.document, runId),
      emission: readEmission(emission, runId),
    },
  };
}

/** Whether a document is a line of `surface` rather than one artifact. */
export function isRunLine(value: unknown): boolean {
  const fields = fieldsOf(value);
  return fields.schema === undefined && Object.hasOwn(fields, 'surface');
}

/** Reads a health document; one that cannot be read is told apart from none. */
export function readHealth(value: unknown): HealthInput {
  const { schema } = fieldsOf(value);
  if (typeof schema === 'string' && schema !== HEALTH_SCHEMA) return { state: 'other_schema' };
  const isValid = healthProblems(value).length === 0;
  return isValid ? { state: 'read', document: value as Health } : { state: 'unreadable' };
}

/** What is wrong with a health document; nothing where it is valid. */
export function healthProblems(value: unknown): readonly string[] {
  if (!nestsWithin(value, MAX_HEALTH_DEPTH)) return [HEALTH_TOO_DEEP];
  const { error } = HealthSchema.safeParse(value);
  return error === undefined ? [] : describeIssues(value, error.issues).map(({ message }) => message);
}

/** An index that leads from each record of this surface to its spans; `undefined` for any other. */
export function readIndex(
  value: unknown,
  surface: ObservedSurface,
  runId?: string,
): IndexDocument | undefined {
  const records = surface.observed_tool_decisions;
  const { records: entries } = fieldsOf(value);
  // Before anything is checked that takes time: of many surfaces one index may be asked for.
  if (!Array.isArray(entries) || entries.length !== records.length) return undefined;
  if (!IndexDocumentSchema.safeParse(value).success) return undefined;
  const index = value as IndexDocument;
  const isOf =
    (runId === undefined || index.run_id === runId) &&
    index.records.every(
      ({ record_digest }, at) => record_digest.toLowerCase() === digestOf(canonicalJson(records[at])),
    );
  return isOf ? index : undefined;
}

function readEmission(value: unknown, runId: string | undefined): Emission | undefined {
  const isOf = EmissionSchema.safeParse(value).success && (value as Emission).run_id === runId;
  return isOf ? (value as Emission) : undefined;
}

function surfaceAt(
  path: readonly string[],
  document: unknown,
  surface: unknown,
): ObservedReading<ReadSurface> {
  if (!nestsWithin(surface, MAX_SURFACE_DEPTH)) return { problems: [TOO_DEEP] };
  const { error } = SurfaceSchema.safeParse(withUnknownTools(surface));
  if (error === undefined) return { document: surface as ReadSurface };
  const issues = error.issues.map((issue) => ({ ...issue, path: [...path, ...issue.path] }));
  return { problems: describeIssues(document, issues).map(({ message }) => message) };
}

/** The surface as it is validated: a record that was not observed has the rules of one of an unknown tool. */
function withUnknownTools(surface: unknown): unknown {
  const { observed_tool_decisions: records } = fieldsOf(surface);
  if (!isObject(surface) || !Array.isArray(records) || !records.some(isNotObserved)) return surface;
  const read = records.map((record) => (isNotObserved(record) ? asUnknownTool(record) : record));
  return { ...surface, observed_tool_decisions: read };
}

function isNotObserved(record: unknown): boolean {
  return fieldsOf(record).classification === 'not_observed';
}

/** Why nothing was observed is the other producer's word; that there is one is asked for. */
function asUnknownTool(record: unknown): unknown {
  const fields = fieldsOf(record);
  const hasReason = nonEmpty.safeParse(fields.reason_code).success;
  return {
    ...fields,
    classification: 'observed_unknown_tool',
    ...(hasReason && { reason_code: 'unknown_tool_name' }),
  };
}

const NO_RUN_ID = 'Expected `run_id` to be a string that is not empty, got another value';
const NO_SURFACE =
  'Expected a surface or a line of `assay-otel surface`, got another document; `assay-otel surface` makes surfaces of traces';
const TOO_DEEP = `Expected a surface of at most ${MAX_SURFACE_DEPTH} levels, got a deeper one`;
const HEALTH_TOO_DEEP = `Expected a health document of at most ${MAX_HEALTH_DEPTH} levels, got a deeper one`;
