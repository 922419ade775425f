import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { CLASSIFIERS } from '../src/classify/registry.ts';
import { SECRET_KEYS } from '../src/classify/secret-keys.ts';
import { aboutDialect } from '../src/dialect/about.ts';
import type { AboutDialect } from '../src/dialect/dialect.ts';
import { DIALECTS } from '../src/dialect/registry.ts';
import { RULED_OUT_ATTRIBUTES, RULED_OUT_SCOPES } from '../src/emitter/ruled-out.ts';
import { PUBLISHED_SHAPES } from '../src/redact/about-secret-shapes.ts';
import { ALLOWED_EVENTS, ALLOWED_KEYS, CONTENT_KEYS, IDENTITY_KEYS } from '../src/redact/scrub-lists.ts';
import { gateDoc } from './gate-doc.ts';
import { code, list, table } from './markdown.ts';

/** The docs' tables, made from the source that decides them; `test/docs` holds the files equal to this. */

const HEAD = '<!-- Generated from the source by `npm run docs`; edit there. -->\n\n';

export interface RegistryAttribute {
  readonly id: string;
  readonly type: string | { readonly members: readonly { readonly value: string }[] };
  readonly brief: string;
  readonly stability: string;
  readonly examples: readonly unknown[];
}

export interface RegistryGroup {
  readonly id: string;
  readonly type: string;
  readonly name?: string;
  readonly metric_name?: string;
  readonly instrument?: string;
  readonly unit?: string;
  readonly brief: string;
  readonly attributes: readonly (
    | RegistryAttribute
    | { readonly ref: string; readonly requirement_level: unknown }
  )[];
}

/** Groups of the semantic-convention registry file. */
export function conventionGroups(): readonly RegistryGroup[] {
  const file = new URL('../docs/semconv/assay.yaml', import.meta.url);
  return (parse(readFileSync(file, 'utf8')) as { groups: RegistryGroup[] }).groups;
}

/** Path below the project → content. */
export function generatedDocs(): Readonly<Record<string, string>> {
  return {
    'docs/attributes.md': attributes(),
    'docs/dialects.md': dialects(),
    'docs/gate.md': gateDoc(),
    'docs/redaction-lists.md': redactionLists(),
    'docs/ruled-out.md': ruledOut(),
  };
}

function attributes(): string {
  const groups = conventionGroups();
  const all = groups.flatMap((group) => group.attributes).filter((entry) => 'id' in entry);
  const definitions = table(
    ['attribute', 'type', 'what it says', 'example'],
    all.map(({ id, type, brief, examples }) => [code(id), typeName(type), brief, code(String(examples[0]))]),
  );
  const uses = groups
    .filter(({ type }) => type !== 'attribute_group')
    .map((group) => {
      const rows = group.attributes.flatMap((entry) =>
        'ref' in entry ? [[code(entry.ref), level(entry.requirement_level)]] : [],
      );
      return `## ${useTitle(group)}\n\n${group.brief}\n\n${table(['attribute', 'requirement'], rows)}`;
    });
  return `${HEAD}# Attributes, events and metrics\n\nAll are of stability \`development\`; the registry file is [semconv/assay.yaml](semconv/assay.yaml).\n\n${definitions}\n${uses.join('\n')}`;
}

function useTitle({ id, type, name, metric_name, instrument, unit }: RegistryGroup): string {
  if (type === 'event') return `Span event \`${name}\``;
  if (type === 'metric') return `Metric \`${metric_name}\` (${instrument}, \`${unit}\`)`;
  const span = id.slice('span.'.length);
  if (span === 'assay.tool_span') return 'A tool span that is no call';
  return span === 'assay.tool_call' ? 'The call span itself' : `Span \`${span}\``;
}

