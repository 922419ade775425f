import { isListPath } from '../classify/argument-path.ts';
import type { CategoryDocument, FieldDocument, ToolClassifiers } from '../classify/classifier-document.ts';
import { CLASSIFIERS } from '../classify/registry.ts';
import { toolLeaf } from '../span/tool-name.ts';
import type { ClassifierProblem } from './problem.ts';

type Path = ClassifierProblem['path'];
/** Details that say something else of every category: a requirement with one of them could not be told apart. */
const DETAILS: readonly string[] = [
  ...['arguments_not_captured', 'arguments_truncated', 'arguments_too_large', 'conflicting_target_fields'],
  ...['projected_value_too_long', 'missing_verb', 'unknown_verb'],
];

type Expect = (holds: boolean, path: Path, message: string) => void;

/** What the parts of a classifier file must be together; the file has the right shape. */
export function ruleProblems(
  file: ToolClassifiers & { readonly draft?: boolean },
): readonly ClassifierProblem[] {
  const problems: ClassifierProblem[] = [];
  const expect: Expect = (holds, path, message) => void (holds || problems.push({ path, message }));
  expect(file.draft !== true, ['draft'], 'absent: a person reviews every category, then takes it out');
  const ids = new Set<string>();
  file.categories.forEach((category, index) => {
    const path = ['categories', index];
    expect(
      category.id.startsWith(`${file.name}/`),
      [...path, 'id'],
      'an id that begins with the `name` of the file and a slash',
    );
    expect(!ids.has(category.id), [...path, 'id'], 'an id of its own');
    ids.add(category.id);
    categoryRules(category, category.servers ?? file.servers, path, expect);
  });
  return problems;
}

function categoryRules(
  category: CategoryDocument,
  servers: readonly string[],
  path: Path,
  expect: Expect,
): void {
  const { tools, fields, required } = category;
  for (const leaf of Object.keys(tools)) {
    const at = [...path, 'tools', leaf];
    expect(toolLeaf(leaf) === leaf, at, 'a leaf name, without a namespace before it');
    const taken = CLASSIFIERS.find(({ verbs }) => Object.hasOwn(verbs, leaf));
    expect(taken === undefined, at, `another tool than that of the built-in category \`${taken?.category}\``);
  }
  const isMixed = servers.includes('*') && servers.length > 1;
  expect(!isMixed, [...path, 'servers'], '"*" alone, or server ids alone');
  const keys = new Set<string>();
  fields.forEach((field, index) => {
    const at = [...path, 'fields', index];
    expect(!keys.has(field.key), [...at, 'key'], 'a key of its own');
    keys.add(field.key);
    fieldRules(field, at, expect);
  });
  required.forEach(({ detail }, index) => {
    const isOwn = detail === undefined || !DETAILS.includes(detail);
    expect(isOwn, [...path, 'required', index, 'detail'], 'another word: this one has a meaning of its own');
  });
  const named: readonly (readonly [Path, readonly string[]])[] = [
    ...required.map(({ any_of }, index) => [[...path, 'required', index, 'any_of'], any_of] as const),
    [[...path, 'kept_when_incomplete'], category.kept_when_incomplete ?? []],
    [[...path, 'binding_fields'], category.binding_fields ?? []],
  ];
  for (const [at, names] of named) {
    names.forEach((name, index) => void expect(keys.has(name), [...at, index], 'the key of a field'));
  }
}

function fieldRules(
  { key, from, as, domain, type, null_when_absent }: FieldDocument,
  path: Path,
  expect: Expect,
): void {
  const isList = from.some(isListPath);
  const end = isList ? '_hashes' : '_hash';
  const isHashed = as === 'hashed';
  expect(key !== 'provider', [...path, 'key'], 'another key: `provider` is in every target');
  const isNamed = isHashed ? key.endsWith(end) : !/_hash(es)?$/.test(key);
  expect(
    isNamed,
    [...path, 'key'],
    isHashed ? `a key that ends in \`${end}\`` : 'a key that does not end as a hash does',
  );
  expect(
    isHashed === (domain !== undefined),
    [...path, 'domain'],
    isHashed ? 'present in a hashed field' : 'absent: nothing is hashed',
  );
  expect(isHashed || !isList, [...path, 'from'], 'without [] unless the field is hashed');
  const isUniform = from.every((alias) => isListPath(alias) === isList && alias.split('[]').length <= 2);
  expect(isUniform, [...path, 'from'], 'paths that all lead through one list, or none');
  expect(new Set(from).size === from.length, [...path, 'from'], 'paths that are each there once');
  expect(type === undefined || as !== 'flag', [...path, 'type'], 'absent in a flag');
  expect(
    null_when_absent !== true || (isHashed && !isList),
    [...path, 'null_when_absent'],
    'absent unless one value is hashed',
  );
}
