import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Explanation, explain } from '../../src/dialect/explain.ts';
import { SOURCED } from '../../src/dialect/explain-fields.ts';
import type { Place } from '../../src/dialect/explain-place.ts';
import { type Recognised, recognise } from '../../src/dialect/recognise.ts';
import { DIALECTS } from '../../src/dialect/registry.ts';
import type { SpanView } from '../../src/span/view.ts';
import { fixtureDialects, loadFixtures } from './load-fixture.ts';
import { OPTIONS, spanView, withAttributes } from './span.ts';

const SOURCES = join(import.meta.dirname, '../../src/dialect');
const ALL = { ...OPTIONS, toolSpans: 'all' } as const;

/** A span of a fixture, what recognition makes of it, and why. */
interface Case {
  readonly title: string;
  readonly span: SpanView;
  readonly recognised: Recognised;
  /** With tool spans of frameworks taken in. */
  readonly wide: Recognised;
  readonly told: Explanation;
}

function casesOf(dialect: string): readonly Case[] {
  return loadFixtures(dialect).flatMap(({ name, spans, options: { toolSpans } }) =>
    spans.map((span, index) => ({
      title: `${name} ${index}`,
      span,
      recognised: recognise(span, { ...OPTIONS, toolSpans }),
      wide: recognise(span, ALL),
      told: explain(span, { toolSpans }),
    })),
  );
}

const source = readdirSync(SOURCES)
  .filter((file) => file.endsWith('.ts'))
  .map((file) => readFileSync(join(SOURCES, file), 'utf8'))
  .join('\n');

