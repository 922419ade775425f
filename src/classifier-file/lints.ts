import { BUILT_IN_CLASSIFIERS } from '../classify/built-in.ts';
import type { CategoryDocument, ClassifierCase, ToolClassifiers } from '../classify/classifier-document.ts';
import { compileClassifiers } from '../classify/compile.ts';
import type { ClassifierRule, VerbRule } from '../classify/rule.ts';
import { canonicalJson } from '../decision/canonical-json.ts';
import { toolLeaf } from '../span/tool-name.ts';
import { type Claims, claim, claimantOf } from './claims.ts';
import { looksIdentifying, looksLikeContent } from './looks.ts';
import type { ClassifierProblem } from './problem.ts';

/** What `classifiers check` finds in files that are valid. */
export interface ClassifierLints {
  /** A rule that is wrong, or that no case holds. */
  readonly errors: readonly ClassifierProblem[];
  /** What a reader of records would miss. */
  readonly warnings: readonly ClassifierProblem[];
}

type Path = ClassifierProblem['path'];
type Tools = CategoryDocument['tools'];
type Add = (holds: boolean, path: Path, message: string) => void;

/** Lints one file, beside others that are loaded with it. */
export function lintClassifiers(
  file: ToolClassifiers,
  beside: readonly ToolClassifiers[] = [],
): ClassifierLints {
  const errors: ClassifierProblem[] = [];
  const warnings: ClassifierProblem[] = [];
  const to =
    (problems: ClassifierProblem[]): Add =>
    (holds, path, message) => {
      if (!holds) problems.push({ path, message });
    };
  const rules = compileClassifiers(file);
  const others = beside.flatMap(compileClassifiers);
  const claimed: Claims = new Map();
  for (const rule of others) claim(rule, claimed);
  const domains = domainsOf([...compileClassifiers(BUILT_IN_CLASSIFIERS), ...others]);
  file.categories.forEach((category, index) => {
    const path = ['categories', index];
    claimLints(rules[index] as ClassifierRule, claimed, path, to(errors));
    fieldLints(category, domains, path, to(errors));
    caseLints(category, rules[index] as ClassifierRule, path, to(errors));
    proseLints(category, path, to(warnings));
  });
  const own = canonicalJson(file);
  const isShared = beside.some((other) => other.name === file.name && canonicalJson(other) !== own);
  to(errors)(!isShared, ['name'], 'another name than that of a file beside it: no two are loaded together');
  const warn = to(warnings);
  warn(!file.servers.includes('*'), ['servers'], NO_WILDCARD);
  warn(file.reviewed !== undefined, ['reviewed'], 'the day of the last review, YYYY-MM-DD');
  return { errors, warnings };
}

const NO_WILDCARD = 'server ids: with "*", any server that has such a tool is taken for this one';

/** Two categories that claim one leaf on one server: only the first would ever speak. */
function claimLints(rule: ClassifierRule, claimed: Claims, path: Path, add: Add): void {
  for (const leaf of Object.keys(rule.verbs)) {
    const claimant = claimantOf(rule, leaf, claimed);
    add(
      claimant === undefined,
      [...path, 'tools', leaf],
      `a tool that \`${claimant}\` does not claim on the same server`,
    );
  }
  claim(rule, claimed);
}

function fieldLints({ fields }: CategoryDocument, domains: Map<string, string>, path: Path, add: Add): void {
  fields.forEach(({ key, from, as, domain, why_plain }, index) => {
    const at = [...path, 'fields', index];
    const isOpen = as === 'plain' && [key, ...from].some(looksIdentifying);
    add(
      !isOpen || why_plain !== undefined,
      at,
      'hashed, since it looks like an identifier, or with a `why_plain`',
    );
    from.forEach((alias, place) => {
      add(!looksLikeContent(alias), [...at, 'from', place], 'no argument that holds content or a secret');
    });
    if (domain === undefined) return;
    const meant = domains.get(domain) ?? key;
    domains.set(domain, meant);
    add(meant === key, [...at, 'domain'], `a domain of its own: this one stands for \`${meant}\` elsewhere`);
  });
}

function domainsOf(rules: readonly ClassifierRule[]): Map<string, string> {
  const fields = rules.flatMap((rule) => rule.fields);
  return new Map(
    fields.flatMap((field) => (field.as === 'hashed' ? [[field.domain, field.key] as const] : [])),
  );
}

function caseLints(
  { cases = [], tools }: CategoryDocument,
  rule: ClassifierRule,
  path: Path,
  add: Add,
): void {
  const classified = cases.filter(({ record }) => record.classification === 'classified');
  const wholes = classified.filter(({ record }) => record.target !== undefined);
  add(
    wholes.length === classified.length,
    [...path, 'cases'],
    'cases that say the whole `target` where a call is classified',
  );
  for (const [leaf, verbs] of Object.entries(tools)) {
    const own = classified.filter(({ call }) => isCallOf(call, leaf, tools));
    for (const verb of verbsIn(verbs)) {
      const isShown = own.some(({ record }) => verb === undefined || record.verb === verb);
      const what = verb === undefined ? 'a case in which it is classified' : `a case with \`verb: ${verb}\``;
      add(isShown, [...path, 'tools', leaf], `a tool with ${what}`);
    }
  }
  rule.required.forEach(({ detail }, index) => {
    const isShown = cases.some(
      ({ record }) => record.classification === 'classified_incomplete' && record.detail === detail,
    );
    add(
      isShown,
      [...path, 'required', index],
      `a requirement with a case in which it is missing (\`detail: ${detail}\`)`,
    );
  });
}

/** Whether a case calls the tool of a leaf: another leaf that ends like it is another tool. */
function isCallOf({ server = '', tool }: ClassifierCase['call'], leaf: string, tools: Tools): boolean {
  const called = toolLeaf(tool);
  if (called === leaf || Object.hasOwn(tools, called)) return called === leaf;
  return server !== '' && [`${server}_${leaf}`, `${server}-${leaf}`].includes(called);
}

function verbsIn(verb: VerbRule): readonly (string | undefined)[] {
  return typeof verb === 'string' ? [undefined] : [...new Set(Object.values(verb.verbs))];
}

function proseLints(
  { servers = [], consequence, non_claims = [] }: CategoryDocument,
  path: Path,
  add: Add,
): void {
  add(!servers.includes('*'), [...path, 'servers'], NO_WILDCARD);
  add(consequence !== undefined, [...path, 'consequence'], 'present: how far can it be taken back?');
  add(
    non_claims.length > 0,
    [...path, 'non_claims'],
    'sentences that say what a record of it does not prove',
  );
}
