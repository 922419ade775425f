import {
  type Document,
  isAlias,
  isMap,
  isScalar,
  isSeq,
  Lexer,
  LineCounter,
  type Node,
  type Pair,
  parseDocument,
  visit,
  type YAMLError,
  type YAMLMap,
} from 'yaml';

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
const MAX_ANCHORS = 1_000;
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
    const document = parseDocument(text, {
      lineCounter: lines,
      prettyErrors: false,
      logLevel: 'error',
      // A tag of older YAML makes something of a value that is no plain object, and would be read as an empty one.
      resolveKnownTags: false,
      // The parser's own check takes quadratic time.
      uniqueKeys: false,
    });
    if (document.directives.yaml.version !== '1.2') return { problems: [{ message: OTHER_YAML }] };
    const faults = faultsOf(document);
    if (faults.length > 0) {
      return {
        problems: faults.map(({ code, pos }) => ({ message: notParsed(code), ...positionAt(pos[0]) })),
      };
    }
    const value: unknown = document.toJS({ maxAliasCount: MAX_ALIASES });
    if (!isBounded(value)) return { problems: [{ message: TOO_MANY }] };
    const resolve = (node: unknown): unknown => (isAlias(node) ? node.resolve(document) : node);
    const pairOf = pairFinder();
    return { value, positionOf: (path) => positionAt(offsetAt(document.contents, path, resolve, pairOf)) };
  } catch {
    // An anchor that is not defined or used too often, or the parser ran out of stack after all.
    return { problems: [{ message: TOO_MANY }] };
  }
}

const OTHER_YAML = 'Expected YAML 1.2, got a %YAML directive of another version; leave it out';
const TOO_LONG = `Expected the document to be at most ${MAX_LENGTH / 1024 / 1024} Mi characters long, got more`;
const TOO_DEEP = `Expected the document to nest at most ${MAX_DEPTH} levels and be indented by at most ${MAX_INDENT} columns, got more`;
const TOO_MANY = `Expected the document to hold at most ${MAX_NODES} values, and anchors that are defined, lead to nothing that holds them and are used at most ${MAX_ALIASES} times, got others`;

/** What is wrong, by the parser's codes; its own words quote the text. */
const FAULTS: Readonly<Record<string, string>> = {
  ALIAS_PROPS: 'an alias (*) with an anchor or a tag',
  BAD_ALIAS: 'an anchor or an alias that is none',
  BAD_COLLECTION_TYPE: 'a tag that does not fit what follows it',
  BAD_DIRECTIVE: 'a directive (%) that is none',
  BAD_DQ_ESCAPE: 'an escape in double quotes that is none',
  BAD_INDENT: 'a line that is not indented as those beside it, or a bracket that is not closed',
  BAD_PROP_ORDER: 'an anchor or a tag where none may be',
  BAD_SCALAR_START: 'a value that begins with a character that needs quotes',
  BLOCK_AS_IMPLICIT_KEY:
    'a line after which the next is indented too far, or two keys on one line; put a value that holds ": " in quotes',
  BLOCK_IN_FLOW: 'a list or an object by lines within brackets',
  DUPLICATE_KEY: 'a key that its object already has',
  MISSING_CHAR:
    'a line that is not indented as those beside it, or a bracket, a quote or a ": " that is missing, in text that is neither; put what holds brackets in quotes, as in ["labels[]"]',
  MULTILINE_IMPLICIT_KEY:
    'a line that is not indented as those beside it, without ": ", or a key that is broken over lines',
  MULTIPLE_ANCHORS: 'two anchors of one value',
  MULTIPLE_DOCS: 'more than one document',
  MULTIPLE_TAGS: 'two tags of one value',
  TAB_AS_INDENT: 'a line that is indented by a tab; use spaces',
  TAG_RESOLVE_FAILED: 'a tag that is not known',
  UNEXPECTED_TOKEN:
    'a line that is not indented as those before it, or something where nothing may be, in text that is neither',
};

function notParsed(code: string): string {
  const found = Object.hasOwn(FAULTS, code) ? FAULTS[code] : 'text that is neither';
  return `Expected the document to be JSON or YAML, got ${found}`;
}

/** What of a text is beyond a limit of the parser. */
function excessOf(text: string): string | undefined {
  if (text.length > MAX_LENGTH) return TOO_LONG;
  if (new RegExp(`^(?:[ \\t]|[-?:](?=[ \\t])){${MAX_INDENT + 1}}`, 'm').test(text)) return TOO_DEEP;
  let depth = 0;
  let anchors = 0;
  for (const token of new Lexer().lex(text)) {
    if (token === '[' || token === '{') depth += 1;
    else if (token === ']' || token === '}') depth -= 1;
    if (depth > MAX_DEPTH) return TOO_DEEP;
    if (token.startsWith('&')) anchors += 1;
    if (anchors > MAX_ANCHORS) return TOO_MANY;
  }
  return undefined;
}

type Fault = Pick<YAMLError, 'code' | 'pos'>;

/** In the order of the text. Of what cannot be read the first alone: those after it come of it. */
function faultsOf(document: Document.Parsed): readonly Fault[] {
  const inOrder = (faults: readonly Fault[]) => faults.toSorted((one, other) => one.pos[0] - other.pos[0]);
  const errors = inOrder(document.errors);
  // Whatever else a tab in front of a line makes of the text, that is what to mend.
  const first = errors.find(({ code }) => code === 'TAB_AS_INDENT') ?? errors[0];
  if (first !== undefined) return [first];
  return inOrder([...document.warnings, ...keysTwice(document)]).slice(0, MAX_PROBLEMS);
}

/** Keys that their object already has, also under an anchor's name. */
function keysTwice(document: Document.Parsed): Fault[] {
  const found: Fault[] = [];
  visit(document, {
    Map(_, { items }) {
      const keys = new Set<string>();
      for (const { key: written } of items) {
        const key = isAlias(written) ? written.resolve(document) : written;
        if (!isScalar(key)) continue;
        const name = String(key.value ?? '');
        const [from = 0, to = 0] = (written as Node).range ?? [];
        if (keys.has(name)) found.push({ code: 'DUPLICATE_KEY', pos: [from, to] });
        keys.add(name);
      }
    },
  });
  return found;
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

/** The first pair of a key. Every key of a map may be asked for: its pairs are gone through once. */
function pairFinder(): (map: YAMLMap, key: string) => Pair | undefined {
  const known = new WeakMap<YAMLMap, Map<string, Pair>>();
  return (map, key) => {
    let pairs = known.get(map);
    if (pairs === undefined) {
      pairs = new Map();
      for (const pair of map.items.toReversed()) {
        if (isScalar(pair.key)) pairs.set(String(pair.key.value), pair);
      }
      known.set(map, pairs);
    }
    return pairs.get(key);
  };
}

function offsetAt(
  root: Node | null,
  path: readonly PropertyKey[],
  resolve: (node: unknown) => unknown,
  pairOf: (map: YAMLMap, key: string) => Pair | undefined,
): number {
  let offset = root?.range?.[0] ?? 0;
  let node: unknown = root;
  for (const step of path) {
    const parent = resolve(node);
    if (isMap(parent)) {
      const pair = pairOf(parent, String(step));
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
