import { CLASSIFIERS_SCHEMA } from '../classify/classifier-document.ts';
import { ACTION_CLASSES, CONSEQUENCES } from '../classify/rule.ts';
import { FORMS, type Form, CLASSIFIER_LIMITS as LIMITS } from './forms.ts';
import type { ClassifierProblem } from './problem.ts';

type Path = ClassifierProblem['path'];
/** Adds what is wrong with one value. */
type Check = (value: unknown, path: Path, problems: ClassifierProblem[]) => void;

/** Something else than what was expected; never what stands there. */
function wrong(expected: string): Check {
  return (_, path, problems) => void problems.push({ path, message: expected });
}

function when(holds: (value: unknown) => boolean, expected: string): Check {
  return (value, path, problems) => {
    if (!holds(value)) wrong(expected)(value, path, problems);
  };
}

const text = ({ pattern, words }: Form): Check =>
  when((value) => typeof value === 'string' && pattern.test(value), words);
const oneOf = (...words: readonly unknown[]): Check =>
  when((value) => words.includes(value), words.map((word) => JSON.stringify(word)).join(' or '));
const any: Check = () => {};

function list(check: Check, most: number, least = 0): Check {
  const expected = `a list of ${least} to ${most}`;
  return (value, path, problems) => {
    if (!Array.isArray(value) || value.length < least || value.length > most) {
      return wrong(expected)(value, path, problems);
    }
    value.forEach((entry, index) => void check(entry, [...path, index], problems));
  };
}

function record(key: Form, check: Check, most: number): Check {
  return (value, path, problems) => {
    if (!isObject(value) || Object.keys(value).length === 0 || Object.keys(value).length > most) {
      return wrong(`an object of 1 to ${most} members`)(value, path, problems);
    }
    for (const [name, entry] of Object.entries(value)) {
      if (key.pattern.test(name)) check(entry, [...path, name], problems);
      else wrong(`an object whose every key is ${key.words}`)(name, path, problems);
    }
  };
}

type Members = Readonly<Record<string, Check>>;

function object(required: Members, optional: Members = {}): Check {
  const known = new Map([...Object.entries(required), ...Object.entries(optional)]);
  const expected = `an object of ${[...known.keys()].map((key) => `\`${key}\``).join(', ')} alone`;
  return (value, path, problems) => {
    if (!isObject(value)) return wrong('an object')(value, path, problems);
    for (const name of Object.keys(value)) {
      const isOwn = path.length === 0 && name.startsWith('x-');
      if (!known.has(name) && !isOwn) wrong(expected)(name, path, problems);
    }
    for (const [name, check] of known) {
      const isThere = Object.hasOwn(value, name);
      if (isThere || Object.hasOwn(required, name)) {
        check(isThere ? value[name] : undefined, [...path, name], problems);
      }
    }
  };
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Made in one call, so that a bundle in which no classifier file is read leaves it out. */
const file = /* @__PURE__ */ fileCheck();

function fileCheck(): Check {
  const servers = list(text(FORMS.server), LIMITS.servers, 1);
  const keys = list(text(FORMS.name), LIMITS.fields);

  const verbArgument = object({
    argument: text(FORMS.path),
    verbs: record(FORMS.value, text(FORMS.verb), LIMITS.verbs),
  });

  const field = object(
    {
      key: text(FORMS.name),
      from: list(text(FORMS.path), LIMITS.aliases, 1),
      as: oneOf('plain', 'flag', 'hashed'),
    },
    {
      domain: text(FORMS.name),
      type: oneOf('string', 'identifier'),
      null_when_absent: oneOf(true, false),
      why_plain: text(FORMS.sentence),
    },
  );

  const category = object(
    {
      id: text(FORMS.category),
      provider: text(FORMS.name),
      resource_type: text(FORMS.name),
      required_scope: when((value) => value === null || isText(value, FORMS.scope), FORMS.scope.words),
      tools: record(
        FORMS.leaf,
        (verb, path, problems) =>
          (typeof verb === 'string' ? text(FORMS.verb) : verbArgument)(verb, path, problems),
        LIMITS.tools,
      ),
      fields: list(field, LIMITS.fields),
      required: list(
        object({ any_of: list(text(FORMS.name), LIMITS.fields, 1) }, { detail: text(FORMS.name) }),
        LIMITS.fields,
      ),
    },
    {
      servers,
      class: oneOf(...ACTION_CLASSES),
      consequence: oneOf(...CONSEQUENCES),
      kept_when_incomplete: keys,
      binding_fields: keys,
      non_claims: list(text(FORMS.claim), LIMITS.nonClaims),
      // What is tried out is for whoever wrote the file: nothing in a process reads it.
      cases: any,
    },
  );

  return object(
    {
      schema: oneOf(CLASSIFIERS_SCHEMA),
      name: text(FORMS.family),
      servers,
      categories: list(category, LIMITS.categories, 1),
    },
    {
      $schema: any,
      draft: oneOf(true, false),
      reviewed: text(FORMS.date),
      sources: any,
      reviewed_read_only: any,
    },
  );
}

function isText(value: unknown, { pattern }: Form): boolean {
  return typeof value === 'string' && pattern.test(value);
}

/** Everything that is wrong with the shape of a classifier file, as far as rules are made of it. */
export function shapeProblems(document: unknown): readonly ClassifierProblem[] {
  const problems: ClassifierProblem[] = [];
  file(document, [], problems);
  return problems;
}
