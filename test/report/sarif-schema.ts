import schema from '@microsoft/jest-sarif/lib/schemas/sarif-2.1.0-rtm.5.json' with { type: 'json' };
import AjvDraft04 from 'ajv-draft-04';
import addFormats from 'ajv-formats';

/** The schema of SARIF 2.1.0 (rtm.5, the one of the OASIS Standard) as Microsoft's package ships it. */
// One pattern of the schema (that of a language) is none with the flag `u`.
const ajv = new AjvDraft04.default({ strict: false, allErrors: true, unicodeRegExp: false });
addFormats.default(ajv as never);
const validate = ajv.compile(schema as object);

/** What is wrong with a SARIF log; empty where nothing is. */
export function sarifErrors(log: unknown): readonly string[] {
  return validate(log)
    ? []
    : (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
}
