import { paragraphs } from './help.ts';

/** The texts that `--help` of `verify` adds to what commander makes of the options. */

export const VERIFY_DESCRIPTION = paragraphs(
  [
    'What a surface says of a side effect is the word of the tool: asserted. This command compares the calls with audit',
    "records that somebody exported from the provider's own log (assay.provider_audit_record.v0). A record whose digest",
    'is that of what a call did confirms that one call; what is refused, failed or not known in full is never confirmed.',
  ],
  [
    'A record of something that was refused or failed contradicts, and fails. A record that confirms no call, or is',
    'malformed, is inconclusive, and so is no record at all. Whether a record is authentic, and when it was written, is',
    'not checked.',
  ],
);

export const VERIFY_HELP = `
Examples:
  $ assay-otel verify --surface surfaces --audit github-audit.ndjson
  $ assay-otel verify --surface surfaces --audit audit.json --out verified --format json | jq .verified
  $ export-audit-log | assay-otel verify --surface job.surface.json --audit -

  --out writes <run>.surface.json with side_effect_verified where a call was confirmed, and never over its input: the
  health document of a run speaks of the surface that was asserted.

Exit codes:
  0  pass: every audit record confirms a call
  1  fail: an audit record contradicts what was decided or answered
  2  wrong usage, a path that is not there, a surface that cannot be read: nothing was judged; or something could not
     be written
  3  inconclusive: an audit record confirms nothing or is malformed, or there was none`;
