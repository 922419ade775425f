import { named, paragraph } from '../report/words/paragraph.ts';
import type { SpanExplanation } from './explain-document.ts';
import { joined, placesWords, signWords } from './explain-words.ts';

type Asked = SpanExplanation['asked'];

/** By which dialect a span was read and why, or why by none. */
export function recognitionLines(told: SpanExplanation): string[] {
  const { dialect, asked, known_by: by, also, proven, proven_by: proof } = told;
  const scope =
    told.scope === ''
      ? 'it names no instrumentation scope'
      : `its instrumentation scope is ${named(told.scope)}`;
  if (dialect === null) return nobodyLines(asked, scope);
  return [
    paragraph(`read as \`${dialect.name}\``, 2),
    paragraph(`written by ${dialect.title}`, 4),
    paragraph(knownWords(by, told.scope, scope), 4),
    ...(also.length === 0
      ? []
      : [paragraph(`would fit too, and less closely: ${joined(also.map(code))}`, 4)]),
    ...(proven === null ? [] : [paragraph(proofWords(proven, proof), 2)]),
  ];
}

/** What it is known by, and its scope, once. */
function knownWords(by: SpanExplanation['known_by'], scope: string, scopeWords: string): string {
  if (by.length === 0) return scopeWords;
  if (!by.some((place) => place.in === 'scope_name')) return `known by ${placesWords(by)}; ${scopeWords}`;
  const others = by.filter((place) => place.in !== 'scope_name');
  const scoped = `instrumentation scope ${named(scope)}`;
  return `known by ${others.length === 0 ? scoped : `${placesWords(others)}, and by ${scoped}`}`;
}

/** Dialects that share a sign are told together. */
function nobodyLines(asked: Asked, scope: string): string[] {
  if (asked.length === 0) {
    const says =
      'neither that, nor its name, nor any of its attributes is a sign by which an instrumentation is known';
    return [paragraph(`read as no dialect: ${scope}; ${says} (docs/dialects.md)`, 2)];
  }
  const bySigns = new Map<string, string[]>();
  for (const { dialect, bears } of asked) {
    const signs = joined(bears.map(signWords));
    bySigns.set(signs, [...(bySigns.get(signs) ?? []), code(dialect)]);
  }
  return [
    paragraph(`read as no dialect: ${scope}`, 2),
    ...[...bySigns].map(([signs, names]) =>
      paragraph(
        `it has ${signs}, but not with what ${joined(names)} ${names.length === 1 ? 'looks' : 'look'} for`,
        4,
      ),
    ),
  ];
}

function proofWords(isProven: boolean, by: SpanExplanation['proven_by']): string {
  if (!isProven)
    return 'not proven to be MCP: neither the kind of its tool nor its name says so, and a framework writes the same span for a local function';
  return by.length === 0
    ? 'proven to be MCP: what it is known by is written for MCP alone'
    : `proven to be MCP by ${placesWords(by)}`;
}

function code(word: string): string {
  return `\`${word}\``;
}