/** Texts that stand as they are in the source of the dialects. */
const KEYS: ReadonlySet<string> = new Set(
  [...source.matchAll(/['`]([\w.-]+)['`]/g)].map(([, key = '']) => key),
);

function dialectOf(recognised: Recognised): string | undefined {
  if (recognised.is === 'call') return recognised.call.dialect;
  return recognised.is === 'mcp' ? recognised.dialect : undefined;
}

function placesOf({ knownBy, proof, sources }: Explanation): readonly Place[] {
  return [...knownBy, ...(proof?.by ?? []), ...Object.values(sources ?? {}).flat()];
}

/** What stands in a place, as text; `undefined` where it is no place of a text. */
function standsIn(place: Place, span: SpanView): string | undefined {
  if (place.in === 'attribute') return asText(span.attributes[place.key]);
  if (place.in === 'resource') return asText(span.resource[place.key]);
  if (place.in === 'span_name') return span.name;
  return undefined;
}

function asText(value: unknown): string {
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

function withoutPlace(place: Place, span: SpanView): SpanView {
  const less = (attributes: SpanView['attributes'], isGone: (key: string) => boolean) =>
    Object.fromEntries(Object.entries(attributes).filter(([key]) => !isGone(key)));
  if (place.in === 'resource') {
    return { ...span, resource: less(span.resource, (key) => key === place.key) };
  }
  if (place.in === 'attribute') {
    return { ...span, attributes: less(span.attributes, (key) => key === place.key) };
  }
  if (place.in === 'family') {
    const prefix = place.family?.replace(/[<*].*$/, '') ?? expect.fail('an unnamed family');
    return { ...span, attributes: less(span.attributes, (key) => key.startsWith(prefix)) };
  }
  if (place.in === 'event') {
    const events = span.events.map((event) => ({
      ...event,
      attributes: less(event.attributes, (key) => key === place.key),
    }));
    return { ...span, events };
  }
  return place.in === 'scope_name' ? { ...span, scope: { ...span.scope, name: '' } } : span;
}

/** Arguments that nobody gave, where some were found; of a family, none. */
function otherArguments(place: Place, span: SpanView): SpanView {
  if (place.in === 'attribute') {
    return { ...span, attributes: { ...span.attributes, [place.key]: '{"other":true}' } };
  }
  return withoutPlace(place, span);
}

/** Whether one text holds the other, or a part of it between separators. */
function agrees(value: string, stands: string): boolean {
  return stands.includes(value) || value.split(':').includes(stands) || value.includes(stands);
}

describe.each(fixtureDialects())('of the fixtures of %s', (dialect) => {
  const cases = casesOf(dialect);

  it('says what recognition says', () => {
    for (const { title, recognised, wide, told } of cases) {
      expect(told.is, title).toBe(recognised.is);
      expect(told.call, title).toEqual(wide.is === 'call' ? wide.call : undefined);
      expect(told.dialect?.name, title).toBe(dialectOf(wide));
      expect(told.method, title).toBe(wide.is === 'mcp' ? wide.method : undefined);
    }
  });

  it('asks in the order of the registry, down to the one that took it', () => {
    for (const { title, told } of cases) {
      const order = told.asked.map(({ dialect: asked }) => DIALECTS.indexOf(asked));
      expect(order, title).toEqual([...order].sort((a, b) => a - b));
      const took = told.asked.flatMap(({ dialect: asked, took: isTaken }) => (isTaken ? [asked] : []));
      expect(took, title).toEqual(told.dialect === undefined ? [] : [told.dialect]);
      if (told.dialect !== undefined) expect(told.asked.at(-1)?.took, title).toBe(true);
    }
  });

  it('names signs without which that dialect would not have taken it', () => {
    for (const { title, span, told } of cases) {
      if (told.dialect === undefined) continue;
      expect(told.knownBy, title).not.toEqual([]);
      // Of two signs that say the same one is told, so the name goes too.
      const less = told.knownBy.reduce((rest, place) => withoutPlace(place, rest), { ...span, name: '' });
      expect(dialectOf(recognise(less, ALL)), title).not.toBe(told.dialect.name);
    }
  });

  it('finds names in the places that it gives', () => {
    for (const { title, span, told } of cases) {
      const { call, sources } = told;
      for (const field of ['toolName', 'serverId', 'credentialAlias'] as const) {
        const value = call?.[field];
        const places = sources?.[field] ?? [];
        expect(places.length > 0, title).toBe(value !== undefined);
        for (const place of places) {
          const stands = standsIn(place, span);
          if (value !== undefined && stands !== undefined) expect(agrees(value, stands), title).toBe(true);
        }
      }
    }
  });

  it('finds arguments where others would be read instead', () => {
    for (const { title, span, told } of cases) {
      const { call, sources } = told;
      if (call === undefined || sources === undefined) continue;
      if (call.arguments.state !== 'not_captured') expect(sources.arguments, title).not.toEqual([]);
      if (call.arguments.state !== 'captured') continue;
      const others = sources.arguments.reduce((rest, place) => otherArguments(place, rest), span);
      const now = recognise(others, ALL);
      expect(now.is === 'call' ? now.call.arguments : undefined, title).not.toEqual(call.arguments);
    }
  });

  it('gives a decision a place', () => {
    for (const { title, told } of cases) {
      const isSaid = told.call?.decision !== undefined;
      expect((told.sources?.decision ?? []).length > 0, title).toBe(isSaid);
    }
  });

  it('names keys of our own source, and no others', () => {
    for (const { title, told } of cases) {
      for (const place of placesOf(told)) {
        if (place.in === 'family')
          expect(place.family !== undefined && source.includes(place.family), title).toBe(true);
        else if ('key' in place) expect(KEYS.has(place.key), `${title} ${place.key}`).toBe(true);
      }
    }
  });
});

describe('what nobody knows', () => {
  const SECRET = 'ghp_FAKE0000000000000000000000000000FAKE';

  it('stands nowhere in it: keys, values, names of events and of the span', () => {
    const hostile = fc.record({
      keys: fc.array(fc.constantFrom(`mcp.request.argument.${SECRET}`, SECRET, `mcp.${SECRET}`, '__proto__')),
      value: fc.constantFrom<unknown>(SECRET, { [SECRET]: SECRET }, [SECRET], 1, true),
      span: fc.constantFrom(
        ...fixtureDialects().flatMap((dialect) => loadFixtures(dialect).flatMap(({ spans }) => spans)),
      ),
    });
    fc.assert(
      fc.property(hostile, ({ keys, value, span }) => {
        const more = Object.fromEntries(keys.map((key) => [key, value]));
        const view = {
          ...span,
          attributes: { ...more, ...span.attributes },
          resource: { ...more, ...span.resource },
          events: [...span.events, { name: SECRET, attributes: more, timeUnixNano: '0' }],
          duplicateKeys: [...span.duplicateKeys, ...keys],
        };
        const { call, method: _, ...told } = explain(view, { toolSpans: 'mcp' });
        const wide = recognise(view, ALL);
        expect(told.is).toBe(recognise(view, OPTIONS).is);
        expect(told.dialect?.name).toBe(dialectOf(wide));
        expect(call).toEqual(wide.is === 'call' ? wide.call : undefined);
        expect(JSON.stringify(told)).not.toContain(SECRET);
      }),
      { numRuns: 100 },
    );
  });

  it('is counted where a family has it', () => {
    const view = spanView({
      scope: { name: '@sentry/node', version: '' },
      attributes: {
        'mcp.method.name': 'tools/call',
        [`mcp.request.argument.${SECRET}`]: '"x"',
        'mcp.request.argument.b': '1',
      },
    });
    expect(explain(view, OPTIONS).sources?.arguments).toEqual([
      { in: 'family', family: 'mcp.request.argument.<lower-cased key>', count: 2 },
    ]);
  });

  it('of a key that came twice only one that is asked for is named', () => {
    const view = { ...withAttributes({ [SECRET]: 1 }), duplicateKeys: ['gen_ai.tool.name', SECRET] };
    expect(explain(view, OPTIONS).repeated).toEqual({ keys: ['gen_ai.tool.name'], others: 1 });
  });
});

describe('of two places that say the same', () => {
  it('the one that is read is told', () => {
    const { sources } = explain(withAttributes({ 'mcp.tool.name': 'add_deploy_key' }), OPTIONS);
    expect(sources?.toolName).toEqual([{ in: 'attribute', key: 'gen_ai.tool.name' }]);
  });

  it.each<[string, Readonly<Record<string, unknown>>, Partial<SpanView>, readonly string[]]>([
    [
      'a type of error and a status',
      { 'error.type': 'tool_error' },
      { status: { code: 'error' } },
      ['error.type'],
    ],
    ['nothing at all', {}, {}, []],
    ['a code', { 'rpc.response.status_code': '-32602' }, {}, ['rpc.response.status_code']],
    ['an enforced deny', { 'assay.policy.effect': 'deny' }, {}, ['assay.policy.effect']],
  ])('for the outcome: %s', (_title, attributes, overrides, keys) => {
    const told = explain({ ...withAttributes(attributes), ...overrides }, OPTIONS);
    expect(told.sources?.status.map((place) => ('key' in place ? place.key : place.in))).toEqual(keys);
  });
});

describe('what it costs', () => {
  it('is paid by nobody who does not ask: recognition imports nothing of it', () => {
    const files = readdirSync(SOURCES).filter((file) => file.endsWith('.ts') && !file.startsWith('explain'));
    for (const file of files) expect(readFileSync(join(SOURCES, file), 'utf8')).not.toContain("'./explain");
    expect(readFileSync(join(SOURCES, '../pipeline.ts'), 'utf8')).not.toContain('explain');
  });

  it('does not grow with the number of keys of a family times the number of places', () => {
    let reads = 0;
    const attributes: Record<string, unknown> = { 'mcp.method.name': 'tools/call' };
    for (let at = 0; at < 20_000; at += 1) {
      Object.defineProperty(attributes, `mcp.request.argument.${at}`, {
        enumerable: true,
        get() {
          reads += 1;
          return '1';
        },
      });
    }
    const view = spanView({ scope: { name: '@sentry/node', version: '' }, attributes });
    const told = explain(view, OPTIONS);
    expect(told.call?.arguments.state).toBe('too_large');
    expect(told.sources?.arguments).toMatchObject([{ in: 'family', count: 20_000 }]);
    expect(reads).toBeLessThan(20 * 20_000);
  });
});

it('every part of a call that a record holds can be asked for', () => {
  const { call } = explain(spanView(), OPTIONS);
  const {
    dialect: _,
    serverIdFromName: __,
    plainNames: ___,
    declaredManifestDigest: ____,
    ...parts
  } = call ?? {};
  expect(Object.keys(parts).sort()).toEqual([...SOURCED].sort());
});
