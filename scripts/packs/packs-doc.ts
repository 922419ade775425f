import type { FieldDocument, ToolVerb } from '../../src/classify/classifier-document.ts';
import { code, table } from '../markdown.ts';
import { schemasAt } from './argument-names.ts';
import { type Covered, coverageOf, otherwise } from './coverage.ts';
import { PACKS_INTRODUCTION } from './packs-introduction.ts';
import { type Pack, packFiles, readPacks, type ServedTool, type ServedTools } from './served-tools.ts';

/** `docs/packs.md`: what each pack knows of each server that it was written for. */
export function packsDoc(): string {
  const packs = readPacks();
  const abouts = new Map(packFiles().map(({ path, text }) => [path, aboutOf(text)]));
  const parts = packs.map((pack) => packPart(pack, abouts.get(`packs/${pack.file.name}.yaml`) ?? ''));
  return [PACKS_INTRODUCTION, overview(packs), disagreements(packs), ...parts]
    .map((part) => part.trimEnd())
    .join('\n\n')
    .concat('\n');
}

/** The comment at the head of a file. */
function aboutOf(text: string): string {
  const lines = text.split('\n');
  const end = lines.findIndex((line) => !line.startsWith('#'));
  return lines
    .slice(0, end)
    .map((line) => line.slice(1).trim())
    .join(' ');
}

const of = (covered: readonly Covered[], is: Covered['is']) => covered.filter((entry) => entry.is === is);

function overview(packs: readonly Pack[]): string {
  const rows = packs.map((pack) => {
    const covered = pack.fixtures.flatMap((served) => coverageOf(pack, served));
    const { name, categories, reviewed = '' } = pack.file;
    const cases = categories.reduce((sum, { cases: own = [] }) => sum + own.length, 0);
    const counts = (['classified', 'read_only', 'unknown'] as const).map((is) =>
      String(of(covered, is).length),
    );
    return [
      `[${code(name)}](#${name})`,
      String(pack.fixtures.length),
      ...counts,
      String(categories.length),
      String(cases),
      reviewed,
    ];
  });
  const head = [
    'pack',
    'tool lists',
    'tools classified',
    'read-only',
    'left unknown',
    'categories',
    'cases',
    'reviewed',
  ];
  return `## What there is\n\nA tool that two servers list counts twice.\n\n${table(head, rows)}`;
}

function packPart(pack: Pack, about: string): string {
  const { name, servers, categories, sources = [] } = pack.file;
  const all = [...new Set([...servers, ...categories.flatMap((category) => category.servers ?? [])])];
  const read = sources.map(({ what, version, date, url }) => {
    const when = [version, date && `read ${date}`].filter((part) => part !== undefined).join(', ');
    return `- ${url === undefined ? what : `[${what}](${url})`}${when === '' ? '' : ` (${when})`}`;
  });
  return [
    `## ${name}`,
    ...(about === '' ? [] : [about]),
    `Version in records: ${code(pack.version)}`,
    `Server ids: ${all.map(code).join(', ')}${categories.some((category) => category.servers) ? '. Some categories speak for some of them alone.' : '.'}`,
    `Read from:\n\n${read.join('\n')}`,
    projectedPart(categories),
    ...pack.fixtures.map((served) => serverPart(pack, served)),
  ].join('\n\n');
}

/** What of the arguments stands in a target, and how: what a reviewer of privacy asks first. */
function projectedPart(categories: Pack['file']['categories']): string {
  const rows = categories.map(({ id, required_scope, fields, required }) => {
    const keys = (as: FieldDocument['as']) =>
      fields.filter((field) => field.as === as).map(({ key }) => code(key));
    const open = [...keys('plain'), ...keys('flag')];
    return [
      code(id),
      required_scope === null ? '–' : code(required_scope),
      required.map(({ any_of }) => any_of.map(code).join(' or ')).join('; ') || '–',
      open.join(', ') || '–',
      keys('hashed').join(', ') || '–',
    ];
  });
  const head = ['category', 'scope', 'needed', 'in plain', 'hashed'];
  return [
    '<details>',
    '<summary>What of the arguments is in a record</summary>',
    table(head, rows).trimEnd(),
    '</details>',
  ].join('\n\n');
}

