import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { canonicalJson } from '../../src/decision/canonical-json.ts';
import { NON_CLAIMS, SURFACE_SCHEMA } from '../../src/decision/record.ts';
import { RECORDS } from '../schema/records.ts';
import { cli, folderWith } from './run-cli.ts';

const surface = { schema: SURFACE_SCHEMA, observed_tool_decisions: [RECORDS.github], non_claims: NON_CLAIMS };
const broken = {
  ...surface,
  observed_tool_decisions: [
    { ...RECORDS.github, decision: { ...RECORDS.github.decision, effect: 'allowed' } },
    { ...RECORDS.unknown, reason_code: 'classified' },
  ],
};

describe('assay-otel validate', () => {
  it('prints nothing for artifacts that are valid', async () => {
    const lines = Object.values(RECORDS).map(canonicalJson).join('\n');
    expect(
      await cli(['validate', '-'], { stdin: [`${lines}\n${JSON.stringify(surface, null, 2)}\n`] }),
    ).toEqual({
      code: 0,
      stdout: '',
      stderr: '',
    });
  });

  it('tells every error of every document with file, line and path', async () => {
    const folder = folderWith({
      'a.ndjson': `${canonicalJson(surface)}\n${canonicalJson(broken)}\nnot json\n`,
    });
    const file = join(folder, 'a.ndjson');
    const { code, stdout, stderr } = await cli(['validate', file]);
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr.trimEnd().split('\n')).toEqual([
      `${file}:2: Expected \`observed_tool_decisions[0].decision.effect\` to be "allow", "deny" or "error", got "allowed"`,
      expect.stringContaining(
        `${file}:2: Expected \`observed_tool_decisions[0].response.side_effect_asserted\``,
      ),
      `${file}:2: Expected \`observed_tool_decisions[1].reason_code\` to be "unknown_tool_name" or "redacted_secret_argument", got another string`,
      expect.stringContaining(`${file}:3: Expected a JSON document`),
    ]);
  });

  it('reads the *.json of a directory, and no other', async () => {
    const folder = folderWith({
      'b.surface.json': canonicalJson(surface),
      'a.surface.json': canonicalJson(broken),
      'notes.txt': 'x',
      '.draft.json': 'x',
    });
    const { code, stderr } = await cli(['validate', folder]);
    expect(code).toBe(1);
    expect(
      stderr
        .trimEnd()
        .split('\n')
        .map((text) => text.split(':')[0]),
    ).toEqual(Array.from({ length: 3 }, () => join(folder, 'a.surface.json')));
  });

  it.each<[string, (folder: string) => readonly string[], number]>([
    ['a directory without artifacts', (folder) => [folder], 2],
    ['a file that is not there', (folder) => [join(folder, 'missing')], 2],
    ['an empty stdin', () => ['-'], 2],
    ['no path', () => [], 2],
  ])('exits with its code for %s', async (_title, paths, code) => {
    const result = await cli(['validate', ...paths(folderWith())]);
    expect(result).toMatchObject({ code, stdout: '' });
    expect(result.stderr).not.toBe('');
  });

  it('says what to do with traces', async () => {
    const { code, stderr } = await cli(['validate', '-'], { stdin: ['{"resourceSpans":[]}'] });
    expect(code).toBe(1);
    expect(stderr).toContain('assay-otel surface');
  });
});
