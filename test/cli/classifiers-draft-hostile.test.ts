import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { draftClassifiers, draftDocument } from '../../src/classifier-file/draft.ts';
import type { DraftTool } from '../../src/classifier-file/draft-tool.ts';
import { classifierDraftYaml } from '../../src/cli/classifiers-draft-yaml.ts';
import { readClassifiers } from '../../src/schema/classifiers-reading.ts';
import { cli } from './run-cli.ts';
import { settled } from './settled-draft.ts';

/** What a server may put into a name or a description so that it is read as something else. */
const HOSTILE = [
  '\n  - id: x/y',
  '\r\ndraft: false',
  '# ',
  '"',
  "'",
  '`',
  ' `a b` ',
  ': ',
  '- ',
  '{',
  '}',
  '[',
  ']',
  '&a',
  '*a',
  '!!js/function',
  '%YAML 1.1\n---',
  '\u0085',
  '\u2028',
  '\u2029',
  '\u202e',
  '\u2066',
  '\u200b',
  '\ufeff',
  '\u0000',
  '\u001b[2J',
  '\u{e0041}',
  '\uffff',
  '\u{1fffe}',
  '##[error]',
  '::error::',
  '\n::set-output name=a::b',
  '__proto__',
  'constructor',
  'null',
  'true',
  'y',
  'on',
  '~',
  '0x1',
  '1e3',
  '.',
  '..',
  '\\',
  '\t',
  '<<',
  '=',
  '🙂',
  'é',
  'удалить',
];
const ordinary = fc.constantFrom(
  'delete_contact',
  'get_contact',
  'create-issue',
  'crm.drop',
  'mcp__a__b',
  'id',
  'region',
  'body',
  'token',
  'pullNumber',
);
const words = fc
  .array(fc.oneof(fc.constantFrom(...HOSTILE), ordinary, fc.string({ unit: 'grapheme', maxLength: 5 })), {
    maxLength: 4,
  })
  .map((parts) => parts.join(''));
const name = fc.oneof(ordinary, words);

const property = fc.oneof(
  fc.record(
    {
      type: fc.constantFrom<unknown>(
        'string',
        'integer',
        'boolean',
        'number',
        'array',
        ['string', 'null'],
        'odd',
        7,
      ),
      enum: fc.oneof(fc.array(name, { maxLength: 4 }), fc.constant([1])),
      description: words,
      default: words,
    },
    { requiredKeys: [] },
  ),
  fc.constantFrom<unknown>(true, null, 'string', []),
);
const properties = fc.array(fc.tuple(fc.oneof(fc.constantFrom('method', 'action'), name), property), {
  maxLength: 16,
});
const tool = fc
  .tuple(
    name.filter((text) => text !== ''),
    fc.option(words),
    fc.option(
      fc.dictionary(fc.constantFrom('readOnlyHint', 'destructiveHint', 'odd'), fc.oneof(fc.boolean(), words)),
    ),
    properties,
    fc.array(name, { maxLength: 3 }),
  )
  .map(([called, description, annotations, entries, required]) => ({
    name: called,
    ...(description !== null && { description }),
    ...(annotations !== null && { annotations }),
    // As text, since a parser makes an own member of every key.
    inputSchema: JSON.parse(
      `{"properties":{${entries.map(([key, value]) => `${JSON.stringify(key)}:${JSON.stringify(value)}`).join(',')}},"required":${JSON.stringify(required)}}`,
    ),
  }));

const draftOf = (tools: readonly unknown[], ...args: readonly string[]) =>
  cli(['classifiers', 'draft', '--tools', '-', '--server', 'their mcp', '--name', 'theirs', ...args], {
    stdin: [JSON.stringify(tools)],
  });
/** Whatever moves, hides or ends a line. */
const UNSAFE = /(?!\n)[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/u;

describe('a draft of what a hostile server lists', () => {
  it('is one document, holds what the JSON holds, and is loaded once it is settled', {
    timeout: 120_000,
  }, async () => {
    let loaded = 0;
    const cases = fc.asyncProperty(fc.array(tool, { minLength: 1, maxLength: 6 }), async (tools) => {
      const [yaml, json, reversed] = await Promise.all([
        draftOf(tools),
        draftOf(tools, '--format', 'json'),
        draftOf(tools.toReversed()),
      ]);
      expect(reversed).toEqual(yaml);
      expect([0, 1]).toContain(yaml.code);
      expect(yaml.stdout + yaml.stderr).not.toMatch(UNSAFE);
      expect(yaml.stdout).not.toMatch(/\p{Noncharacter_Code_Point}/u);
      if (yaml.stdout === '') return;
      const document = parse(yaml.stdout);
      expect(JSON.parse(json.stdout)).toEqual(document);
      expect(document).toMatchObject({ name: 'theirs', draft: true, servers: ['their mcp'] });
      for (const line of yaml.stdout.split('\n')) expect(line.length).toBeLessThan(20_000);
      if (document.categories.length === 0) return;
      const answered = settled(yaml.stdout);
      expect(readClassifiers(answered)).toMatchObject({ errors: [{ path: 'draft' }] });
      expect(readClassifiers(answered.replace(/^draft: true.*\n/m, ''))).toHaveProperty('version');
      loaded += 1;
    });
    await fc.assert(cases, { numRuns: 120, seed: 20_261_130 });
    expect(loaded).toBeGreaterThan(40);
  });

  it('is within what is read, of names as long and as odd as they come', () => {
    const odd = '\u{e0041}'.repeat(200);
    const servers = Array.from({ length: 100 }, (_, at) => `${odd.slice(0, 200)}${at}`);
    const described: readonly DraftTool[] = Array.from({ length: 4_000 }, (_, at) => ({
      name: `${at % 2 === 0 ? 'drop' : 'get'}_${at}`,
      description: odd,
      inputs: Array.from({ length: 24 }, (_input, of) => ({
        name: `${'x'.repeat(20)}${of}`,
        types: ['string'],
        required: true,
      })),
    }));
    const seen = described.map(({ name }) => ({
      name,
      seen: servers.map((server) => ({ server, calls: 1 })),
    }));
    for (const tools of [described, seen]) {
      const options = { family: 'theirs', servers, readVerbs: ['get'], isKnown: () => false };
      const draft = draftClassifiers(tools, options);
      const text = classifierDraftYaml(draft, draftDocument(draft, []), 'tools', []);
      expect(text.length).toBeLessThan(8 * 1024 * 1024);
      expect(draft.categories.length).toBeGreaterThan(100);
      expect(draft.readOnly.length).toBe(2_000);
      expect(text).toContain('and 1000 more, which are not shown');
    }
  });
});
