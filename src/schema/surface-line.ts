import { z } from 'zod';
import { canonicalJson } from '../decision/canonical-json.ts';
import { digestOf } from '../decision/codec.ts';
import { MAX_RECORD_DEPTH, nestsWithin } from '../decision/nesting.ts';
import { IndexDocumentSchema } from './index-document.ts';
import { expect, fieldsOf, type Refinement } from './refinement.ts';
import { nonEmpty } from './shapes.ts';
import { SurfaceSchema } from './surface.ts';

/** One line of the command `surface`: the documents of one run. */
export const SurfaceLineSchema = z
  .looseObject({ run_id: nonEmpty, surface: SurfaceSchema, index: IndexDocumentSchema })
  .superRefine(lineRules, { when: () => true });

/** The index belongs to this run and to this surface, record by record. */
function lineRules(value: unknown, context: Refinement): void {
  const line = fieldsOf(value);
  const index = fieldsOf(line.index);
  const entries = index.records;
  const records = fieldsOf(line.surface).observed_tool_decisions;
  if (typeof line.run_id === 'string' && typeof index.run_id === 'string') {
    expect(context, index.run_id === line.run_id, ['index', 'run_id'], 'the `run_id` of the line');
  }
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
