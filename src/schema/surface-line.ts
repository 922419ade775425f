import { z } from 'zod';
import { canonicalJson } from '../decision/canonical-json.ts';
import { digestOf } from '../decision/codec.ts';
import { MAX_RECORD_DEPTH, nestsWithin } from '../decision/nesting.ts';
import { EmissionSchema } from './emission.ts';
import { HealthSchema } from './health.ts';
import { IndexDocumentSchema } from './index-document.ts';
import { expect, type Fields, fieldsOf, isObject, type Refinement } from './refinement.ts';
import { nonEmpty } from './shapes.ts';
import { SurfaceSchema } from './surface.ts';

/**
 * One line of the command `surface`, or of a sink that writes lines: the documents of one run. Lines of older versions
 * have no `health` or no `emission`.
 */
export const SurfaceLineSchema = z
  .looseObject({
    run_id: nonEmpty,
    surface: SurfaceSchema,
    health: HealthSchema.optional(),
    index: IndexDocumentSchema,
    emission: EmissionSchema.optional(),
  })
  .superRefine(lineRules, { when: () => true });

/** Health, index and emission belong to this run, the first two to this surface. */
function lineRules(value: unknown, context: Refinement): void {
  const line = fieldsOf(value);
  for (const name of ['health', 'index', 'emission']) {
    const { run_id } = fieldsOf(line[name]);
    if (typeof line.run_id !== 'string' || typeof run_id !== 'string') continue;
    expect(context, run_id === line.run_id, [name, 'run_id'], 'the `run_id` of the line');
  }
  healthRules(line, context);
  indexRules(line, context);
}

function healthRules(line: Fields, context: Refinement): void {
  const { surface_digest, tool_calls_observed } = fieldsOf(line.health);
  const { surface } = line;
  if (!isObject(surface)) return;
  if (typeof surface_digest === 'string') {
    const isBounded = nestsWithin(surface, MAX_SURFACE_DEPTH);
    const depth = `a surface of at most ${MAX_SURFACE_DEPTH} levels`;
    expect(context, isBounded, ['surface'], depth, 'a deeper one');
    const isOf = !isBounded || surface_digest === digestOf(canonicalJson(surface));
    expect(context, isOf, ['health', 'surface_digest'], 'the digest of the surface of the line');
  }
  const records = surface.observed_tool_decisions;
  if (typeof tool_calls_observed !== 'number' || !Array.isArray(records)) return;
  const isCount = tool_calls_observed === records.length;
  expect(context, isCount, ['health', 'tool_calls_observed'], 'the number of records of the surface');
}

/** Records stand in a list in the surface. */
const MAX_SURFACE_DEPTH = MAX_RECORD_DEPTH + 2;

/** Record by record. */
function indexRules(line: Fields, context: Refinement): void {
  const entries = fieldsOf(line.index).records;
  const records = fieldsOf(line.surface).observed_tool_decisions;
  if (!Array.isArray(entries) || !Array.isArray(records)) return;
  const isWhole = entries.length === records.length;
  expect(
    context,
    isWhole,
    ['index', 'records'],
    `a list of ${records.length} entries, one for each record of the surface`,
  );
  if (!isWhole) return;
  entries.forEach((entry, position) => {
    const { record_digest } = fieldsOf(entry);
    const isBounded = nestsWithin(records[position], MAX_RECORD_DEPTH);
    const path = ['surface', 'observed_tool_decisions', position];
    expect(context, isBounded, path, `a record of at most ${MAX_RECORD_DEPTH} levels`, 'a deeper one');
    if (typeof record_digest !== 'string' || !isBounded) return;
    const isOf = record_digest === digestOf(canonicalJson(records[position]));
    expect(
      context,
      isOf,
      ['index', 'records', position, 'record_digest'],
      'the digest of the record at this position',
    );
  });
}
