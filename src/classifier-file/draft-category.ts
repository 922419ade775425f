import type { ClassifierCase, FieldDocument, RequirementDocument } from '../classify/classifier-document.ts';
import { draftFields, type LeftInput } from './draft-fields.ts';
import type { DraftTool } from './draft-tool.ts';
import { type DraftVerb, draftVerb, TODO } from './draft-verb.ts';
import { wordsOf } from './draft-words.ts';

/** A category as it is drafted: what a person has to settle is a `TODO`, or empty, with which no reader takes it. */
export interface DraftCategory {
  readonly id: string;
  readonly provider: string;
  /** Where not all servers of the file are meant. */
  readonly servers?: readonly string[];
  readonly class: string;
  readonly resource_type: string;
  readonly required_scope: string;
  readonly consequence: string;
  readonly tools: Readonly<Record<string, DraftVerb>>;
  readonly fields: readonly FieldDocument[];
  readonly required: readonly RequirementDocument[];
  readonly cases: readonly ClassifierCase[];
}

/** A category and what a person should know of it. */
export interface DraftedCategory {
  readonly leaf: string;
  readonly tool: DraftTool;
  readonly category: DraftCategory;
  readonly leftOut: readonly LeftInput[];
}

interface Place {
  readonly family: string;
  readonly id: string;
  /** At least one. */
  readonly servers: readonly string[];
  readonly isEverywhere: boolean;
}

/** Any word is a scope that some provider might have; no reader takes none. */
const NO_SCOPE = '';

/** The category of one tool. */
export function draftCategory(
  leaf: string,
  tool: DraftTool,
  { family, id, servers, isEverywhere }: Place,
): DraftedCategory {
  const { inputs = [] } = tool;
  const verb = draftVerb(leaf, inputs);
  const argument = typeof verb === 'string' ? undefined : verb.argument;
  const read = draftFields(
    inputs.filter(({ name }) => name !== argument),
    family,
  );
  const category: DraftCategory = {
    id,
    provider: family.replaceAll('-', '_'),
    ...(!isEverywhere && { servers }),
    class: TODO,
    resource_type: TODO,
    required_scope: NO_SCOPE,
    consequence: TODO,
    tools: { [leaf]: verb },
    fields: read.fields,
    required: read.required.map((key) => ({ any_of: [key] })),
    cases: [skeleton(leaf, servers[0] ?? '', verb, read.example)],
  };
  return { leaf, tool, category, leftOut: read.leftOut };
}

/** A case that still lacks the target: `classifiers check` asks for it, and for the cases that are not there. */
function skeleton(
  leaf: string,
  server: string,
  verb: DraftVerb,
  example: Readonly<Record<string, unknown>>,
): ClassifierCase {
  const [said] = typeof verb === 'string' ? [] : Object.entries(verb.verbs);
  const chosen = typeof verb === 'string' || said === undefined ? {} : { [verb.argument]: said[0] };
  return {
    name: `${TODO} ${leaf}`,
    call: { server, tool: leaf, arguments: { ...chosen, ...example } },
    record: { classification: 'classified', ...(said !== undefined && { verb: said[1] }) },
  };
}

/** `<family>/<words of the leaf>`, with a number where another tool has it; `ids` then has it too. */
export function newCategoryId(family: string, leaf: string, ids: Set<string>): string {
  const words = wordsOf(leaf).join('_').slice(0, MOST_WORDS);
  let id = `${family}/${words}`;
  for (let number = 2; ids.has(id); number += 1) id = `${family}/${words}_${number}`;
  ids.add(id);
  return id;
}

/** Leaves room for a number. */
const MOST_WORDS = 58;
