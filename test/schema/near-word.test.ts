import { describe, expect, it } from 'vitest';
import { misspelt } from '../../src/schema/near-word.ts';

describe('a word that was typed wrong', () => {
  it.each<[word: string, words: readonly string[], meant: string | undefined]>([
    ['environment_id', ['environment_id_hash', 'environment.id'], 'environment.id'],
    ['environment_id', ['environment_id_hash'], 'environment_id_hash'],
    ['environment.id', ['environment_id_hash'], 'environment_id_hash'],
    ['Environment-Id', ['environment_id_hash', 'environment_id'], 'environment_id'],
    ['enviroment_id', ['environment_id_hash', 'environment.id'], 'environment.id'],
    ['notfy', ['notify'], 'notify'],
    ['ab', ['cd'], undefined],
  ])('%s is the nearest of %j', (word, words, meant) => {
    const told = meant === undefined ? undefined : `\`${word}\`; did you mean \`${meant}\`?`;
    expect(misspelt(word, words)).toBe(told);
  });
});
