import { readFileSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { conventionGroups, generatedDocs } from '../../scripts/generated-docs.ts';
import { CHECKPOINT, CHECKPOINT_EVENT, DECISION_EVENT, EVENT, INPUT } from '../../src/decision/names.ts';

const path = (file: string) => new URL(`../../${file}`, import.meta.url);

describe('generated docs', () => {
  it.each(Object.entries(generatedDocs()))('%s is what the source says', (file, content) => {
    if (process.env.UPDATE_GOLDEN === '1') writeFileSync(path(file), content);
    expect(readFileSync(path(file), 'utf8')).toBe(content);
  });
});

describe('the semantic-convention registry', () => {
  const groups = conventionGroups();
  const defined = groups.flatMap(({ attributes }) =>
    attributes.flatMap((entry) => ('id' in entry ? [entry.id] : [])),
  );
  const refsOf = (id: string) =>
    groups
      .find((group) => group.id === id)
      ?.attributes.flatMap((entry) => ('ref' in entry ? [entry.ref] : []));

  it('defines exactly the names of the source', () => {
    const names = [...Object.values(EVENT), ...Object.values(CHECKPOINT), ...Object.values(INPUT)];
    expect([...defined].sort()).toEqual([...new Set<string>(names)].sort());
  });

  it('lists the attributes of both events in the order in which they are written', () => {
    expect(refsOf(`event.${DECISION_EVENT}`)).toEqual(Object.values(EVENT));
    expect(refsOf(`event.${CHECKPOINT_EVENT}`)).toEqual(Object.values(CHECKPOINT));
  });

  it('every reference is defined', () => {
    const refs = groups.flatMap(({ id }) => refsOf(id) ?? []);
    expect(refs.filter((ref) => !defined.includes(ref))).toEqual([]);
  });
});
