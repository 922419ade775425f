import { describe, expect, it } from 'vitest';
import { stringify } from 'yaml';
import { expectWithinDeclared, loadClassifiers, readDeclaredSurface } from '../../src/gate-entry/index.ts';
import { FILE, fileWith } from '../classifier-file/files.ts';

const DECLARED = stringify({
  schema: 'assay.declared_tool_surface.v0',
  declared_tool_actions: [
    {
      ...{ id: 'a', provider: 'crm', action_class: 'crm/contact', allowed_effects: ['allow'] },
      allowed_targets: [{ contactId: 'C7' }],
    },
  ],
});

describe('loadClassifiers', () => {
  it.each([
    ['parsed', FILE],
    ['as YAML', stringify(FILE)],
    ['as JSON', JSON.stringify(FILE)],
  ])('takes files %s, for a declaration that names their classes', (_title, file) => {
    const classifiers = loadClassifiers([file]);
    expect(readDeclaredSurface(DECLARED, classifiers)).toMatchObject({ warnings: [] });
    expect(readDeclaredSurface(DECLARED).warnings).toHaveLength(1);
    const message = /no surface|never green|inconclusive/;
    expect(() => expectWithinDeclared([], DECLARED, { classifiers })).toThrow(message);
  });

  it('says everything that is wrong with every file, with lines where there is text', () => {
    const wrong = fileWith({ provider: '' });
    const load = () => loadClassifiers([wrong, FILE, stringify({ ...FILE, name: 'A' })]);
    expect(load).toThrow(TypeError);
    expect(load).toThrow(/files\[0\]: .*categories\[0\]\.provider[\s\S]*files\[2\]:2:\d+: .*`name`/);
  });

  it.each([undefined, null, 3])('takes no file that is %s', (file) => {
    expect(() => loadClassifiers([file] as never)).toThrow(TypeError);
    expect(() => loadClassifiers(file as never)).toThrow(TypeError);
  });

  it('is what the option takes: files as they are are refused, in words', () => {
    const given = { classifiers: [FILE] } as never;
    expect(() => expectWithinDeclared([], DECLARED, given)).toThrow(/what `loadClassifiers` gives/);
  });
});

describe('two files of one name', () => {
  it('are refused where they differ: a category would have two meanings', () => {
    expect(() => loadClassifiers([FILE, fileWith({ consequence: 'two_way' })])).toThrow(/called `crm`/);
    expect(loadClassifiers([FILE, structuredClone(FILE)]).versions).toHaveLength(2);
  });
});
