/** How an input holds its documents: as text, each after its length, or as one protobuf message that is all of it. */
export type TelemetryFormat = 'text' | 'framed' | 'message';

/** Bytes that tell the format; fewer only of an input that has no more. */
export const FORMAT_HEAD = 5;
/** Where the first byte is one that text and a message can begin with. */
export const LONG_FORMAT_HEAD = 64;

/** A line feed, or the tag of the only field of an OTLP message. */
export const AMBIGUOUS = 0x0a;

/** The first byte of a length of 64 MiB. */
const HIGHEST_OF_LENGTH = 4;

/** The first bytes of what the exporter puts after a length: protobuf, JSON, Zstandard. */
const FIRST_OF_FRAMED = [0x0a, 0x7b, 0x28];

/**
 * The format of an input that begins like this, as the Collector's file exporter writes it. No JSON text begins with
 * the first byte of a length below 64 MiB, and none holds a control character, of which each span has some.
 */
export function formatOf(head: Uint8Array): TelemetryFormat {
  const first = head[0] ?? 0x20;
  const length = head.length < 4 ? undefined : Buffer.from(head.subarray(0, 4)).readUInt32BE();
  if (first <= HIGHEST_OF_LENGTH && length !== undefined) {
    const isFramed = length > 0 && FIRST_OF_FRAMED.includes(head[4] ?? AMBIGUOUS);
    return isFramed ? 'framed' : 'text';
  }
  return first === AMBIGUOUS && head.some(isControl) ? 'message' : 'text';
}

function isControl(byte: number): boolean {
  return byte < 0x20 && byte !== 0x09 && byte !== 0x0a && byte !== 0x0d;
}
