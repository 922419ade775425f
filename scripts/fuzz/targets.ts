import { CLASSIFIERS } from '../../src/classify/registry.ts';
import { factReader } from '../../src/cli/read-fact.ts';
import { recordProblems } from '../../src/cli/record-problems.ts';
import { canonicalJson } from '../../src/decision/canonical-json.ts';
import { DecisionEventError, decodeToolDecision, digestOf } from '../../src/decision/codec.ts';
import { DECISION_EVENT, EVENT } from '../../src/decision/names.ts';
import { DEFAULT_ARGUMENT_LIMITS, decodeArguments } from '../../src/dialect/arguments.ts';
import { label } from '../../src/redact/label.ts';
import { hasSecretShape, SECRET_SHAPES } from '../../src/redact/secret-shapes.ts';
import { readState } from '../../src/run/read-state.ts';
import { RunState } from '../../src/run/run-state.ts';
import { readClassifiers } from '../../src/schema/classifiers-reading.ts';
import { readBaseline, readDeclaredSurface } from '../../src/schema/declared-reading.ts';
import { OtlpBodyError, readOtlp } from '../../src/span/otlp/read-otlp.ts';
import type { OtlpReadResult } from '../../src/span/otlp/read-result.ts';

/** Stands in seeds where a value could hold a secret; no message may hold it. No name of anything, which could be told. */
export const CANARY = 'FAKE canary/7Q';

/** What is held up against any bytes. `run` throws where something does not hold. */
export interface Target {
  readonly name: string;
  /** Below `fixtures/`, or where else in the project the seeds are. */
  readonly seeds: readonly string[];
  /** Seeds that no file should hold. */
  readonly made?: () => readonly string[];
  readonly run: (bytes: Uint8Array) => void;
}

const UTF8 = new TextDecoder();

export const TARGETS: readonly Target[] = [
  {
    name: 'otlp-json',
    seeds: ['fixtures/dialect', 'fixtures/reference', 'fixtures/fuzz/otlp-json'],
    run: (bytes) => otlp(bytes, 'json', 'traces'),
  },
  {
    name: 'otlp-protobuf',
    seeds: ['fixtures/fuzz/otlp-protobuf'],
    run: (bytes) => {
      otlp(bytes, 'protobuf', 'traces');
      otlp(bytes, 'protobuf', 'logs');
    },
  },
  { name: 'arguments', seeds: ['fixtures/record', 'fixtures/fuzz/arguments'], run: someArguments },
  {
    name: 'declared-surface',
    seeds: ['fixtures/declared', 'fixtures/fuzz/declared-surface'],
    run: (bytes) => {
      const text = UTF8.decode(bytes);
      written(text, (again) => readDeclaredSurface(again, CLASSIFIERS));
      written(text, readBaseline);
    },
  },
  { name: 'classifiers', seeds: ['packs/filesystem.yaml', 'fixtures/fuzz/classifiers'], run: classifiers },
  { name: 'event', seeds: ['fixtures/fuzz/event'], run: event },
  { name: 'secret-shapes', seeds: ['fixtures/fuzz/secret-shapes'], made: nearSecrets, run: secretShapes },
];

function otlp(bytes: Uint8Array, encoding: 'json' | 'protobuf', signal: 'traces' | 'logs'): void {
  const read = orTyped(
    () => readOtlp(bytes, { encoding, signal }),
    OtlpBodyError,
    (error) => error.before,
  );
  quotesNothing(read.refused);
  runsOf(read);
}

/** Spans become runs, whose evidence reads back as it was written. */
function runsOf({ spans }: OtlpReadResult): void {
  const read = factReader({ toolSpans: 'all' });
  const runs = new RunState();
  for (const span of spans) runs.add(read(span).fact);
  const text = canonicalJson(runs.document());
  const again = readState(text);
  holds(again !== undefined && canonicalJson(again) === text, 'a state reads back as it was written');
  const documents = [...runs.documents({ all: true })];
  const others = new RunState();
  if (again !== undefined) others.merge(again);
  const same = canonicalJson(
    [...others.documents({ all: true })].map(({ surface, health }) => [surface, health]),
  );
  holds(
    same === canonicalJson(documents.map(({ surface, health }) => [surface, health])),
    'its runs are the same',
  );
}

