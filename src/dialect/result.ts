import { hasRepeatedKey } from '../span/repeated-key.ts';
import { attribute } from '../span/view.ts';
import { repeatsKey } from './json-text.ts';
import { booleanWord } from './word.ts';

/** What a tool's result says about itself. */
type ResultSays = 'failure' | 'success' | 'nothing' | 'unclear';

/** UTF-16 units; a longer result is not parsed and says nothing. */
const LONGEST_RESULT = 1_048_576;

/**
 * Whether a result says that the tool failed: `isError` or `is_error` is true, a LangChain message in it has
 * `status: "error"`, or it is a JSON-RPC response with an `error` or with a `result` that says so. Accepts
 * JSON, JSON text, and JSON text encoded twice. A whole result without such a mark is a success; one that was
 * cut, is no JSON, or is too long says nothing; one in which a key stands twice is unclear, since two readers
 * could disagree about it. Never throws.
 */
export function resultSays(result: unknown): ResultSays {
  try {
    const text = typeof result === 'string' ? jsonText(result) : undefined;
    const whole: unknown = text === undefined ? result : JSON.parse(text);
    if (whole === undefined || whole === null || text === '') return 'nothing';
    const inner = read(whole, 'result');
    if (saysFailure(whole) || saysFailure(inner)) return 'failure';
    const isClear = text === undefined ? !repeatsMark(whole) && !repeatsMark(inner) : !repeatsKey(text, whole);
    return isClear ? 'success' : 'unclear';
  } catch {
    return 'nothing';
  }
}

/** The JSON text itself, or the one that is encoded in it once more. Throws where it is no JSON. */
function jsonText(text: string): string {
  const trimmed = text.trimStart();
  if (text.length > LONGEST_RESULT) throw new RangeError();
  if (!trimmed.startsWith('"')) return text;
  const value: unknown = JSON.parse(text);
  return typeof value === 'string' && /^\s*[{[]/.test(value) ? value : text;
}
