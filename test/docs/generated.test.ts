import { readFileSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { conventionGroups, generatedDocs } from '../../scripts/generated-docs.ts';
import {
  CARRIER,
  CHECKPOINT,
  CHECKPOINT_EVENT,
  DECISION_EVENT,
  DIALECT,
  EVENT,
  INPUT,
  METRIC,
  METRIC_ATTRIBUTE,
  ROOT_SPAN_ID,
  RUN_END,
  RUN_END_EVENT,
  SUMMARY,
  SUMMARY_SPAN,
} from '../../src/decision/names.ts';

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
    const families = [EVENT, CHECKPOINT, INPUT, RUN_END, SUMMARY, METRIC_ATTRIBUTE];
    const names = families.flatMap((group): string[] => Object.values(group));
    expect([...defined].sort()).toEqual([...new Set([...names, CARRIER, DIALECT, ROOT_SPAN_ID])].sort());
  });

  it('lists the attributes of each event in the order in which they are written', () => {
    expect(refsOf(`event.${DECISION_EVENT}`)).toEqual(Object.values(EVENT));
    expect(refsOf(`event.${CHECKPOINT_EVENT}`)).toEqual(Object.values(CHECKPOINT));
    expect(refsOf(`event.${RUN_END_EVENT}`)).toEqual(Object.values(RUN_END));
    expect(refsOf(`span.${SUMMARY_SPAN}`)).toEqual(Object.values(SUMMARY));
  });

  it('defines exactly the metrics of the source', () => {
    const metrics = groups.flatMap(({ metric_name }) => metric_name ?? []);
    expect(metrics).toEqual(Object.values(METRIC));
  });

  it('every reference is defined', () => {
    const refs = groups.flatMap(({ id }) => refsOf(id) ?? []);
    expect(refs.filter((ref) => !defined.includes(ref))).toEqual([]);
  });
});
