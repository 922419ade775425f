import { z } from 'zod';
import { SURFACE_SCHEMA } from '../decision/record.ts';
import { DecisionRecordSchema } from './decision-record.ts';
import { nonEmpty } from './shapes.ts';

/** `assay.tool_decision_surface.v0`: the records of one run. */
export const SurfaceSchema = z.looseObject({
  schema: z.literal(SURFACE_SCHEMA),
  observed_tool_decisions: z.array(DecisionRecordSchema),
  non_claims: z.array(nonEmpty),
});
