import { hasRepeatedKey } from '../span/repeated-key.ts';
import { attribute } from '../span/view.ts';
import { booleanOf } from './boolean-word.ts';
import { repeatsKey } from './json-text.ts';

/** What a tool's result says about itself. */
type ResultSays = 'failure' | 'success' | 'nothing' | 'unclear';

/** UTF-16 units; a longer result is not parsed and says nothing. */
const LONGEST_RESULT = 1_048_576;

/**
 * Whether a result says that the tool failed: `isError` or `is_error` is true, a LangChain message in it has
 * `status: "error"`, or it is a JSON-RPC response with an `error` or with a `result` that says so. Accepts
 * JSON, JSON text, and JSON text encoded twice. A whole result without such a mark is a success; one that was
 * cut, is no JSON, or is too long says nothing, nor does a single item of its content; one in which a key stands
 * twice is unclear, since two readers could disagree about it. Never throws.
 */
export function resultSays(result: unknown): ResultSays {
  // Nearly every span: most instrumentations record no result.
  if (result === undefined || result === null) return 'nothing';
  try {
    const { value, isClear } = typeof result === 'string' ? parsed(result) : structured(result);
    if (value === undefined || value === null) return 'nothing';
    if (saysFailure(value) || saysFailure(read(value, 'result'))) return 'failure';
    if (isContentItem(value)) return 'nothing';
    return isClear ? 'success' : 'unclear';
  } catch {
    return 'nothing';
  }
}

interface Whole {
  readonly value: unknown;
  readonly isClear: boolean;
}

const NOTHING: Whole = { value: undefined, isClear: true };

/** Throws where the text, or an object encoded in it once more, is no whole JSON. */
function parsed(text: string): Whole {
  if (text.length > LONGEST_RESULT) return NOTHING;
  const value: unknown = JSON.parse(text);
  return typeof value === 'string' && /^\s*[{[]/.test(value)
    ? checked(value, JSON.parse(value))
    : checked(text, value);
}

function checked(text: string, value: unknown): Whole {
  return { value, isClear: !repeatsKey(text, value) };
}

/** Only the maps in which a mark could stand are asked. */
function structured(value: unknown): Whole {
  const maps = [value, read(value, 'result')].flatMap((map) => [map, ...messagesIn(map)]);
  return {
    value,
    isClear: !maps.some((map) => typeof map === 'object' && map !== null && hasRepeatedKey(map)),
  };
}

function saysFailure(result: unknown): boolean {
  if (booleanOf(read(result, 'isError')) === true || booleanOf(read(result, 'is_error')) === true)
    return true;
  if (read(result, 'jsonrpc') !== undefined && (read(result, 'error') ?? undefined) !== undefined)
    return true;
  return messagesIn(result).some((message) => read(message, 'status') === 'error');
}

/** What each type of MCP's content items bears. */
const CONTENT: ReadonlyMap<unknown, string> = new Map([
  ['text', 'text'],
  ['image', 'data'],
  ['audio', 'data'],
  ['resource', 'resource'],
  ['resource_link', 'uri'],
]);

/** `isError` stood beside the content: the OpenAI Agents SDK gives its only item in place of the result. */
function isContentItem(value: unknown): boolean {
  const key = CONTENT.get(read(value, 'type'));
  return key !== undefined && read(value, key) !== undefined && read(value, 'content') === undefined;
}

/** LangChain's messages: serialised, below `output`, or the dump of one, which says itself what it is. */
function messagesIn(result: unknown): readonly unknown[] {
  const output = read(result, 'output');
  const isDump = read(result, 'type') === 'tool' && read(result, 'tool_call_id') !== undefined;
  return [read(result, 'kwargs'), output, read(output, 'kwargs'), ...(isDump ? [result] : [])];
}

function read(value: unknown, key: string): unknown {
  if (typeof value !== 'object' || value === null) return undefined;
  return attribute(value as Readonly<Record<string, unknown>>, key);
}
