import { describe, expect, it } from 'vitest';
import { visible, visibleJson } from '../../../src/report/words/terminal-text.ts';

const HOSTILE: readonly (readonly [string, string])[] = [
  ['a terminal escape', '\u001b[31m'],
  ['a C1 control', '\u009b31m'],
  ['a newline', '\n'],
  ['a carriage return', '\r'],
  ['a right-to-left override', '\u202e'],
  ['an isolate', '\u2066'],
  ['a zero-width space', '\u200b'],
  ['a byte order mark', '\ufeff'],
  ['a line separator', '\u2028'],
  ['a tag character', '\u{e0041}'],
  ['a Hangul filler', '\u3164'],
  ['a lone surrogate', '\ud800'],
];

describe('text from outside on a terminal', () => {
  it.each(HOSTILE)('spells out %s', (_name, character) => {
    expect(visible(`a${character}b`)).toMatch(/^a\\u\{[0-9a-f]+\}.*b$/);
    expect(visible(`a${character}b`)).not.toContain(character);
  });

  it.each(HOSTILE)('escapes %s in JSON without changing the value', (_name, character) => {
    const shown = visibleJson(JSON.stringify({ [character]: character }));
    expect(shown).toMatch(/^[\x20-\x7e]*$/);
    expect(JSON.parse(shown)).toEqual({ [character]: character });
  });

  it('leaves letters of any script and emoji alone', () => {
    for (const text of ['größer', '工具', 'עברית', '🔑']) expect(visible(text)).toBe(text);
  });
});

describe('what is a command to a CI system', () => {
  it.each(['##[add-mask]x', 'a ##vso[task.complete]', '###[error]'])('%s is spelled out', (text) => {
    expect(visible(text)).not.toContain('##');
    expect(visibleJson(JSON.stringify(text))).not.toContain('##');
    expect(JSON.parse(visibleJson(JSON.stringify(text)))).toBe(text);
  });
});
