import { describe, expect, it } from 'vitest';
import { readConfigFile } from '../../src/register/config-file.ts';
import { folderWith } from '../cli/run-cli.ts';

const SAID = 'FAKE-SAID-BY-THE-FILE';

function read(name: string, text: string) {
  return readConfigFile(name, folderWith({ [name]: text }));
}

describe('a configuration file', () => {
  it.each([
    ['a.json', '\uFEFF{"scrub":"content"}'],
    ['a.yaml', '\uFEFFscrub: content\n'],
  ])('may begin with a byte order mark: %s', (name, text) => {
    expect(read(name, text)).toMatchObject({ options: { scrub: 'content' }, issues: [] });
  });

  it.each([
    ['a tag that is not known', 'a.yaml', `scrub: strict\nrunKey: !!js/function ${SAID}\n`, 'in line 2'],
    ['a key that stands twice', 'a.yaml', `scrub: strict\nscrub: ${SAID}\n`, 'DUPLICATE_KEY in line 2'],
    ['two documents', 'a.yaml', `scrub: strict\n---\nscrub: ${SAID}\n`, 'MULTIPLE_DOCS in line 2'],
    ['an anchor that is not there', 'a.yaml', `runKey: *${SAID}\n`, 'got '],
    ['an error with a code of its own', 'a.cjs', `throw { code: '${SAID}' };`, 'got something else'],
    ['no error at all', 'a.cjs', 'throw null;', 'got something else'],
    [
      'an error that throws',
      'a.cjs',
      `throw { get code() { throw new Error('${SAID}'); } };`,
      'got something else',
    ],
    [
      'an option that throws',
      'a.cjs',
      `module.exports = { get scrub() { throw new Error('${SAID}'); } };`,
      'got Error',
    ],
    ['a code that is no text', 'a.cjs', 'throw { code: Symbol("code") };', 'got something else'],
  ])('is refused without a word of it: %s', (_, name, text, told) => {
    const { issues, options } = read(name, text);
    expect(issues).toHaveLength(1);
    expect(issues[0]).toContain(told);
    expect(issues[0]).not.toContain(SAID);
    expect(options).toEqual({});
  });

  it('is read in linear time, however many keys it has', () => {
    const keys = Array.from({ length: 40_000 }, (_, at) => `k${at}: 1`);
    expect(Object.keys(read('a.yaml', keys.join('\n')).options)).toHaveLength(keys.length);
  });
});
