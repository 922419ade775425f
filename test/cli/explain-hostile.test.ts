import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { recognise } from '../../src/dialect/recognise.ts';
import { SpanExplanationSchema } from '../../src/schema/span-explanation.ts';
import { fixtureDialects, loadFixtures } from '../dialect/load-fixture.ts';
import { OPTIONS } from '../dialect/span.ts';
import { otlpAttribute, otlpDocument, otlpSpan } from '../span/otlp/documents.ts';
import { callSpan } from './call-spans.ts';
import { cli } from './run-cli.ts';

const FIXTURES = join(import.meta.dirname, '../../fixtures/dialect');
const FORMATS = ['text', 'json'] as const;

async function told(document: string, format: string, ...options: readonly string[]): Promise<string> {
  const args = ['explain', '-', '--all', '--tool-spans', 'all', '--format', format, ...options];
  const { code, stdout, stderr } = await cli(args, {
    stdin: [document],
    isTTY: true,
    env: { NO_COLOR: '1' },
  });
  expect(code).toBe(0);
  return stdout + stderr;
}

/** Every text in a value, with what stands around it. */
function textsIn(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null) return [];
  return Object.values(value).flatMap(textsIn);
}

describe.each(fixtureDialects())('of the fixtures of %s', (dialect) => {
  it.each(FORMATS)('no secret and no argument is shown as %s, which is valid', async (format) => {
    for (const { name, spans } of loadFixtures(dialect)) {
      const said = await told(readFileSync(join(FIXTURES, dialect, `${name}.json`), 'utf8'), format);
      if (format === 'json')
        for (const one of said.trim().split('\n')) SpanExplanationSchema.parse(JSON.parse(one));
      expect(said, name).not.toMatch(/gh[ps]_FAKE|FAKEKEY|FAKECAPTURED|FAKE0planted/);
      for (const span of spans) {
        const recognised = recognise(span, { ...OPTIONS, toolSpans: 'all' });
        if (recognised.is !== 'call' || recognised.call.arguments.state !== 'captured') continue;
        for (const value of textsIn(recognised.call.arguments.fields)) {
          if (value.length >= 6) expect(said.includes(value), name).toBe(false);
        }
      }
    }
  });
});

const SECRET = 'ghp_FAKE0000000000000000000000000000FAKE';
const NASTY = '\u001b[2J\u0007::error::planted\r\n::error::planted\u202e##[error]\ud800';
const text = (key: string, stringValue: string) => otlpAttribute(key, { stringValue });

function hostile(word: string): string {
  const attributes = [
    text('mcp.method.name', 'tools/call'),
    ...['gen_ai.tool.name', 'mcp.tool.name', 'mcp.server.name', 'error.type', 'assay.run.id'].map((key) =>
      text(key, word),
    ),
    ...['assay.policy.effect', 'assay.policy.source', 'assay.policy.rule_id'].map((key) => text(key, word)),
    text(word, word),
    text(`mcp.request.argument.${word}`, word),
    text(`mcp.${word}`, word),
  ];
  const events = [{ name: word, attributes: [text(word, word), text('exception.message', word)] }];
  const status = { code: 2, message: word };
  const spans = [
    callSpan({ attributes, events, status, name: word }),
    callSpan({ attributes: attributes.slice(1), events, status, name: word }),
    otlpSpan({ name: `${word}.mcp` }),
    otlpSpan({ name: 'x', attributes: [text('mcp.method.name', word)] }),
  ];
  const resource = { attributes: [text('service.name', word), text(word, word)] };
  const [plain, traceloop] = ['opentelemetry.instrumentation.mcp.instrumentation', word].map((name) =>
    otlpDocument(spans, resource, { name }),
  );
  return `${JSON.stringify(plain)}\n${JSON.stringify(traceloop)}\n`;
}

describe('what a span holds', () => {
  it.each(FORMATS)('shows no secret, wherever it stands, as %s', async (format) => {
    expect(await told(hostile(SECRET), format)).not.toContain(SECRET);
  });

  it.each(FORMATS)('is on one line, and no command to a terminal or a log, as %s', async (format) => {
    const said = await told(hostile(NASTY), format);
    expect(said).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f\u202e]/);
    expect(said.split('\n').filter((line) => /^\s*::/.test(line))).toEqual([]);
    if (format === 'text') expect(said).not.toContain('##[');
  });

  it('is bounded, however much there is', async () => {
    const many = Array.from({ length: 5_000 }, (_, index) => text(`mcp.request.argument.${index}`, '1'));
    const span = callSpan({
      attributes: [
        text('mcp.method.name', 'tools/call'),
        text('gen_ai.tool.name', 'x'.repeat(100_000)),
        ...many,
      ],
    });
    const scope = { name: '@sentry/node' };
    const said = await told(JSON.stringify(otlpDocument([span], {}, scope)), 'text');
    expect(said.replace(/\s+/g, ' ')).toContain('5000 attributes `mcp.request.argument.<lower-cased key>`');
    expect(said.length).toBeLessThan(5_000);
  });
});
