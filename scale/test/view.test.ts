import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { factReader } from '../../src/cli/read-fact.ts';
import { EVIDENCE_ROW, evidenceOfRow } from '../../src/clickhouse/evidence-row.ts';
import { LINK_ROW, spansOfLinkRow } from '../../src/clickhouse/link-row.ts';
import { canonicalJson } from '../../src/decision/canonical-json.ts';
import { aboutDialect } from '../../src/dialect/about.ts';
import { DIALECTS } from '../../src/dialect/registry.ts';
import { readOtlpJson } from '../../src/span/otlp/read-otlp-json.ts';
import type { SpanView } from '../../src/span/view.ts';
import { chunks, corpus, united } from './corpus.ts';
import { dialectDocuments, hasKeyTwice } from './dialect-documents.ts';
import { type Engine, prepare, startEngine } from './engine.ts';
import { type OtlpDocument, spanRows } from './exporter-rows.ts';

const RESOURCE = { attributes: [{ key: 'service.name', value: { stringValue: 'agent' } }] };

/** A span of everything by which a dialect may know one, by itself. */
function fingerprints(): OtlpDocument[] {
  const values = ['tools/call', 'execute_tool', 'TOOL', '"TOOL"', 'ai.toolCall', 'chat', 'x'];
  const shapes = DIALECTS.map((dialect) => aboutDialect(dialect).fingerprint).flatMap((fingerprint) => [
    ...(fingerprint.scopes ?? []).map((scope) => ({ scope })),
    ...(fingerprint.namePrefixes ?? []).map((prefix) => ({ name: `${prefix}search` })),
    ...(fingerprint.attributes ?? []).flatMap((key) =>
      values.map((value) => ({ attributes: { [key]: value } })),
    ),
  ]);
  return shapes.map((shape) => one(shape));
}

interface Shape {
  readonly scope?: string;
  readonly name?: string;
  readonly attributes?: Readonly<Record<string, string>>;
}

function one({ scope = 'example', name = 'span', attributes = {} }: Shape): OtlpDocument {
  const span = {
    traceId: '1'.repeat(32),
    spanId: '2'.repeat(16),
    name,
    kind: 1,
    startTimeUnixNano: '1796000000000000000',
    endTimeUnixNano: '1796000001000000000',
    attributes: Object.entries(attributes).map(([key, stringValue]) => ({ key, value: { stringValue } })),
  };
  return { resourceSpans: [{ resource: RESOURCE, scopeSpans: [{ scope: { name: scope }, spans: [span] }] }] };
}

/** Each span of the fixtures without one of its attributes or without its events: what is left of it may still be a call. */
function lessened(documents: readonly OtlpDocument[]): OtlpDocument[] {
  return documents.flatMap(({ resourceSpans = [] }) =>
    resourceSpans.flatMap(({ resource = {}, scopeSpans }) =>
      scopeSpans.flatMap(({ scope = {}, spans }) =>
        spans.flatMap((span) => {
          const { attributes = [] } = span;
          const less = attributes.map((_, at) => ({
            ...span,
            attributes: attributes.filter((__, i) => i !== at),
          }));
          return [...less, { ...span, events: [] }, { ...span, name: 'span' }].map((each) => ({
            resourceSpans: [{ resource, scopeSpans: [{ scope, spans: [each] }] }],
          }));
        }),
      ),
    ),
  );
}

/** One span each, with ids of its own, so that a row is found again. */
function apart(documents: readonly OtlpDocument[]): OtlpDocument[] {
  const alone = documents.flatMap(({ resourceSpans = [] }) =>
    resourceSpans.flatMap(({ resource = {}, scopeSpans }) =>
      scopeSpans.flatMap(({ scope = {}, spans }) => spans.map((span) => ({ resource, scope, span }))),
    ),
  );
  return alone.map(({ resource, scope, span }, at) => {
    const own = { ...span, spanId: (at + 1).toString(16).padStart(16, '0') };
    return { resourceSpans: [{ resource, scopeSpans: [{ scope, spans: [own] }] }] };
  });
}

const fixtures = dialectDocuments().filter((document) => !hasKeyTwice(document));
const documents = apart([...fingerprints(), ...fixtures, ...lessened(fixtures), ...corpus(60)]);

describe('what the view keeps', () => {
  let engine: Engine;
  const stored = new Map<string, SpanView>();
  const evidence = new Set<string>();

  beforeAll(async () => {
    engine = await startEngine();
    await prepare(engine);
    for (const some of chunks(documents, 2_000)) await engine.insert('otel_traces', spanRows(united(some)));
    for (const row of await compact(EVIDENCE_ROW, 'assay_evidence')) {
      const read = evidenceOfRow(row);
      if (read.is !== 'span') continue;
      stored.set(read.span.spanId, read.span);
      evidence.add(read.span.spanId);
    }
    for (const row of await compact(LINK_ROW, 'assay_link')) {
      for (const span of spansOfLinkRow(row)) stored.set(span.spanId, span);
    }
  });
  afterAll(() => engine?.kill());

  async function compact(columns: readonly string[], table: string): Promise<readonly unknown[][]> {
    const text = await engine.sql(`SELECT ${columns.join(', ')} FROM ${table} FORMAT JSONCompact`);
    return (JSON.parse(text) as { data: unknown[][] }).data;
  }

  it('is every span, as evidence or as a link', () => {
    expect(stored.size).toBe(documents.length);
    expect(evidence.size).toBeGreaterThan(DIALECTS.length);
    expect(evidence.size).toBeLessThan(documents.length);
  });

  it.each(['mcp', 'all'] as const)(
    'says of every span just what the span says (--tool-spans %s)',
    (toolSpans) => {
      const read = factReader({ toolSpans });
      const wrong = documents.flatMap((document) => {
        const [span] = readOtlpJson(document).spans;
        if (span === undefined) return [];
        const [here, there] = [read(span).fact, read(stored.get(span.spanId) ?? span).fact];
        if (canonicalJson(here) === canonicalJson(there)) return [];
        const place = evidence.has(span.spanId) ? 'evidence' : 'a link';
        return [
          `${span.name} of ${span.scope.name} is kept as ${place}: ${canonicalJson(here)} is ${canonicalJson(there)}`,
        ];
      });
      expect(wrong).toEqual([]);
    },
  );

  it('has every span that is recognised among the evidence', () => {
    const read = factReader({ toolSpans: 'all' });
    const missed = documents.flatMap((document) => {
      const [span] = readOtlpJson(document).spans;
      if (span === undefined || evidence.has(span.spanId)) return [];
      const { calls, mcp, tool, unrecognised, policy } = read(span).fact;
      return (calls ?? mcp ?? tool ?? unrecognised ?? policy) === undefined ? [] : [span.name];
    });
    expect(missed).toEqual([]);
  });

  it('leaves out spans that merely stand beside calls', () => {
    const chat = one({ attributes: { 'gen_ai.operation.name': 'chat', 'gen_ai.request.model': 'm' } });
    const [row] = spanRows(chat);
    expect(row).toBeDefined();
    const kept = documents.filter((document) => {
      const [span] = readOtlpJson(document).spans;
      return span?.attributes['gen_ai.operation.name'] === 'chat' && evidence.has(span.spanId);
    });
    const all = documents.filter(
      (document) => readOtlpJson(document).spans[0]?.attributes['gen_ai.operation.name'] === 'chat',
    );
    expect(all.length).toBeGreaterThan(0);
    expect(kept.length).toBeLessThan(all.length);
  });
});