function serverPart(pack: Pack, served: ServedTools): string {
  const covered = coverageOf(pack, served);
  const { package: from, how, date, fixture } = served;
  const [classified, readOnly, unknown] = (['classified', 'read_only', 'unknown'] as const).map((is) =>
    of(covered, is),
  );
  const registry = from.registry === 'none' ? '' : `${from.registry} `;
  const counts = `${classified?.length} classified, ${readOnly?.length} read-only, ${unknown?.length} unknown`;
  const summary = `<summary>${registry}<code>${from.name}</code> ${from.version}, ${how} ${date}: ${served.tools.length} tools; ${counts}</summary>`;
  const named = served.server_info.name;
  const rows = (classified ?? []).map(({ tool, category, verb = '' }) => [
    code(tool.name),
    code(category?.id ?? ''),
    verbs(verb, tool),
    category?.class ?? 'privileged_admin_action',
    category?.consequence ?? '',
    claims(tool),
  ]);
  return [
    '<details>',
    summary,
    `${named === null ? 'What it calls itself is not published' : `Calls itself ${code(named)}`}. From: ${served.source}. Tool list: ${code(`fixtures/tools/${fixture}.json`)}.`,
    ...(rows.length === 0
      ? []
      : [table(['tool', 'category', 'verb', 'class', 'consequence', 'hints of the server'], rows).trimEnd()]),
    ...listed('Read-only by review', readOnly),
    ...listed('Left unknown', unknown),
    '</details>',
  ].join('\n\n');
}

function listed(title: string, covered: readonly Covered[] = []): readonly string[] {
  if (covered.length === 0) return [];
  return [`${title}: ${covered.map(({ tool }) => code(tool.name)).join(', ')}.`];
}

function verbs(verb: ToolVerb, { inputSchema }: ServedTool): string {
  if (typeof verb === 'string') return verb;
  const said = Object.entries(verb.verbs).map(([value, is]) =>
    value === is ? is : `${is} (${code(value)})`,
  );
  const values = schemasAt(inputSchema, verb.argument).flatMap((schema) => schema.enum ?? []);
  const others = [...new Set(values)].filter((value) => !Object.hasOwn(verb.verbs, String(value)));
  const incomplete =
    others.length === 0 ? '' : `; incomplete: ${others.map((value) => code(String(value))).join(', ')}`;
  return `by ${code(verb.argument)}: ${said.join(', ')}${incomplete}`;
}

/** What a server says of its own tool. */
function claims({ annotations = {} }: ServedTool): string {
  const said = (['readOnlyHint', 'destructiveHint'] as const).flatMap((hint) =>
    typeof annotations[hint] === 'boolean'
      ? [`${hint.slice(0, -4)}: ${annotations[hint] ? 'yes' : 'no'}`]
      : [],
  );
  return said.length === 0 ? '–' : said.join(', ');
}

function disagreements(packs: readonly Pack[]): string {
  const rows = packs.flatMap((pack) =>
    pack.fixtures.flatMap((served) =>
      coverageOf(pack, served).flatMap((covered) => {
        const hint = otherwise(covered);
        const { category } = covered;
        const said =
          category && [category.class ?? 'privileged_admin_action', category.consequence].join(', ');
        return hint === undefined
          ? []
          : [[code(covered.tool.name), code(served.package.name), code(hint), said ?? 'read-only by review']];
      }),
    ),
  );
  const told =
    'A server that calls a tool read-only which the pack classifies, or not destructive where what it does is gone for good; or the other way round, a tool that was found to change nothing.';
  return `## Where a server's hints say otherwise\n\n${told}\n\n${table(['tool', 'server', 'its hint', 'the pack'], rows)}`;
}
