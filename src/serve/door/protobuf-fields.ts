/** The few fields that answers are made of. Source: Protocol Buffers, "Encoding". */

const VARINT = 0;
const LENGTH_DELIMITED = 2;

export function varintField(field: number, value: number): Buffer {
  return Buffer.from([tag(field, VARINT), ...varint(value)]);
}

export function bytesField(field: number, text: string): Buffer {
  const bytes = Buffer.from(text);
  return Buffer.concat([Buffer.from([tag(field, LENGTH_DELIMITED), ...varint(bytes.length)]), bytes]);
}

export function messageField(field: number, fields: readonly Buffer[]): Buffer {
  const body = Buffer.concat(fields);
  return Buffer.concat([Buffer.from([tag(field, LENGTH_DELIMITED), ...varint(body.length)]), body]);
}

function tag(field: number, wireType: number): number {
  return field * 8 + wireType;
}

function varint(value: number): number[] {
  const bytes: number[] = [];
  let rest = value;
  while (rest >= 0x80) {
    bytes.push((rest % 0x80) + 0x80);
    rest = Math.floor(rest / 0x80);
  }
  return [...bytes, rest];
}
