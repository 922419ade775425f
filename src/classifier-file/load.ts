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
  if (text === undefined) return { problems: [{ path: [], message: TOO_MUCH }] };
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

const TOO_MUCH = `JSON data of at most ${CLASSIFIER_LIMITS.members} members, nested at most ${CLASSIFIER_LIMITS.depth} deep, without half characters`;

/** Canonical text of what is bounded plain data; `undefined` for cycles, deep nesting and whatever throws when read. */
function canonicalText(document: unknown): string | undefined {
  try {
    const left = membersLeft(document, CLASSIFIER_LIMITS.members, CLASSIFIER_LIMITS.depth);
    const text = left < 0 ? undefined : canonicalJson(document);
    return text?.isWellFormed() === true && !/\\ud[89a-f]/i.test(text) ? text : undefined;
  } catch {
    return undefined;
  }
}

/** How many members may still come after those of a value; below 0 where there are too many or they nest too deep. */
function membersLeft(value: unknown, most: number, depth: number): number {
  if (typeof value !== 'object' || value === null) return most;
  if (depth === 0) return -1;
  let left = most;
  for (const inner of Object.values(value)) {
    left = membersLeft(inner, left - 1, depth - 1);
    if (left < 0) return left;
  }
  return left;
}
