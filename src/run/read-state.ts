import { canonicalJson } from '../decision/canonical-json.ts';
import { digestOf } from '../decision/codec.ts';
import { CHECKPOINT } from '../decision/names.ts';
import { MAX_RECORD_DEPTH, nestsWithin } from '../decision/nesting.ts';
import { type RunSeal, runSealAttributes } from '../decision/run-seal.ts';
import { SPAN_REFERENCE } from './own-numbers.ts';
import { EPOCH, readCheckpoint, readRunSeal } from './read-evidence.ts';
import { STATE_SCHEMA, type StateDocument } from './state-document.ts';

type Check = (value: unknown) => boolean;

const text: Check = (value) => typeof value === 'string';
const notEmpty: Check = (value) => typeof value === 'string' && value !== '';
const textOrNull: Check = (value) => value === null || typeof value === 'string';
const flag: Check = (value) => typeof value === 'boolean';
const number: Check = (value) => Number.isSafeInteger(value) && (value as number) > 0;
const matching =
  (pattern: RegExp): Check =>
  (value) =>
    typeof value === 'string' && pattern.test(value);
const emitter = matching(/^[0-9a-f]{16}$/);
const epoch = matching(EPOCH);
const nanos = matching(/^\d{1,40}$/);
const oneOf =
  (...words: readonly unknown[]): Check =>
  (value) =>
    words.includes(value);
const listOf =
  (check: Check): Check =>
  (value) =>
    Array.isArray(value) && value.every(check);
/** Own members alone: a key may be `__proto__`. Others than these are kept as they are. */
const shapeOf =
  (required: Readonly<Record<string, Check>>, optional: Readonly<Record<string, Check>> = {}): Check =>
  (value) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
    const member = (name: string): unknown => (value as Record<string, unknown>)[name];
    return (
      Object.entries(required).every(([name, check]) => Object.hasOwn(value, name) && check(member(name))) &&
      Object.entries(optional).every(([name, check]) => !Object.hasOwn(value, name) || check(member(name)))
    );
  };

/** What joining and assessing ask of a record; a reader of files with a schema asks for more. */
const isRecordShape = shapeOf(
  {
    server: shapeOf({ id: text }),
    tool: shapeOf({ name: text, category: textOrNull }),
    classification: text,
    reason_code: text,
    action: shapeOf({}),
    decision: shapeOf({ effect: text, source: text }),
    response: shapeOf({ status: text }),
    redaction: shapeOf({}, { sanitized_fields: listOf(text) }),
  },
  { correlation: shapeOf({ basis: text }) },
);

/** Whether a string is a record that joining and assessing can take. */
export const isRecord: Check = (value) => {
  if (typeof value !== 'string') return false;
  const record: unknown = JSON.parse(value);
  return nestsWithin(record, MAX_RECORD_DEPTH) && isRecordShape(record) && canonicalJson(record) === value;
};

/** Held to just what the event would be that carried it. */
const isCheckpoint: Check = (value) => {
  const json = canonicalJson(value);
  const attributes = { [CHECKPOINT.checkpoint]: json, [CHECKPOINT.digest]: digestOf(json) };
  return readCheckpoint({ attributes }) !== undefined;
};
const isSeal: Check = (value) =>
  readRunSeal({ attributes: runSealAttributes(value as RunSeal) }) !== undefined;

const isCall = shapeOf(
  {
    origin: oneOf('derived', 'event'),
    record: isRecord,
    vantage: oneOf('client', 'server', 'gateway', 'framework'),
    start: nanos,
  },
  {
    dialect: text,
    linked: oneOf(true),
    sameAs: matching(SPAN_REFERENCE),
    duration: nanos,
    emitter,
    epoch,
    sequence: number,
    numbered: number,
    conflicts: listOf(text),
    classifiers: listOf(text),
  },
);

const isPolicy = shapeOf(
  {
    about: oneOf('parent', 'call', 'request'),
    decision: shapeOf(
      { effect: oneOf('allow', 'deny', 'error'), source: text, enforced: flag, rule_id: textOrNull },
      { advised_effect: oneOf('deny') },
    ),
  },
  { tool: text, sanitized: listOf(text) },
);

const isFact = shapeOf(
  { trace: notEmpty, span: notEmpty },
  {
    carrier: oneOf('log'),
    parent: notEmpty,
    remote: flag,
    service: text,
    instance: text,
    start: nanos,
    end: nanos,
    emitter,
    epoch,
    sequence: number,
    ordinal: number,
    calls: listOf(isCall),
    checkpoints: listOf(isCheckpoint),
    broken: listOf(oneOf('checkpoint', 'decision')),
    policy: isPolicy,
    model: oneOf(true),
    tool: oneOf('local', 'unattributed'),
    unproven: isCall,
    mcp: text,
    unrecognised: oneOf(true),
    unscrubbed: oneOf(true),
    limited: oneOf(true),
    runs: shapeOf({}, { resource: text, span: text, keyResource: text, keySpan: text }),
    seals: listOf(isSeal),
  },
);

const isRange: Check = (value) =>
  Array.isArray(value) && value.length === 2 && value.every(number) && value[0] <= value[1];

const MARKS: Readonly<Record<string, Check>> = {
  loss: shapeOf({ code: oneOf('export_failed', 'rejected'), reporter: notEmpty, n: number }),
  part: shapeOf({ part: notEmpty, revision: number }),
  fragment: shapeOf({
    of: notEmpty,
    revision: number,
    run: notEmpty,
    numbers: listOf(shapeOf({ emitter, epoch, calls: listOf(isRange) })),
  }),
};

const isMark: Check = (value) =>
  shapeOf({ trace: notEmpty, mark: oneOf(...Object.keys(MARKS)) })(value) &&
  MARKS[(value as { mark: string }).mark]?.(value) === true;

const isState = shapeOf({ schema: oneOf(STATE_SCHEMA), spans: listOf(isFact), marks: listOf(isMark) });

/**
 * A state document from its text; `undefined` where it is cut, of another schema, or holds what no reader of spans
 * would have made. By hand and no more than what the assessment needs, since a sink in the host's process must not
 * load a schema library; `assay-otel validate` checks the rest. Members that are not known are kept.
 */
export function readState(json: string): StateDocument | undefined {
  try {
    const value: unknown = JSON.parse(json);
    return nestsWithin(value, MAX_RECORD_DEPTH) && isState(value) ? (value as StateDocument) : undefined;
  } catch {
    return undefined;
  }
}
