import { readFileSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { CLASSIFIERS } from '../../src/classify/registry.ts';
import { readBaseline, readDeclaredSurface } from '../../src/schema/declared-reading.ts';

const FIXTURES = new URL('../../fixtures/declared/', import.meta.url);
const GOLDEN = new URL('golden/', import.meta.url);

const read = (name: string) =>
  readDeclaredSurface(readFileSync(new URL(name, FIXTURES), 'utf8'), CLASSIFIERS);

function golden(name: string, lines: readonly string[]): void {
  const file = new URL(name, GOLDEN);
  const text = `${lines.join('\n')}\n`;
  if (process.env.UPDATE_GOLDEN === '1') writeFileSync(file, text);
  expect(text).toBe(readFileSync(file, 'utf8'));
}

interface Told {
  readonly message: string;
  readonly line?: number;
  readonly column?: number;
}

const told = ({ line, column, message }: Told) => `${line}:${column} ${message}`;

describe('readDeclaredSurface', () => {
  it.each(['declared_empty.json', 'declared_prod_allowlist.json', 'additive.yaml'])('reads %s', (name) => {
    expect(read(name)).toMatchObject({
      warnings: [],
      document: { schema: 'assay.declared_tool_surface.v0' },
    });
  });

  it('tells everything that is wrong at once, each with its place; UPDATE_GOLDEN=1 rewrites the list', () => {
    const reading = read('invalid.yaml');
    if (!('errors' in reading)) throw new Error('Expected errors');
    golden('declared-errors.txt', reading.errors.map(told));
  });

  it('warns beside its errors of what would do nothing', () => {
    const reading = read('invalid.yaml');
    expect(reading.warnings.map(({ path }) => path)).toEqual([
      'declared_tool_actions[2].action_class',
      'reviewed_tools[1].tool',
    ]);
  });

  it('warns of what does nothing', () => {
    const reading = read('never.yaml');
    if ('errors' in reading) throw new Error(reading.errors[0]?.message);
    golden('declared-warnings.txt', reading.warnings.map(told));
  });

  it('warns of a value that is longer than a record’s', () => {
    const text = (owner: string) =>
      JSON.stringify({
        schema: 'assay.declared_tool_surface.v0',
        declared_tool_actions: [
          {
            id: 'a',
            provider: 'github',
            action_class: 'github_deploy_key',
            allowed_targets: [{ owner }],
            allowed_effects: ['allow'],
          },
        ],
      });
    const warnings = (owner: string) => {
      const reading = readDeclaredSurface(text(owner), CLASSIFIERS);
      return 'errors' in reading ? undefined : reading.warnings.map(({ path }) => path);
    };
    expect(warnings('x'.repeat(256))).toEqual([]);
    expect(warnings('x'.repeat(257))).toEqual(['declared_tool_actions[0].allowed_targets[0].owner']);
  });

  it('leads from an action to its line', () => {
    const reading = read('additive.yaml');
    if ('errors' in reading) throw new Error(reading.errors[0]?.message);
    expect(reading.positionOf(['declared_tool_actions', 1])).toEqual({ line: 11, column: 5 });
    expect(reading.positionOf(['declared_tool_actions', 1, 'allowed_targets', 1])).toEqual({
      line: 17,
      column: 9,
    });
  });

  it('says of another document no more than that it is another', () => {
    const reading = readDeclaredSurface(
      '{ "schema": "assay.tool_decision_surface.v0", "x": [] }',
      CLASSIFIERS,
    );
    expect(reading).toEqual({
      warnings: [],
      errors: [
        {
          path: 'schema',
          message:
            'Expected `schema` to be "assay.declared_tool_surface.v0", got "assay.tool_decision_surface.v0"',
          line: 1,
          column: 3,
        },
      ],
    });
  });

  it('says where a text is no document', () => {
    expect(readDeclaredSurface('a: 1\na: 2', CLASSIFIERS)).toEqual({
      warnings: [],
      errors: [
        {
          path: '',
          message: 'Expected the document to be JSON or YAML, got a key that its object already has',
          line: 2,
          column: 1,
        },
      ],
    });
  });
});

describe('readBaseline', () => {
  it('reads YAML and JSON alike', () => {
    const hash = `sha256:${'a'.repeat(64)}`;
    const entry = { fingerprint: hash, reason: 'known', until: '2027-01-01' };
    const document = { schema: 'assay.tool_surface_baseline.v0', accepted: [entry] };
    const yaml = `schema: ${document.schema}\naccepted:\n  - fingerprint: ${hash}\n    reason: known\n    until: 2027-01-01\n`;
    expect(readBaseline(JSON.stringify(document))).toMatchObject({ document, warnings: [] });
    expect(readBaseline(yaml)).toMatchObject({ document, warnings: [] });
  });

  it('places its errors', () => {
    const reading = readBaseline('schema: assay.tool_surface_baseline.v0\naccepted:\n  - reason: known\n');
    expect(reading).toMatchObject({ errors: [{ path: 'accepted[0].fingerprint', line: 3, column: 5 }] });
  });
});
