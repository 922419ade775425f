import {
  type ClassifierDraft,
  draftClassifiers,
  draftDocument,
  type RefusedTool,
} from '../classifier-file/draft.ts';
import { CLASSIFIER_LIMITS, FORMS } from '../classifier-file/forms.ts';
import { HIGH_RISK_WORDS } from '../gate/high-risk-words.ts';
import { counted, listedWords } from '../report/words/paragraph.ts';
import { quoted } from '../report/words/quote.ts';
import {
  type DraftInputOptions,
  type FoundTools,
  toolsOfAnswers,
  toolsOfRuns,
} from './classifiers-draft-input.ts';
import { knownTools } from './classifiers-draft-known.ts';
import { classifierDraftYaml } from './classifiers-draft-yaml.ts';
import type { CommandIo, ExitCode } from './command-io.ts';
import { prettyJson } from './pretty-json.ts';
import { printText } from './print-text.ts';
import type { Printer } from './printer.ts';
import { shownName } from './read-documents.ts';
import { readRules } from './read-rules.ts';

export interface ClassifiersDraftOptions extends DraftInputOptions {
  /** The family of the categories; from the id of a single server where left out. */
  readonly name?: string;
  readonly format: 'yaml' | 'json';
}

/** Tools in, a draft of a classifier file out. See `assay-otel classifiers draft --help`. */
export async function classifiersDraftCommand(
  paths: readonly string[],
  options: ClassifiersDraftOptions,
  io: CommandIo,
  printer: Printer,
): Promise<ExitCode> {
  const fail = (message: string): ExitCode => {
    printer.fail(message);
    return 2;
  };
  const misuse = misuseOf(paths, options);
  if (misuse !== undefined) return fail(misuse);
  const rules = await readRules(options, io, printer);
  if (rules === undefined) return 2;
  const found =
    options.tools === undefined
      ? await toolsOfRuns(paths, options, rules, io, printer)
      : await toolsOfAnswers(options.tools, options, io, printer);
  if (found === undefined) return 2;
  if ('problem' in found) {
    printer.endRefusals();
    return fail(found.problem);
  }
  const { tools, servers } = found;
  if (servers.length > CLASSIFIER_LIMITS.servers) return fail(MANY_SERVERS);
  const family = options.name ?? nameFrom(servers);
  if (family === undefined) return fail(NO_NAME);
  const isKnown = knownTools(rules);
  const draft = draftClassifiers(tools, { family, servers, readVerbs: HIGH_RISK_WORDS.readVerbs, isKnown });
  for (const { name, why } of draft.refused) {
    printer.refuse({ file: sourceOf(options), position: quoted(name) }, REFUSED[why]);
  }
  printer.endRefusals();
  if (rules.rules.rules.some(({ category }) => category.startsWith(`${family}/`))) printer.note(SAME_NAME);
  return print(draft, found, options.format, printer);
}

async function print(
  draft: ClassifierDraft,
  { digests, drawnFrom, notes }: FoundTools,
  format: ClassifiersDraftOptions['format'],
  printer: Printer,
): Promise<ExitCode> {
  const { categories, readOnly, known, refused } = draft;
  const leftOut = [...notes, ...toolsNote(known, 'left out, since a classifier or a review knows them')];
  const candidates = readOnly.map(({ leaf }) => leaf);
  const reading = 'without a category, since their names begin with a word of reading; each needs a review';
  for (const note of [...leftOut, ...toolsNote(candidates, reading)]) printer.note(note);
  const done: ExitCode = printer.refused > 0 ? 1 : 0;
  if (categories.length + readOnly.length === 0) {
    printer.note('nothing is left to draft');
    return done;
  }
  const sources = digests.map((version) => ({ what: 'an answer to tools/list', version }));
  const document = draftDocument(draft, sources);
  const missing =
    refused.length === 0 ? [] : [`${counted(refused.length, 'tool')} refused, for the reasons on stderr`];
  const text =
    format === 'json'
      ? prettyJson(document)
      : classifierDraftYaml(draft, document, drawnFrom, [...leftOut, ...missing]);
  return (await printText(text, printer)) ? done : 2;
}

/** Where refused tools stand: a file, where there is but one. */
function sourceOf({ tools }: ClassifiersDraftOptions): string {
  const [first] = tools ?? ['records'];
  return first === undefined || (tools ?? []).length > 1 ? 'tools/list' : shownName(first);
}

/** `2 tools left out…: one, two`. */
function toolsNote(leaves: readonly string[], what: string): readonly string[] {
  return leaves.length === 0
    ? []
    : [`${counted(leaves.length, 'tool')} ${what}: ${listedWords(leaves, ', ')}`];
}

function misuseOf(paths: readonly string[], options: ClassifiersDraftOptions): string | undefined {
  const { tools, spans, surface, name, server = [] } = options;
  if (tools !== undefined && (paths.length > 0 || spans !== undefined || surface !== undefined)) return BOTH;
  if (tools !== undefined && tools.filter((path) => path === '-').length > 1) return STDIN_TWICE;
  if (name !== undefined && !FORMS.family.pattern.test(name)) {
    return `Expected \`--name\` to be ${FORMS.family.words}, got another`;
  }
  const isServer = (id: string) => FORMS.server.pattern.test(id) && id.isWellFormed() && id !== '*';
  return server.every(isServer) ? undefined : WRONG_SERVER;
}

/** Of one server whose id is nearly a name. What nobody named gives none. */
function nameFrom([id, ...others]: readonly string[]): string | undefined {
  if (id === undefined || others.length > 0 || id === 'unknown') return undefined;
  const name = /^[\w .-]+$/.test(id) ? id.toLowerCase().replace(/[ .]+/g, '-') : '';
  return FORMS.family.pattern.test(name) ? name : undefined;
}

const REFUSED = {
  no_leaf: `Expected the name of a tool to end in ${FORMS.leaf.words}, got another; no classifier can name it`,
  shared_leaf:
    'Expected one tool under this leaf name, got others that differ: a call would not tell which it is; draft each server by itself',
  too_many: `Expected what one file can hold (${CLASSIFIER_LIMITS.categories} categories), got more: draft server by server, or load with --classifiers what is settled already`,
} as const satisfies Readonly<Record<RefusedTool['why'], string>>;

const BOTH = 'Expected `--tools`, or surfaces or traces, got both; draft from one of them';
const STDIN_TWICE = 'Expected stdin (-) to be named once, got it twice';
const WRONG_SERVER = 'Expected `--server` to be exact ids of 1 to 256 characters, got another; "*" is none';
const NO_NAME =
  'Expected `--name NAME`, got none, and no one server whose id could be it; every category id begins with it';
const SAME_NAME =
  'a file of --classifiers has the same name: with another --name, their ids and hash domains stay apart';
const MANY_SERVERS = `Expected at most ${CLASSIFIER_LIMITS.servers} servers, got more; choose with \`--server\``;
