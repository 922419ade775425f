import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CANARY } from '../../scripts/fuzz/targets.ts';
import { cli, folderWith } from '../cli/run-cli.ts';

const fixture = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url));

/** Every command that reads a file of somebody else's, with what stands where the file is named. */
const COMMANDS: readonly (readonly [
  command: string,
  args: (file: string) => readonly string[],
  good: string,
])[] = [
  ['surface', (file) => ['surface', file], 'fixtures/reference/github_deploy_key_allow.otlp.json'],
  ['explain', (file) => ['explain', file], 'fixtures/reference/github_deploy_key_allow.otlp.json'],
  ['health', (file) => ['health', file], 'fixtures/reference/github_deploy_key_allow.otlp.json'],
  ['merge', (file) => ['merge', file], 'fixtures/reference/github_deploy_key_allow.surface.json'],
  ['validate', (file) => ['validate', file], 'fixtures/reference/github_deploy_key_allow.surface.json'],
  ['declare', (file) => ['declare', file], 'fixtures/reference/github_deploy_key_allow.otlp.json'],
  [
    'gate, what was observed',
    (file) => ['gate', '--surface', file, '--declared', 'fixtures/declared/additive.yaml'],
    'fixtures/reference/github_deploy_key_allow.surface.json',
  ],
  [
    'gate, what was declared',
    (file) => [
      'gate',
      '--surface',
      'fixtures/reference/github_deploy_key_allow.surface.json',
      '--declared',
      file,
    ],
    'fixtures/declared/additive.yaml',
  ],
  [
    'gate, what was accepted',
    (file) => [
      'gate',
      '--surface',
      'fixtures/reference/github_deploy_key_allow.surface.json',
      '--declared',
      'fixtures/declared/additive.yaml',
      '--baseline',
      file,
    ],
    'fixtures/declared/additive.yaml',
  ],
  [
    'gate, classifiers',
    (file) => [
      'gate',
      '--surface',
      'fixtures/reference/github_deploy_key_allow.surface.json',
      '--declared',
      'fixtures/declared/additive.yaml',
      '--classifiers',
      file,
    ],
    'packs/filesystem.yaml',
  ],
  [
    'verify',
    (file) => [
      'verify',
      '--surface',
      'fixtures/reference/github_deploy_key_allow.surface.json',
      '--audit',
      file,
    ],
    'fixtures/verify/github_deploy_key.json',
  ],
  [
    'classifiers check',
    (file) => ['classifiers', 'check', file],
    'fixtures/fuzz/classifiers/seed-one-category',
  ],
  [
    'classifiers draft',
    (file) => ['classifiers', 'draft', '--tools', file],
    'fixtures/tools/filesystem.json',
  ],
];

/** A good file with some of its bytes changed, cut, doubled, or with the canary among them; or no such file at all. */
function nearly(good: Uint8Array): fc.Arbitrary<Uint8Array> {
  const piece = fc.oneof(
    fc.uint8Array({ maxLength: 6 }),
    fc
      .constantFrom(`"${CANARY}"`, CANARY, '{', '}', ']', '"', '\n', '\0', '\ufeff', '1e999')
      .map((text) => Buffer.from(text)),
    fc.nat(good.length).map((from) => good.slice(from, from + 200)),
  );
  const edits = fc.array(fc.tuple(fc.nat(good.length), fc.nat(60), piece), { minLength: 1, maxLength: 3 });
  const edited = edits.map((list) =>
    list.reduce<Uint8Array>(
      (bytes, [at, gone, put]) => Buffer.concat([bytes.slice(0, at), put, bytes.slice(at + gone)]),
      good,
    ),
  );
  return fc.oneof({ arbitrary: edited, weight: 4 }, fc.uint8Array({ maxLength: 400 }));
}

describe('a file that is nearly good', () => {
  it.each(COMMANDS)('%s: ends with a code that it has, and quotes nothing', async (_name, args, good) => {
    await fc.assert(
      fc.asyncProperty(nearly(fixture(good)), async (bytes) => {
        const file = join(folderWith({ 'given.json': bytes }), 'given.json');
        const { code, stderr } = await cli(args(file), { now: () => Date.UTC(2026, 11, 1) });
        expect([0, 1, 2, 3]).toContain(code);
        expect(stderr).not.toContain(CANARY);
        expect(stderr).not.toMatch(/^\s+at .+:\d+:\d+\)?$/m);
      }),
      { numRuns: 40 },
    );
  });

  it.each(COMMANDS)('%s: and the file as it is can be read', async (_name, args, good) => {
    const file = join(folderWith({ 'given.json': fixture(good) }), 'given.json');
    const { code } = await cli(args(file), { now: () => Date.UTC(2026, 11, 1) });
    expect(typeof code).toBe('number');
  });
});
