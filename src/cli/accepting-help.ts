import { paragraphs } from './help.ts';

/** The texts that `--help` of `declare` and `baseline` adds to what commander makes of the options. */

export const DECLARE_DESCRIPTION = paragraphs(
  [
    'Drafts a declared surface from what was observed, for a person to review: every target of every known tool as it was',
    'seen (hashes stay hashes), by what was decided; and the tools that no classifier knows. Nothing is generalised, and',
    'what cannot be declared as it was seen is left out and told, in a comment and on stderr.',
  ],
  [
    'A draft declares nothing yet. The reviewed tools in it have no reason, and no command reads it until a person has',
    'written one for each.',
  ],
);

export const DECLARE_HELP = `
Examples:
  $ assay-otel declare surfaces > declared.yaml
  $ assay-otel declare --spans traces.jsonl > declared.yaml
  $ assay-otel surface traces.jsonl | assay-otel declare - --format json
  $ assay-otel declare --from clickhouse://db.example/otel --since 2027-03-24T00:00:00Z > declared.yaml

  --from needs @clickhouse/client beside this package, and takes the password from ASSAY_CLICKHOUSE_PASSWORD
  (docs/scale.md).

Exit codes:
  0  a draft was printed
  2  wrong usage, a path that is not there, a surface that cannot be read, or no surface at all`;

export const BASELINE_DESCRIPTION = paragraphs(
  [
    'Prints a baseline that accepts every finding that now stands in the way of a pass: those of the levels error and',
    'inconclusive. Together with --baseline FILE it keeps the entries of that file. "assay-otel gate --baseline" then',
    'passes, but for what was not observed well enough: that, no baseline accepts.',
  ],
  [
    'A finding is known by its fingerprint (row, server, tool, category and target), in whatever run. Entries for calls',
    'that are unknown or not known in full need --until, since nobody knows what else will look like them.',
  ],
);

export const BASELINE_HELP = `
Examples:
  $ assay-otel baseline --declared declared.yaml --surface surfaces --reason "known, OPS-7" > accepted.yaml
  $ assay-otel baseline --declared declared.yaml --surface surfaces --baseline accepted.yaml \\
      --reason "until arguments are handed over" --until 2027-03-31 > accepted.new.yaml

  Surfaces, health documents, spans and a store (--from) are read as "assay-otel gate" reads them; --until here is the
  last day of the entries, so that of a store everything from --since on is read. A store needs @clickhouse/client and
  ASSAY_CLICKHOUSE_PASSWORD, as there.

Exit codes:
  0  a baseline was printed, be it an empty one
  2  wrong usage, --until is missing, a path that is not there, or a document that cannot be read`;
