import type { ClassifierDraft, DraftDocument } from '../classifier-file/draft.ts';
import type { DraftCategory, DraftedCategory } from '../classifier-file/draft-category.ts';
import type { LeftInput } from '../classifier-file/draft-fields.ts';
import type { DraftTool } from '../classifier-file/draft-tool.ts';
import { ACTION_CLASSES, CONSEQUENCES } from '../classify/rule.ts';
import { counted, listedWords } from '../report/words/paragraph.ts';
import { quoted } from '../report/words/quote.ts';
import { spelledOut } from '../report/words/terminal-text.ts';
import { VERSION } from '../version.ts';
import { yamlComment, yamlScalar } from './yaml-text.ts';

/** A drafted classifier file as YAML with comments that say what a person has to settle. */
export function classifierDraftYaml(
  draft: ClassifierDraft,
  document: DraftDocument,
  drawnFrom: string,
  notes: readonly string[],
): string {
  const { schema, name, sources = [], servers, categories } = document;
  return [
    yamlComment(`Drafted by assay-otel ${VERSION} from ${drawnFrom}. ${NOTHING_YET}`),
    ...notes.map((note) => yamlComment(`${note}.`)),
    `schema: ${yamlScalar(schema)}\n`,
    `name: ${yamlScalar(name)}\n`,
    'draft: true # nothing reads this file until a person has settled all of it and takes this line out\n',
    ...(sources.length === 0 ? [] : ['sources:\n', ...sources.map((source) => `  - ${flow(source)}\n`)]),
    `servers: ${flow(servers)}\n`,
    categories.length === 0 ? 'categories: []\n' : 'categories:\n',
    ...draft.categories.map(categoryYaml),
    ...readOnlyYaml(draft),
  ].join('');
}

const NOTHING_YET =
  'It says nothing yet. Of each category, find out what the tool does: if it changes nothing, move its name to `reviewed_read_only`; else put what is right in place of each TODO, read `fields` and `required`, and complete the cases. Tools that share a resource and fields may share a category. Behind "says" stands what the server says of its tool, as its claim.';

function categoryYaml({ leaf, tool, category, leftOut }: DraftedCategory): string {
  const { id, provider, servers, tools, fields, required, cases } = category;
  return [
    `\n  # ${leaf}\n`,
    ...sayings(tool).map((said) => `  # ${said}\n`),
    ...(leftOut.length === 0 ? [] : [`  # not drafted: ${listedWords(leftOut.map(leftWords), ', ')}\n`]),
    yamlComment(settleWords(category, tool), 2),
    `  - id: ${yamlScalar(id)}\n`,
    `    provider: ${yamlScalar(provider)}\n`,
    ...(servers === undefined ? [] : [`    servers: ${flow(servers)}\n`]),
    `    class: ${yamlScalar(category.class)} # ${ACTION_CLASSES.join(', ')}\n`,
    `    resource_type: ${yamlScalar(category.resource_type)} # what kind of thing is changed, such as crm_contact\n`,
    `    required_scope: ${yamlScalar(category.required_scope)} # TODO: as the provider names it; null where it publishes none\n`,
    `    consequence: ${yamlScalar(category.consequence)} # ${CONSEQUENCES.join(', ')}\n`,
    `    tools: ${flow(tools)}\n`,
    ...listYaml('fields', fields),
    ...listYaml('required', required),
    '    cases:\n',
    ...cases.map(({ name, call, record }) =>
      [
        `      - name: ${yamlScalar(name)}\n`,
        `        call: ${flow(call)}\n`,
        `        record: ${flow(record)} # TODO: the target\n`,
      ].join(''),
    ),
  ].join('');
}

/** What is known of a tool beside its name: each for a line of a comment. */
function sayings({ description, annotations = {}, seen }: DraftTool): readonly string[] {
  const hints = Object.entries(annotations).sort(([one], [other]) => (one < other ? -1 : 1));
  const said = hints.map(([hint, value]) => `${hint}: ${value}`);
  return [
    ...(description === undefined ? [] : [`says ${shown(description)}`]),
    ...(said.length === 0 ? [] : [`says ${said.join(', ')}; not verified`]),
    ...(seen === undefined ? [] : [seenWords(seen)]),
  ];
}

