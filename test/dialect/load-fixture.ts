import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { RecogniseOptions } from '../../src/dialect/recognise.ts';
import type { SpanKind, SpanView } from '../../src/span/view.ts';
import { OPTIONS } from './span.ts';

const FIXTURES = join(import.meta.dirname, '../../fixtures/dialect');
const KINDS: readonly SpanKind[] = ['unspecified', 'internal', 'server', 'client', 'producer', 'consumer'];
const STATUS = ['unset', 'ok', 'error'] as const;

// Fixtures are ours: their shape is known.
// biome-ignore lint/suspicious/noExplicitAny: OTLP/JSON as written
type Otlp = any;

export interface Fixture {
  readonly name: string;
  readonly spans: readonly SpanView[];
  readonly options: RecogniseOptions;
  readonly expected: readonly unknown[];
}

export function fixtureDialects(): readonly string[] {
  return readdirSync(FIXTURES).sort();
}

export function loadFixtures(dialect: string): readonly Fixture[] {
  const folder = join(FIXTURES, dialect);
  const names = readdirSync(folder).filter((name) => !name.endsWith('.expected.json'));
  return names.map((file) => {
    const name = file.slice(0, -'.json'.length);
    const { options = {}, spans: expected } = json(join(folder, `${name}.expected.json`));
    return {
      name,
      spans: spansOf(json(join(folder, file))),
      options: { ...OPTIONS, ...options, localTools: new Set(options.localTools ?? []) },
      expected,
    };
  });
}

function json(file: string): Otlp {
  return JSON.parse(readFileSync(file, 'utf8'));
}

function spansOf(document: Otlp): SpanView[] {
  return document.resourceSpans.flatMap((resourceSpans: Otlp) =>
    resourceSpans.scopeSpans.flatMap((scopeSpans: Otlp) =>
      scopeSpans.spans.map((span: Otlp) => viewOf(span, scopeSpans.scope, resourceSpans.resource)),
    ),
  );
}

function viewOf(span: Otlp, scope: Otlp, resource: Otlp): SpanView {
  const flags = span.flags ?? 0;
  const keys: string[] = span.attributes.map(({ key }: Otlp) => key);
  return {
    traceId: span.traceId,
    spanId: span.spanId,
    parentSpanId: span.parentSpanId || undefined,
    parentIsRemote: flags & 0x100 ? (flags & 0x200) !== 0 : undefined,
    traceFlags: flags & 0xff,
    name: span.name,
    kind: KINDS[span.kind] ?? 'unspecified',
    startTimeUnixNano: span.startTimeUnixNano,
    endTimeUnixNano: span.endTimeUnixNano,
    attributes: mapOf(span.attributes),
    duplicateKeys: keys.filter((key, index) => keys.indexOf(key) !== index),
    droppedAttributesCount: 0,
    droppedEventsCount: 0,
    events: [],
    links: [],
    status: { code: STATUS[span.status.code ?? 0] ?? 'unset', message: span.status.message },
    scope: { name: scope.name, version: scope.version },
    resource: mapOf(resource.attributes),
  };
}

/** The first of two values under one key, as the reader does. */
function mapOf(attributes: Otlp): Record<string, unknown> {
  const map: Record<string, unknown> = Object.create(null);
  for (const { key, value } of attributes) if (!Object.hasOwn(map, key)) map[key] = anyValueOf(value);
  return map;
}

function anyValueOf(value: Otlp): unknown {
  if (value.kvlistValue) return mapOf(value.kvlistValue.values);
  if (value.arrayValue) return value.arrayValue.values.map(anyValueOf);
  if (value.intValue !== undefined) return Number(value.intValue);
  return value.stringValue ?? value.boolValue ?? value.doubleValue;
}
