import { z } from 'zod';
import { BASELINE_SCHEMA } from '../gate/baseline.ts';
import { calendarDate, closedObject } from './declared-shapes.ts';
import { nonEmpty } from './shapes.ts';

const fingerprint = z.string().regex(/^sha256:[0-9a-f]{64}$/, {
  error: '"sha256:" and 64 lower-case hex digits, as `.findings[].fingerprint` of `--format json`',
});

/** `assay.tool_surface_baseline.v0`: findings that a person has accepted, each with the reason. */
export const BaselineSchema = z.looseObject({
  schema: z.literal(BASELINE_SCHEMA),
  accepted: z.array(closedObject({ fingerprint, reason: nonEmpty, until: calendarDate.optional() })),
});
