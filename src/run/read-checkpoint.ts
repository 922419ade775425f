import { canonicalJson } from '../decision/canonical-json.ts';
import type { Checkpoint } from '../decision/checkpoint.ts';
import { digestOf } from '../decision/codec.ts';
import { CHECKPOINT } from '../decision/names.ts';
import { type EventView, stringAttribute } from '../span/view.ts';

/** A counter and 64 random bits. */
export const EPOCH = /^[1-9]\d{0,15}-[0-9a-f]{16}$/;

type Check = (value: unknown) => boolean;

const text: Check = (value) => typeof value === 'string';
const flag: Check = (value) => typeof value === 'boolean';
const count: Check = (value) => Number.isSafeInteger(value) && (value as number) >= 0;
const nanos: Check = (value) => typeof value === 'string' && /^(0|[1-9]\d{0,19})$/.test(value);
const matching =
  (pattern: RegExp): Check =>
  (value) =>
    typeof value === 'string' && pattern.test(value);
const spanId = matching(/^[0-9a-f]{16}$/);
const spanIdOrNull: Check = (value) => value === null || spanId(value);
const notEmpty = matching(/./s);
const listOf =
  (check: Check): Check =>
  (value) =>
    Array.isArray(value) && value.every(check);
const range: Check = (value) =>
  Array.isArray(value) && value.length === 2 && value.every(count) && value[0] >= 1 && value[0] <= value[1];
/** In order, and apart: what is one range is written as one. */
const ranges: Check = (value) =>
  listOf(range)(value) &&
  (value as [number, number][]).every(([from], at, all) => at === 0 || from > (all[at - 1]?.[1] ?? 0) + 1);
const oneOf =
  (...words: readonly unknown[]): Check =>
  (value) =>
    words.includes(value);
const shapeOf =
  (fields: Readonly<Record<string, Check>>): Check =>
  (value) => {
    if (typeof value !== 'object' || value === null) return false;
    return Object.entries(fields).every(([name, check]) => check((value as Record<string, unknown>)[name]));
  };

/** Every field that the assessment reads; others are kept as they are. */
const isCheckpoint = shapeOf({
  emitter: spanId,
  epoch: matching(EPOCH),
  ordinal: count,
  numbered: count,
  withdrawn: ranges,
  open: ranges,
  open_roots: listOf(spanId),
  root: spanIdOrNull,
  run_root: spanIdOrNull,
  run: oneOf('trace', null),
  final: flag,
  resumed: flag,
  seal: matching(/^sha256:[0-9a-f]{64}$/),
  unrecorded: count,
  detached_calls: count,
  instrumentation: listOf(
    shapeOf({
      scope: text,
      version: text,
      vantage: oneOf('client', 'server', 'gateway', 'framework'),
      basis: oneOf('installed', 'configured', 'seen'),
      covers: oneOf('object', 'process'),
      since: nanos,
    }),
  ),
  sampler: oneOf('observing', 'declared', 'unknown'),
  not_sampled: count,
  read_in_process: flag,
  limits: listOf(text),
  hooks_missed: count,
  scrub: oneOf('strict', 'content', 'off'),
  policy_hook: flag,
  classifier_version: listOf(notEmpty),
  from: nanos,
  until: nanos,
});

/**
 * The checkpoint of an `assay.tool_observation` event; `undefined` where its digest, its canonical form or its
 * shape does not hold. Checked by hand: the aggregator in the process must not load a schema library.
 */
export function readCheckpoint({ attributes }: Pick<EventView, 'attributes'>): Checkpoint | undefined {
  const json = stringAttribute(attributes, CHECKPOINT.checkpoint);
  if (json === undefined || digestOf(json) !== stringAttribute(attributes, CHECKPOINT.digest))
    return undefined;
  try {
    const value: unknown = JSON.parse(json);
    return isCheckpoint(value) && canonicalJson(value) === json ? (value as Checkpoint) : undefined;
  } catch {
    return undefined;
  }
}
