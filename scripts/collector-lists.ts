import { readdirSync, readFileSync } from 'node:fs';
import { CHECKPOINT_EVENT, DECISION_EVENT, RUN_END_EVENT } from '../src/decision/names.ts';
import { ALLOWED_EVENTS, ALLOWED_KEYS, OTHER_EVENT } from '../src/redact/scrub-lists.ts';
import type { SecretShape } from '../src/redact/secret-shape.ts';
import { SECRET_SHAPES } from '../src/redact/secret-shapes.ts';
import { evidenceSpansOttl } from './clickhouse/evidence-rows.ts';
import { conventionGroups } from './generated-docs.ts';

/**
 * The lists in the Collector's configuration files, made from the source that decides them. Each stands between
 * `# generated: <name>` and `# end of generated`; `npm run docs` writes them, `test/docs` holds the files equal.
 */

const FOLDER = new URL('../collector-config/', import.meta.url);

/** Our own events, whose attributes stay. */
const OWN_EVENTS = [DECISION_EVENT, CHECKPOINT_EVENT, RUN_END_EVENT];

const LISTS: Readonly<Record<string, () => readonly string[]>> = {
  'convention-keys': () => [...ALLOWED_KEYS, 'exception.type'].map((key) => `- ${key}`),
  'assay-keys': () => writtenKeys().map((key) => `- ${key}`),
  'secret-shapes': () => secretPatterns().map((pattern) => `- ${quoted(inCollector(`(?s).*${pattern}.*`))}`),
  'secret-names': () => [
    statement(`set(span.name, "span") where ${holdsSecret('span.name')}`),
    statement(
      `set(span.trace_state, "") where span.trace_state != "" and ${holdsSecret('span.trace_state')}`,
    ),
  ],
  'secret-span-names': () => [statement(`set(span.name, "span") where ${holdsSecret('span.name')}`)],
  'secret-scopes': () => [
    statement(
      `set(scope.name, "masked") where ${holdsSecret('Concat([scope.name, scope.version, scope.schema_url, resource.schema_url], " ")')}`,
    ),
    statement('set(scope.version, "") where scope.name == "masked"'),
    statement('set(scope.schema_url, "") where scope.name == "masked"'),
    statement('set(resource.schema_url, "") where scope.name == "masked"'),
  ],
  'carried-spans': () => [
    `- ${quoted(`set(span.attributes["assay.otlp.attributes"], String(span.attributes)) where ${evidenceSpansOttl()}`)}`,
  ],
  'carried-events': () => [
    `- ${quoted(`set(spanevent.attributes["assay.otlp.attributes"], String(spanevent.attributes)) where IsMatch(spanevent.name, "^assay[.]") or ${evidenceSpansOttl()}`)}`,
  ],
  'event-names': () => [unlessNamed([...ALLOWED_EVENTS, ...OWN_EVENTS])],
  'foreign-event-names': () => [unlessNamed([...ALLOWED_EVENTS])],
};

/** File name → text, of each file of `collector-config` with a generated list in it. */
export function collectorFiles(): Readonly<Record<string, string>> {
  const names = readdirSync(FOLDER).filter((name) => name.endsWith('.yaml'));
  const texts = names.map((name) => [name, readFileSync(new URL(name, FOLDER), 'utf8')] as const);
  const generated = texts.filter(([, text]) => text.includes(BEGIN));
  return Object.fromEntries(generated.map(([name, text]) => [`collector-config/${name}`, withLists(text)]));
}

const BEGIN = '# generated: ';
const BLOCK = /^( *)# generated: ([a-z-]+)\n(?:.*\n)*?\1# end of generated$/gm;

function withLists(text: string): string {
  return text.replace(BLOCK, (_, indent: string, name: string) => {
    const lines = LISTS[name]?.();
    if (lines === undefined)
      throw new Error(`Expected the name of a list in the Collector's files, got ${name}`);
    return [`${BEGIN}${name}`, ...lines, '# end of generated'].map((line) => indent + line).join('\n');
  });
}

/** The attributes that our own events and spans bear, as the semantic-convention file has them. */
function writtenKeys(): string[] {
  const written = conventionGroups().filter(({ type }) => type === 'event' || type === 'span');
  const keys = written.flatMap(({ attributes }) =>
    attributes.flatMap((entry) => ('ref' in entry ? [entry.ref] : [])),
  );
  return [...new Set(keys)].filter((key) => !ALLOWED_KEYS.has(key));
}

/** Where no letter or digit stands before: Go's engine cannot look behind, so what stands there is part of the match. */
const EDGE = '(?:^|[^\\p{L}\\p{Nd}])';

/**
 * All shapes of the table for Go's engine. Those that begin at an edge look for it once: apart, each of them would read
 * the text again, at nine times the cost for all.
 */
export function secretPatterns(): readonly string[] {
  // In order, those that begin alike stand together, and the engine reads what they begin with once.
  const patterns = SECRET_SHAPES.map(re2).sort();
  const atEdge = patterns.filter((pattern) => pattern.startsWith(EDGE));
  const others = patterns.filter((pattern) => !pattern.startsWith(EDGE));
  return [`${EDGE}(?:${atEdge.map((pattern) => pattern.slice(EDGE.length)).join('|')})`, ...others];
}

/** One shape for Go's engine. */
function re2({ pattern, anyCase }: SecretShape): string {
  if (anyCase) return `(?i:${pattern})`;
  const edged = pattern.replaceAll('(?<![\\p{L}\\p{Nd}])', EDGE);
  const at = edged.indexOf('(?<=');
  if (at < 0) return edged;
  // `X(?<=YX)Z` finds what `YXZ` finds, and is there only for speed.
  const repeated = edged.slice(0, at);
  const end = edged.indexOf(`${repeated})`, at);
  return edged.slice(at + '(?<='.length, end) + repeated + edged.slice(end + repeated.length + 1);
}

function holdsSecret(target: string): string {
  return `IsMatch(${target}, ${ottl(secretPatterns().join('|'))})`;
}

function unlessNamed(names: readonly string[]): string {
  const others = names.map((name) => `spanevent.name != ${ottl(name)}`).join(' and ');
  return statement(`set(spanevent.name, ${ottl(OTHER_EVENT)}) where ${others}`);
}

function statement(text: string): string {
  return `- ${quoted(inCollector(text))}`;
}

/** In a configuration of the Collector `$` begins a variable. */
function inCollector(text: string): string {
  return text.replaceAll('$', '$$$$');
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}

function ottl(text: string): string {
  return JSON.stringify(text);
}
