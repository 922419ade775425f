import { z } from 'zod';
import { canonicalJson } from '../decision/canonical-json.ts';
import { MAX_RECORD_DEPTH, nestsWithin } from '../decision/nesting.ts';
import { CheckpointSchema } from './checkpoint.ts';
import { DecisionRecordSchema, decision } from './decision-record.ts';
import { describeIssues } from './issues.ts';
import type { Refinement } from './refinement.ts';
import { emitterId, epoch, nanoseconds, nonEmpty, ordinal, spanId, traceId, vantage } from './shapes.ts';

const call = z.looseObject({
  origin: z.enum(['derived', 'event']),
  record: z.string().superRefine(recordRules),
  vantage,
  dialect: nonEmpty.optional(),
  linked: z.literal(true).optional(),
  sameAs: z
    .string()
    .regex(/^[0-9a-f]{32}-[0-9a-f]{16}$/)
    .optional(),
  emitter: emitterId.optional(),
  epoch: epoch.optional(),
  sequence: ordinal.optional(),
  numbered: ordinal.optional(),
  start: nanoseconds,
  duration: nanoseconds.optional(),
  conflicts: z.array(nonEmpty).optional(),
  classifiers: z.array(nonEmpty).optional(),
});

const policy = z.looseObject({
  about: z.enum(['parent', 'call', 'request']),
  decision,
  tool: z.string().optional(),
  sanitized: z.array(nonEmpty).optional(),
});

const runIds = z.looseObject({
  resource: nonEmpty.optional(),
  span: nonEmpty.optional(),
  keyResource: nonEmpty.optional(),
  keySpan: nonEmpty.optional(),
});

const runSeal = z.looseObject({
  run_id: nonEmpty,
  parts: z.array(z.looseObject({ trace: traceId, emitter: emitterId, epoch })),
});

/** What one span is evidence of; one element of a state. */
export const SpanFactSchema = z.looseObject({
  trace: traceId,
  span: spanId,
  carrier: z.literal('log').optional(),
  parent: spanId.optional(),
  remote: z.boolean().optional(),
  service: z.string().optional(),
  instance: z.string().optional(),
  start: nanoseconds.optional(),
  end: nanoseconds.optional(),
  emitter: emitterId.optional(),
  epoch: epoch.optional(),
  sequence: ordinal.optional(),
  ordinal: ordinal.optional(),
  calls: z.array(call).optional(),
  checkpoints: z.array(CheckpointSchema).optional(),
  broken: z.array(z.enum(['checkpoint', 'decision'])).optional(),
  policy: policy.optional(),
  model: z.literal(true).optional(),
  tool: z.enum(['local', 'unattributed']).optional(),
  unproven: call.optional(),
  mcp: z.string().optional(),
  unrecognised: z.literal(true).optional(),
  unscrubbed: z.literal(true).optional(),
  limited: z.literal(true).optional(),
  runs: runIds.optional(),
  seals: z.array(runSeal).optional(),
});

/** The record as it travels: a text that is its own canonical form, and a record in it. */
function recordRules(text: string, context: Refinement): void {
  const record = parsed(text);
  const isBounded = record !== undefined && nestsWithin(record, MAX_RECORD_DEPTH);
  if (!isBounded || canonicalJson(record) !== text) {
    context.addIssue({ code: 'custom', path: [], message: 'the canonical JSON of a decision record' });
    return;
  }
  const issues = describeIssues(record, DecisionRecordSchema.safeParse(record).error?.issues ?? []);
  if (issues.length === 0) return;
  const paths = issues.slice(0, MAX_PATHS).map(({ path }) => (path === '' ? 'the whole' : `\`${path}\``));
  const message = `the canonical JSON of a valid decision record`;
  const found = `one that is wrong at ${paths.join(', ')}${issues.length > MAX_PATHS ? ' and more' : ''}`;
  context.addIssue({ code: 'custom', path: [], message, params: { found } });
}

const MAX_PATHS = 5;

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
