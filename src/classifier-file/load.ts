import type { ToolClassifiers } from '../classify/classifier-document.ts';
import { compileClassifiers } from '../classify/compile.ts';
import { BUILT_IN, type RuleSet, ruleSet } from '../classify/rule-set.ts';
import { canonicalJson } from '../decision/canonical-json.ts';
import { digestOf } from '../decision/codec.ts';
import { CLASSIFIER_LIMITS } from './forms.ts';
import { type ClassifierProblem, shownPath } from './problem.ts';
import { ruleProblems } from './rules.ts';
import { shapeProblems } from './shape.ts';

/** A valid classifier file as plain data, and the version under which records name it. */
export interface LoadedClassifiers {
  readonly file: ToolClassifiers;
  /** `<name>@sha256:<64 hex digits>`, over the RFC 8785 form of the whole file. */
  readonly version: string;
}

export type ClassifierReading = LoadedClassifiers | { readonly problems: readonly ClassifierProblem[] };

/**
 * Checks a classifier file, whoever made the object. Never throws. What was read is a copy: nothing that is done to the
 * object later changes a rule.
 */
export function loadClassifiers(document: unknown): ClassifierReading {
  const text = canonicalText(document);
  if (text === undefined) return { problems: [{ path: [], message: tooMuch() }] };
  const file: unknown = JSON.parse(text);
  const shape = shapeProblems(file);
  if (shape.length > 0) return { problems: shape };
  const problems = ruleProblems(file as ToolClassifiers);
  if (problems.length > 0) return { problems };
  const { name } = file as ToolClassifiers;
  return { file: file as ToolClassifiers, version: `${name}@${digestOf(text)}` };
}

/** The built-in rules and those of valid files; the same file twice is once there. */
export function rulesOf(loaded: readonly LoadedClassifiers[]): RuleSet {
  if (loaded.length === 0) return BUILT_IN;
  const once = [...new Map(loaded.map((entry) => [entry.version, entry])).values()];
  const rules = once.flatMap(({ file }) => compileClassifiers(file));
  return ruleSet(rules, once.map(({ version }) => version).sort());
}

/** Names of files that differ: one category would have two meanings. The same file twice is no such name. */
export function sharedNames(loaded: readonly LoadedClassifiers[]): readonly string[] {
  const versions = new Map<string, string>();
  const shared = new Set<string>();
  for (const { file, version } of loaded) {
    const first = versions.get(file.name) ?? version;
    versions.set(file.name, first);
    if (first !== version) shared.add(file.name);
  }
  return [...shared];
}

/** ``Expected `categories[0].id` to be …``; at most so many, since a file can be wrong everywhere. */
export function classifierMessages(
  subject: string,
  problems: readonly ClassifierProblem[],
  most = 20,
): readonly string[] {
  const shown = problems.slice(0, most).map(({ path, message }) => {
    const place = path.length === 0 ? `\`${subject}\`` : `\`${shownPath(path)}\` of \`${subject}\``;
    return `Expected ${place} to be ${message}`;
  });
  const more = problems.length - shown.length;
  return more > 0 ? [...shown, `and ${more} more in \`${subject}\``] : shown;
}

function tooMuch(): string {
  return `JSON data of at most ${CLASSIFIER_LIMITS.members} members, nested at most ${CLASSIFIER_LIMITS.depth} deep, without half characters`;
}

/** Half a character as JSON writes it, behind no backslash that escapes its own. */
const HALF = /(?<!\\)(?:\\\\)*\\ud[89a-f]/;

/**
 * Canonical text of what is bounded plain data; `undefined` for cycles, deep nesting and whatever throws when read. What
 * JSON has no form for, such as a function, is left out, as `JSON.stringify` does.
 */
function canonicalText(document: unknown): string | undefined {
  try {
    if (!isBounded(document)) return undefined;
    const copy: unknown = JSON.parse(JSON.stringify(document));
    const text = isBounded(copy) ? canonicalJson(copy) : undefined;
    return text?.isWellFormed() === true && !HALF.test(text) ? text : undefined;
  } catch {
    return undefined;
  }
}

function isBounded(value: unknown): boolean {
  return membersLeft(value, CLASSIFIER_LIMITS.members, CLASSIFIER_LIMITS.depth) >= 0;
}

/** How many members may still come after those of a value; below 0 where there are too many or they nest too deep. */
function membersLeft(value: unknown, most: number, depth: number): number {
  if (typeof value !== 'object' || value === null) return most;
  // The holes of a list are members too, and not among its values.
  if (depth === 0 || (Array.isArray(value) && value.length > most)) return -1;
  let left = most;
  for (const inner of Object.values(value)) {
    left = membersLeft(inner, left - 1, depth - 1);
    if (left < 0) return left;
  }
  return left;
}
