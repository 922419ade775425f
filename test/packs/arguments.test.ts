import { describe, expect, it } from 'vitest';
import { argumentNamed, type Named, schemasAt } from '../../scripts/packs/argument-names.ts';
import {
  type JsonSchema,
  readPacks,
  type ServedTool,
  servedTool,
  speaksFor,
} from '../../scripts/packs/served-tools.ts';

const packs = readPacks();

/** What a name is in the schemas of some tools: named in one of them, else not said, else absent. */
function inAnyOf(tools: readonly ServedTool[], path: string): Named {
  const found = tools.map(({ inputSchema }) => argumentNamed(inputSchema, path));
  if (found.includes('named')) return 'named';
  return found.includes('open') ? 'open' : 'absent';
}

/** So that "the schema does not say" cannot become the rule: names looked up, and those of them that are said. */
const looked = { all: 0, named: 0 };
function looksUp(tools: readonly ServedTool[], path: string): boolean {
  const found = inAnyOf(tools, path);
  looked.all += 1;
  if (found === 'named') looked.named += 1;
  return found !== 'absent';
}

describe.each(packs)('the pack $file.name', ({ file, fixtures }) => {
  const categories = file.categories.map((category) => {
    const served = fixtures.filter((list) => speaksFor(file, category, list));
    const toolsOf = (leaf: string) => served.flatMap((list) => servedTool(list, leaf) ?? []);
    const byLeaf = Object.entries(category.tools).map(([leaf, verb]) => ({
      leaf,
      verb,
      tools: toolsOf(leaf),
    }));
    return { category, byLeaf, toolsOf };
  });

  it('has tools that a server lists', () => {
    const all = categories.flatMap(({ byLeaf }) => byLeaf);
    expect(all.filter(({ tools }) => tools.length === 0).map(({ leaf }) => leaf)).toEqual([]);
  });

  it('reads arguments that a tool of the category has', () => {
    const wrong = categories.flatMap(({ category, byLeaf }) => {
      const tools = byLeaf.flatMap((entry) => entry.tools);
      const paths = category.fields.flatMap(({ from }) => from);
      return paths.filter((path) => !looksUp(tools, path)).map((path) => `${category.id}: ${path}`);
    });
    expect(wrong).toEqual([]);
  });

  it('can be complete with every tool', () => {
    const never = categories.flatMap(({ category, byLeaf }) => {
      const paths = new Map(category.fields.map(({ key, from }) => [key, from]));
      return byLeaf.flatMap(({ leaf, tools }) =>
        category.required
          .filter(({ any_of }) =>
            any_of.flatMap((key) => paths.get(key) ?? []).every((path) => inAnyOf(tools, path) === 'absent'),
          )
          .map(({ any_of }) => `${leaf}: ${any_of.join(' or ')}`),
      );
    });
    expect(never).toEqual([]);
  });

  it('takes verbs from arguments that have such values', () => {
    const wrong = categories.flatMap(({ byLeaf }) =>
      byLeaf.flatMap(({ leaf, verb, tools }) => {
        if (typeof verb === 'string') return [];
        if (!looksUp(tools, verb.argument)) return [`${leaf}: ${verb.argument}`];
        const schemas = tools.flatMap(({ inputSchema }) => schemasAt(inputSchema, verb.argument));
        const listed = new Set(schemas.flatMap((schema) => schema.enum ?? []));
        if (listed.size === 0) return [];
        return Object.keys(verb.verbs).filter((value) => !listed.has(value));
      }),
    );
    expect(wrong).toEqual([]);
  });

  it('is tried with arguments that the tool has', () => {
    const wrong = categories.flatMap(({ category, toolsOf }) =>
      (category.cases ?? []).flatMap(({ name, call }) => {
        const tools = toolsOf(call.tool);
        return Object.keys(call.arguments ?? {})
          .filter((argument) => !looksUp(tools, argument))
          .map((argument) => `${name}: ${argument}`);
      }),
    );
    expect(wrong).toEqual([]);
  });
});

it('most of these names are said by a schema', () => {
  expect(looked.named / looked.all).toBeGreaterThan(0.9);
});

describe('a name in a schema', () => {
  const schema: JsonSchema = {
    type: 'object',
    $defs: { ref: { type: 'object', properties: { deep: { type: 'string' } } } },
    properties: {
      plain: { type: 'string', enum: ['a', 'b'] },
      list: { type: 'array', items: { type: 'object', properties: { path: { type: 'string' } } } },
      either: { anyOf: [{ type: 'null' }, { $ref: '#/$defs/ref' }] },
      open: { type: 'object' },
      words: { type: 'array', items: { type: 'string' } },
    },
  } as JsonSchema;

  it.each([
    ['plain', 'named'],
    ['list', 'named'],
    ['list[].path', 'named'],
    ['words[]', 'named'],
    ['either.deep', 'named'],
    ['open.anything', 'open'],
    ['plan', 'absent'],
    ['list[].paht', 'absent'],
    ['list.path', 'absent'],
    ['plain.below', 'absent'],
    ['words[].below', 'absent'],
    ['either.other', 'absent'],
  ] as const)('%s is %s', (path, named) => {
    expect(argumentNamed(schema, path)).toBe(named);
  });

  it('has the values that its schema lists', () => {
    expect(schemasAt(schema, 'plain').map((found) => found.enum)).toEqual([['a', 'b']]);
  });
});
