import { attribute } from '../span/view.ts';

/** What a tool's result says about itself. */
type ResultSays = 'failure' | 'success' | 'nothing';

/** UTF-16 units; a longer result is not parsed and says nothing. */
const LONGEST_RESULT = 1_048_576;

/**
 * Whether a result says that the tool failed: `isError` or `is_error` is true, or a LangChain message in it
 * has `status: "error"`. Accepts JSON, JSON text, and JSON text encoded twice. A whole result without such
 * a mark is a success; one that was cut, is no JSON, or is too long says nothing. Never throws.
 */
export function resultSays(result: unknown): ResultSays {
  try {
    const whole = typeof result === 'string' ? parsed(result) : result;
    if (whole === undefined || whole === null) return 'nothing';
    return saysFailure(whole) ? 'failure' : 'success';
  } catch {
    return 'nothing';
  }
}

/** Throws where the text, or an object encoded in it once more, is no whole JSON. */
function parsed(text: string): unknown {
  if (text.length > LONGEST_RESULT) return undefined;
  const value: unknown = JSON.parse(text);
  return typeof value === 'string' && /^\s*[{[]/.test(value) ? JSON.parse(value) : value;
}

function saysFailure(result: unknown): boolean {
  if (read(result, 'isError') === true || read(result, 'is_error') === true) return true;
  const output = read(result, 'output');
  return [read(result, 'kwargs'), output, read(output, 'kwargs')].some(
    (message) => read(message, 'status') === 'error',
  );
}

function read(value: unknown, key: string): unknown {
  if (typeof value !== 'object' || value === null) return undefined;
  return attribute(value as Readonly<Record<string, unknown>>, key);
}
