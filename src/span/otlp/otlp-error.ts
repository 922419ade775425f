/** Why something in an OTLP document, JSON or protobuf, was refused. */
export type OtlpErrorCode =
  | 'ambiguous_value'
  | 'base64_id'
  | 'document_too_large'
  | 'invalid_bytes'
  | 'invalid_enum'
  | 'invalid_id'
  | 'invalid_integer'
  | 'invalid_json'
  | 'invalid_number'
  | 'invalid_protobuf'
  | 'missing_id'
  | 'no_resource_spans'
  | 'snake_case'
  | 'too_deep'
  | 'truncated'
  | 'wrong_type';

/**
 * One refusal of the OTLP reader. `position` is the path from the document's root, made of OTLP field
 * names and indexes only; neither it nor the message ever holds a value or an attribute key of the document.
 * No `Error`: a hostile document is refused millions of times, and each stack would cost more than its value.
 */
export class OtlpError {
  readonly code: OtlpErrorCode;
  readonly message: string;
  readonly position: string;
  /** The last field name in `position`; empty for the document itself. */
  readonly field: string;

  constructor(code: OtlpErrorCode, position: string, field: string, message: string) {
    this.code = code;
    this.message = message;
    this.position = position;
    this.field = field;
  }
}