function someArguments(bytes: Uint8Array): void {
  const text = UTF8.decode(bytes);
  const read = decodeArguments({ form: 'json', value: text }, DEFAULT_ARGUMENT_LIMITS);
  if (read.state !== 'captured') return;
  const again = JSON.stringify(read.fields);
  const other = decodeArguments({ form: 'json', value: again }, DEFAULT_ARGUMENT_LIMITS);
  holds(
    other.state === 'captured' && JSON.stringify(other.fields) === again,
    'arguments read back as they were',
  );
}

type Written = ReturnType<typeof readBaseline> | ReturnType<typeof readDeclaredSurface>;

function written(text: string, read: (text: string) => Written): void {
  const reading = read(text);
  quotesNothing(reading.warnings);
  if (!('document' in reading)) {
    holds(reading.errors.length > 0, 'what is refused has a reason');
    quotesNothing(reading.errors);
    return;
  }
  const again = JSON.stringify(reading.document);
  const other = read(again);
  holds(
    'document' in other && JSON.stringify(other.document) === again,
    'a document reads back as it was written',
  );
}

function classifiers(bytes: Uint8Array): void {
  const reading = readClassifiers(UTF8.decode(bytes));
  if (!('errors' in reading)) return;
  holds(reading.errors.length > 0, 'what is refused has a reason');
  quotesNothing(reading.errors);
}

/** The bytes are a record's text with its digest, and the attributes of an event. */
function event(bytes: Uint8Array): void {
  const text = UTF8.decode(bytes);
  decodedEvent({ [EVENT.record]: text, [EVENT.recordDigest]: digestOf(text) });
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return;
  }
  if (typeof value === 'object' && value !== null) decodedEvent(value as Readonly<Record<string, string>>);
}

function decodedEvent(attributes: Readonly<Record<string, string>>): void {
  const decode = () => decodeToolDecision({ name: DECISION_EVENT, attributes });
  const decoded = orTyped(decode, DecisionEventError, () => undefined);
  if (decoded === undefined) return;
  holds(canonicalJson(decoded.value) === decoded.record, 'a record is its own canonical form');
  holds(Array.isArray(recordProblems(decoded.value)), 'what is wrong with a record can be told');
}

function nearSecrets(): readonly string[] {
  return SECRET_SHAPES.map(({ literals }) => literals.map((literal) => literal + 'Aa0'.repeat(40)).join(' '));
}

const ROWS = SECRET_SHAPES.map(({ pattern, anyCase }) => new RegExp(pattern, anyCase ? 'iu' : 'u'));

function secretShapes(bytes: Uint8Array): void {
  const text = UTF8.decode(bytes);
  const found = hasSecretShape(text);
  holds(found || !ROWS.some((row) => row.test(text)), 'what a row of the table finds is found');
  holds(!found || hasSecretShape(`. ${text} .`), 'a secret among words is one');
  holds(!found || label(text).value === '[masked]', 'a label with a secret is masked');
  const { value } = label(text);
  holds(label(value).value === value, 'a label stays what it became');
}

/** What `read` gives, or what `before` makes of the one kind of error that it may throw. */
function orTyped<Value, Other, Kind extends Error>(
  read: () => Value,
  kind: abstract new (...args: never[]) => Kind,
  before: (error: Kind) => Other,
): Value | Other {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof kind)) throw error;
    quotesNothing(error.message);
    return before(error);
  }
}

function quotesNothing(told: unknown): void {
  holds(!JSON.stringify(told)?.includes(CANARY), 'no message holds a value');
}

function holds(condition: boolean, rule: string): void {
  if (!condition) throw new Error(`Expected that ${rule}`);
}
