import { describe, expect, it } from 'vitest';
import { CLASSIFIERS } from '../../src/classify/registry.ts';
import { classifierOf, declaredFields } from '../../src/gate/declared-fields.ts';

const TWO = CLASSIFIERS.filter(({ category }) => ['slack_add_member', 'workspace_admin'].includes(category));

describe('the names under which a target is declared', () => {
  it.each<[category: string, names: Readonly<Record<string, readonly string[]>>]>([
    [
      'slack_add_member',
      {
        workspace_id_hash: ['workspace_id_hash', 'workspace_id', 'workspace', 'org'],
        channel_id_hash: ['channel_id_hash', 'channel_id'],
        principal_hash: ['principal_hash', 'user_id', 'user', 'principal'],
      },
    ],
    [
      'workspace_admin',
      {
        workspace_id_hash: ['workspace_id_hash', 'workspace_id', 'workspace', 'org'],
        principal_hash: ['principal_hash', 'principal', 'user', 'user_id'],
        role: ['role'],
      },
    ],
  ])('are those of its key and of every class that has the key, and no others: %s', (category, names) => {
    const rule = classifierOf(category, TWO);
    const fields = rule && declaredFields(rule, TWO);
    const found = [...(fields ?? [])].map(([name, { key }]) => [key, name]);
    const expected = Object.entries(names).flatMap(([key, list]) => list.map((name) => [key, name]));
    expect(found.sort()).toEqual(expected.sort());
  });
});
