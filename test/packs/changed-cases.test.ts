import { describe, expect, it } from 'vitest';
import { readPacks } from '../../scripts/packs/served-tools.ts';
import { caseProblems } from '../../src/classifier-file/cases.ts';
import type {
  ClassifierCase,
  ExpectedHash,
  ExpectedValue,
  ToolClassifiers,
} from '../../src/classify/classifier-document.ts';

type Expected = ClassifierCase['record'];
type Target = NonNullable<Expected['target']>;

/** What a case says, with each of its members changed once: another value, left out of a target, one too many in it. */
function changed(record: Expected): readonly (readonly [what: string, record: Expected])[] {
  const { classification, reason_code, detail, verb, target } = record;
  const other = classification === 'classified' ? 'classified_incomplete' : 'classified';
  const all: [string, Expected][] = [['classification', { ...record, classification: other }]];
  if (reason_code !== undefined) all.push(['reason_code', { ...record, reason_code: `${reason_code}_not` }]);
  if (detail !== undefined) all.push(['detail', { ...record, detail: `${detail}_not` }]);
  if (verb !== undefined) all.push(['verb', { ...record, verb: verb === null ? 'create' : `${verb}_not` }]);
  if (target === undefined) return all;
  all.push(['target with a key too many', { ...record, target: { ...target, one_too_many: 'x' } }]);
  for (const [key, value] of Object.entries(target)) {
    const { [key]: _left, ...without } = target;
    all.push([`target without ${key}`, { ...record, target: without }]);
    for (const changedValue of changedValues(value)) {
      const next: Target = { ...target, [key]: changedValue };
      all.push([`target.${key}`, { ...record, target: next }]);
    }
  }
  return all;
}

function changedValues(value: ExpectedValue): readonly ExpectedValue[] {
  if (typeof value === 'boolean') return [!value, String(value)];
  if (typeof value === 'string') return [`${value}x`, ''];
  if (value === null) return ['null', false];
  if (!Array.isArray(value)) return changedHash(value as ExpectedHash);
  const list = value as readonly (string | ExpectedHash)[];
  const [first, ...rest] = list;
  if (first === undefined) return [['sha256:0']];
  const firsts: readonly (string | ExpectedHash)[] =
    typeof first === 'string' ? [`${first}x`] : (changedHash(first) as readonly ExpectedHash[]);
  return [rest, [...list, { domain: 'another', of: 'member' }], ...firsts.map((entry) => [entry, ...rest])];
}

function changedHash({ domain, of }: ExpectedHash): readonly (ExpectedHash | string)[] {
  return [{ domain: `${domain}_`, of }, { domain, of: `${of}x` }, of];
}

describe.each(readPacks())('the pack $file.name', ({ file }) => {
  it('has no case of which a member could be another without being found', () => {
    const missed: string[] = [];
    let tried = 0;
    for (const category of file.categories) {
      for (const entry of category.cases ?? []) {
        for (const [what, record] of changed(entry.record)) {
          const cases = [{ ...entry, record }];
          const alone: ToolClassifiers = { ...file, categories: [{ ...category, cases }] };
          tried += 1;
          if (caseProblems(alone).length === 0) missed.push(`${category.id}, ${entry.name}: ${what}`);
        }
      }
    }
    expect(missed).toEqual([]);
    expect(tried).toBeGreaterThan(file.categories.length);
  });
});
