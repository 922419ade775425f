/** An integer of so many digits may be more than a number holds exactly; where it stands in no string, after one of these. */
const LONG = /[:,[]\s*-?\d{16}/;

/** A string or a number in JSON text, each whole. */
const TOKEN = /"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;
const INTEGER = /^-?\d{16,}$/;

/** Marks what JSON has no form for. No attribute has it alone: it is read back at once. */
const MARK = 'assay.otlp.integer';

/** JSON with integers of 64 bits kept: a bigint where a number would not be exact. @throws {SyntaxError} */
export function exactJson(text: string): unknown {
  if (!LONG.test(text)) return JSON.parse(text);
  const marked = text.replace(TOKEN, (token) =>
    INTEGER.test(token) && !Number.isSafeInteger(Number(token)) ? `{"${MARK}":"${token}"}` : token,
  );
  return JSON.parse(marked, (_, value: unknown) => {
    const integer = (value as Record<string, unknown> | null)?.[MARK];
    return typeof integer === 'string' && INTEGER.test(integer) ? BigInt(integer) : value;
  });
}
