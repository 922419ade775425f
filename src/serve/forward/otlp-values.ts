/** `KeyValue` of OTLP/JSON. */
export interface KeyValue {
  readonly key: string;
  readonly value: Readonly<Record<string, unknown>>;
}

/** Attributes as OTLP/JSON writes them; what has no form there is left out. */
export function keyValues(attributes: Readonly<Record<string, unknown>>): KeyValue[] {
  return Object.entries(attributes).flatMap(([key, held]) => {
    const value = anyValue(held);
    return value === undefined ? [] : [{ key, value }];
  });
}

function anyValue(value: unknown): Readonly<Record<string, unknown>> | undefined {
  switch (typeof value) {
    case 'string':
      return { stringValue: value };
    case 'boolean':
      return { boolValue: value };
    case 'number':
      return Number.isSafeInteger(value) ? { intValue: String(value) } : { doubleValue: doubleOf(value) };
    case 'object': {
      if (!Array.isArray(value)) return undefined;
      const values = value.map(anyValue);
      return values.includes(undefined) ? undefined : { arrayValue: { values } };
    }
    default:
      return undefined;
  }
}

/** JSON has no NaN and no infinity: protobuf's mapping writes their names. */
function doubleOf(value: number): number | string {
  return Number.isFinite(value) ? value : String(value);
}