function seenWords(seen: NonNullable<DraftTool['seen']>): string {
  const calls = seen.reduce((sum, { calls: count }) => sum + count, 0);
  const places = seen
    .slice(0, MOST_SERVERS)
    .map(({ server, calls: count }) => `${count} on ${shown(server)}`);
  const beyond = seen.length - places.length;
  return `seen in ${counted(calls, 'call')}: ${places.join(', ')}${beyond > 0 ? ` and ${beyond} more` : ''}`;
}

const MOST_SERVERS = 5;

function settleWords({ tools, fields }: DraftCategory, { inputs }: DraftTool): string {
  const [verb] = Object.values(tools);
  return [
    'To settle: does it change anything, and what (`class`, `resource_type`)? Which scope does it need? How far can it be taken back (`consequence`)?',
    fields.length === 0
      ? 'Which arguments say what it changes? None is drafted.'
      : 'Which arguments say what it changes (`required`), and which are public labels (`as: plain`)?',
    ...(typeof verb === 'object'
      ? [`Its verb stands in \`${verb.argument}\`: take out the values that change nothing.`]
      : []),
    ...(inputs === undefined ? [NO_ARGUMENTS] : []),
  ].join(' ');
}

const NO_ARGUMENTS =
  'Records hold no arguments of unknown tools: for fields, draft from an answer to `tools/list` (--tools).';

function leftWords({ name, types, required, why }: LeftInput): string {
  const words = {
    content: 'content or a secret',
    free: 'free text',
    type: types.length === 0 ? 'no plain type' : types.join(' or '),
    name: 'its name',
    limit: 'one field too many',
  };
  const isShown = /^[\w.$-]{1,64}$/.test(name);
  return `${isShown ? name : 'one whose name is not shown'} (${words[why]}${required ? '; required' : ''})`;
}

/** A person takes the comment signs out, line by line. */
function readOnlyYaml({ readOnly }: ClassifierDraft): readonly string[] {
  if (readOnly.length === 0) return [];
  const listed = readOnly.slice(0, MOST_READ_ONLY);
  const beyond = readOnly.length - listed.length;
  return [
    '\n',
    yamlComment(READ_ONLY),
    '# reviewed_read_only:\n',
    ...listed.map(({ leaf, tool }) =>
      [`#   - ${yamlScalar(leaf)}`, ...sayings(tool).map((said) => ` # ${said}`), '\n'].join(''),
    ),
    ...(beyond > 0 ? [yamlComment(`and ${beyond} more, which are not shown`)] : []),
  ];
}

const MOST_READ_ONLY = 1_000;
const READ_ONLY =
  'Tools whose names begin with a word of reading. Nobody has looked at them: find out what each does. Take the comment signs from the first line and from those that change nothing; write a category for any other.';

/** Text from outside in a comment: on one line, cut, with whatever does not show or is no YAML spelled out. */
function shown(text: string): string {
  return quoted(text).replace(/\p{Noncharacter_Code_Point}/gu, spelledOut);
}

function listYaml(key: string, entries: readonly object[]): readonly string[] {
  if (entries.length === 0) return [`    ${key}: []\n`];
  return [`    ${key}:\n`, ...entries.map((entry) => `      - ${flow(entry)}\n`)];
}

/** A value on one line. */
function flow(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(flow).join(', ')}]`;
  if (typeof value === 'number') return String(value);
  if (typeof value !== 'object' || value === null) return yamlScalar(value as string | boolean | null);
  const members = Object.entries(value).map(([key, member]) => `${yamlScalar(key)}: ${flow(member)}`);
  return members.length === 0 ? '{}' : `{ ${members.join(', ')} }`;
}
