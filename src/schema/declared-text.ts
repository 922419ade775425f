import { isAlias, isMap, isScalar, isSeq, Lexer, LineCounter, type Node, parseDocument } from 'yaml';

/** Where something stands in a text, both from 1. */
export interface Position {
  readonly line: number;
  readonly column: number;
}

/** Where the value at a path stands; where the path ends early, the last part of it that is there. */
export type PositionOf = (path: readonly PropertyKey[]) => Position;

/** A text as a value, or why it is none; free of what the text holds. */
export type TextReading =
  | { readonly value: unknown; readonly positionOf: PositionOf }
  | { readonly problems: readonly TextProblem[] };

export interface TextProblem extends Partial<Position> {
  readonly message: string;
}

/** In UTF-16 units: far more than people write, and still read at once. */
const MAX_LENGTH = 8 * 1024 * 1024;
/** Of brackets, and of columns before the first word of a line. The parser recurses. */
const MAX_DEPTH = 64;
const MAX_INDENT = 128;
/** Values in all, where anchors are used again and again. */
const MAX_NODES = 1_000_000;
const MAX_ALIASES = 100;
const MAX_PROBLEMS = 20;

/**
 * Reads one document of JSON or YAML 1.2 (core schema). A key that stands twice in an object, a second document and
 * an unknown tag are problems. Never throws, and is bounded in depth and size.
 */
export function readText(text: string): TextReading {
  const excess = excessOf(text);
  if (excess !== undefined) return { problems: [{ message: excess }] };
  const lines = new LineCounter();
  const positionAt = (offset: number): Position => {
    const { line, col } = lines.linePos(offset);
    return { line, column: col };
  };
  try {
    const document = parseDocument(text, { lineCounter: lines, prettyErrors: false, logLevel: 'error' });
    const faults = [...document.errors, ...document.warnings].slice(0, MAX_PROBLEMS);
    if (faults.length > 0) {
      return {
        problems: faults.map(({ code, pos }) => ({ message: notParsed(code), ...positionAt(pos[0]) })),
      };
    }
    const value: unknown = document.toJS({ maxAliasCount: MAX_ALIASES });
    if (!isBounded(value)) return { problems: [{ message: TOO_MANY }] };
    const resolve = (node: unknown): unknown => (isAlias(node) ? node.resolve(document) : node);
    return { value, positionOf: (path) => positionAt(offsetAt(document.contents, path, resolve)) };
  } catch {
    // An anchor that is not defined or used too often, or the parser ran out of stack after all.
    return { problems: [{ message: TOO_MANY }] };
  }
}

const TOO_LONG = `Expected the document to be at most ${MAX_LENGTH / 1024 / 1024} Mi characters long, got more`;
const TOO_DEEP = `Expected the document to nest at most ${MAX_DEPTH} levels and be indented by at most ${MAX_INDENT} columns, got more`;
const TOO_MANY = `Expected the document to hold at most ${MAX_NODES} values, and anchors that are defined, lead to nothing that holds them and are used at most ${MAX_ALIASES} times, got others`;

const FAULTS: Readonly<Record<string, string>> = {
  DUPLICATE_KEY: 'a key that its object already has',
  MULTIPLE_DOCS: 'more than one document',
  TAG_RESOLVE_FAILED: 'a tag that is not known',
};

function notParsed(code: string): string {
  const found = Object.hasOwn(FAULTS, code) ? FAULTS[code] : `text that is neither (${code})`;
  return `Expected the document to be JSON or YAML, got ${found}`;
}

/** What of a text is beyond a limit of the parser. */
function excessOf(text: string): string | undefined {
  if (text.length > MAX_LENGTH) return TOO_LONG;
  if (new RegExp(`^(?:[ \\t]|[-?:](?=[ \\t])){${MAX_INDENT + 1}}`, 'm').test(text)) return TOO_DEEP;
  let depth = 0;
  for (const token of new Lexer().lex(text)) {
    if (token === '[' || token === '{') depth += 1;
    else if (token === ']' || token === '}') depth -= 1;
    if (depth > MAX_DEPTH) return TOO_DEEP;
  }
  return undefined;
}

/** Whether a value can be walked, every use of an anchor counted. */
function isBounded(value: unknown): boolean {
  let nodes = 0;
  const walk = (at: unknown, depth: number): boolean => {
    nodes += 1;
    if (nodes > MAX_NODES || depth > MAX_DEPTH + MAX_INDENT) return false;
    return (
      typeof at !== 'object' || at === null || Object.values(at).every((inner) => walk(inner, depth + 1))
    );
  };
  return walk(value, 0);
}

function offsetAt(
  root: Node | null,
  path: readonly PropertyKey[],
  resolve: (node: unknown) => unknown,
): number {
  let offset = root?.range?.[0] ?? 0;
  let node: unknown = root;
  for (const step of path) {
    const parent = resolve(node);
    if (isMap(parent)) {
      const pair = parent.items.find(({ key }) => isScalar(key) && String(key.value) === String(step));
      if (pair === undefined) break;
      offset = (isScalar(pair.key) ? pair.key.range?.[0] : undefined) ?? offset;
      node = pair.value;
    } else if (isSeq(parent) && typeof step === 'number') {
      const item = parent.items[step] as Node | undefined;
      if (item === undefined) break;
      offset = item.range?.[0] ?? offset;
      node = item;
    } else break;
  }
  return offset;
}