function dialects(): string {
  const all = DIALECTS.map((dialect) => ({ ...dialect, ...aboutDialect(dialect) }));
  const places = all.map(({ name, title, source, documents }) => [
    code(name),
    `${title} (${source})`,
    documents.proof,
    documents.vantage,
    documents.arguments,
    documents.result,
    documents.server,
    documents.decision,
  ]);
  const ends = all.map(({ name, fingerprint, marksToolError, documents }) => [
    code(name),
    fingerprintWords(fingerprint),
    documents.argumentsSwitch ?? '–',
    marksToolError ? 'yes' : 'no',
    documents.errors,
    documents.cannotSay,
  ]);
  const placesHead = [
    'dialect',
    'what writes it',
    'an MCP call?',
    'vantage',
    'arguments',
    'result',
    'server',
    'decision',
  ];
  const endsHead = [
    'dialect',
    'looked at for its',
    'switch that turns arguments on',
    'marks a tool error',
    'a failed call is told by',
    'what its spans cannot say',
  ];
  return [
    `${HEAD}# Dialects`,
    "How the instrumentations that are recognised write a `tools/call` span, in the order in which they are asked. What a policy layer writes on the call's own span is read in every dialect: AgentCore's `aws.agentcore.policy.authorization_decision` with its mode, the Agent Governance Toolkit's `agt.policy.action` and `agt.approval.outcome`, `agentmesh.policy.decision` and `agentmesh.policy.allowed`, `policy.decision` and `policy.result`; a call that waits for an approval has no decision. What it writes on a span of its own is in [record.md](record.md#decisions-that-stand-on-other-spans).",
    '## Where things are',
    "A server that no attribute names is the namespace of the tool's name (`github` of `mcp__github__add_deploy_key`), then, on a server's span, `service.name`, then `unknown`.",
    table(placesHead, places).trimEnd(),
    '## How calls end, and what is not there',
    "A dialect that does not mark a tool's own error, with no result on the span, gives status `unknown`; in one that does, spans known not to (a client that ends its span before it looks at the result) give it too. Where no switch is named, none is known; most of those always record arguments, or never do.",
    table(endsHead, ends),
  ].join('\n\n');
}

function fingerprintWords({
  scopes = [],
  attributes = [],
  namePrefixes = [],
}: AboutDialect['fingerprint']): string {
  const parts = [
    ...(scopes.length > 0 ? [`scope ${scopes.map(code).join(', ')}`] : []),
    ...(attributes.length > 0 ? [`attribute ${attributes.map(code).join(', ')}`] : []),
    ...(namePrefixes.length > 0
      ? [`span name ${namePrefixes.map((prefix) => code(`${prefix}…`)).join(', ')}`]
      : []),
  ];
  return parts.length === 0 ? '–' : parts.join('; ');
}

function redactionLists(): string {
  const shapes = table(
    ['name', 'shape', 'source of its form'],
    PUBLISHED_SHAPES.map(({ name, shape, source }) => [code(name), shape, source]),
  );
  const categories = CLASSIFIERS.map(({ category }) => code(category)).join(', ');
  return [
    `${HEAD}# Redaction lists`,
    `## Attributes that stay on a call span under \`scrub: "strict"\`\n\n${list(ALLOWED_KEYS)}`,
    `## Span events that keep their name\n\nExceptions keep \`exception.type\`; all other attributes of events go.\n\n${list(ALLOWED_EVENTS)}`,
    `## Known content keys\n\nRemoved from the span, its events and its links under \`strict\` and \`content\`; those of the span are named in \`assay.redaction.scrubbed_keys\`.\n\n${list(CONTENT_KEYS)}`,
    `## Identity keys\n\nRemoved under \`strict\`, and named when they are.\n\n${list(IDENTITY_KEYS)}`,
    `## Secret shapes\n\nA value in which one is found is never projected, hashed or kept as a label. A shape that has a beginning of its own does not begin in the middle of a word. Each is searched in the text as it is; sanitised; without invisible characters, with full-width and other compatibility forms as ASCII, and with percent signs and backslash escapes (\`\\u0070\`, \`\\x70\`) of ASCII resolved, three deep; and in what is base64 of printable ASCII, once. The Collector's configurations search the text as it is. A secret of no shape here is not known: one behind \`-p\`, one whose letters were replaced by others that look alike, one that was cut short of its shape, one in hexadecimal digits or in base64 of base64.\n\n${shapes}`,
    `## Secret-like argument keys\n\nCompared after compatibility folding, in lower case, without \`_\`, \`-\`, spaces and invisible characters. They drive the reason code of a call outside ${categories}; safety does not rest on them, since projection is an allow-list.\n\n${list(SECRET_KEYS)}`,
  ].join('\n\n');
}

function ruledOut(): string {
  return [
    `${HEAD}# Spans that are ruled out`,
    'A checkpoint is final only when no open span can turn out to be a tool call. Of a span that is ruled out as it starts, this is known; it is never numbered later. Ruled out are spans of kind PRODUCER and CONSUMER, and those with one of these scopes or start attributes.',
    `## Instrumentation scopes\n\n${list(RULED_OUT_SCOPES)}`,
    `## Start attributes\n\n${list(RULED_OUT_ATTRIBUTES)}`,
  ].join('\n\n');
}

function typeName(type: RegistryAttribute['type']): string {
  return typeof type === 'string'
    ? type
    : `string: ${type.members.map(({ value }) => code(value)).join(', ')}`;
}

function level(requirement: unknown): string {
  if (typeof requirement === 'string') return requirement;
  return Object.entries(requirement as Record<string, string>)
    .map(([name, when]) => `${name.replaceAll('_', ' ')}: ${when}`)
    .join('; ');
}
