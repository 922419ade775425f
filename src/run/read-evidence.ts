import { canonicalJson } from '../decision/canonical-json.ts';
import type { Checkpoint } from '../decision/checkpoint.ts';
import { digestOf } from '../decision/codec.ts';
import { CHECKPOINT, RUN_END } from '../decision/names.ts';
import type { RunSeal } from '../decision/run-seal.ts';
import { type EventView, stringAttribute } from '../span/view.ts';
import { knowLength } from './canonical-length.ts';
import { isPlainCheckpoint } from './plain-checkpoint.ts';

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
const shapeOf = (fields: Readonly<Record<string, Check>>): Check => {
  const checks = Object.entries(fields);
  return (value) =>
    typeof value === 'object' &&
    value !== null &&
    checks.every(([name, check]) => check((value as Record<string, unknown>)[name]));
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
  return intact<Checkpoint>(
    stringAttribute(attributes, CHECKPOINT.checkpoint),
    stringAttribute(attributes, CHECKPOINT.digest),
    MAX_CHECKPOINT,
    isCheckpoint,
    isPlainCheckpoint,
  );
}

const isRunSeal = shapeOf({
  run_id: notEmpty,
  parts: listOf(shapeOf({ trace: matching(/^[0-9a-f]{32}$/), emitter: spanId, epoch: matching(EPOCH) })),
});

/** The run seal of an `assay.run_end` event; `undefined` where it does not hold. */
export function readRunSeal({ attributes }: Pick<EventView, 'attributes'>): RunSeal | undefined {
  return intact<RunSeal>(
    stringAttribute(attributes, RUN_END.seal),
    stringAttribute(attributes, RUN_END.digest),
    MAX_SEAL,
    isRunSeal,
  );
}

/** Characters. The largest that an emitter of ours writes has 10,000 open calls, each a range of its own. */
const MAX_CHECKPOINT = 256 * 1024;

/** Characters: some 30,000 traces. */
const MAX_SEAL = 4 * 1024 * 1024;

/** `isPlain` may know by the text alone that it is canonical and has the shape. */
function intact<T>(
  json: string | undefined,
  digest: string | undefined,
  maxLength: number,
  isShaped: Check,
  isPlain?: (json: string) => boolean,
): T | undefined {
  if (json === undefined || json.length > maxLength || digestOf(json) !== digest) return undefined;
  try {
    const value: unknown = JSON.parse(json);
    const isIntact = isPlain?.(json) === true || (isShaped(value) && canonicalJson(value) === json);
    if (!isIntact) return undefined;
    knowLength(value as object, json.length);
    return value as T;
  } catch {
    return undefined;
  }
}
