import { REPORTERS } from '../report/registry.ts';
import { paragraphs } from './help.ts';

/** The texts that `--help` of `gate` and `diff` adds to what commander makes of the options. */

const INPUTS = `
What is read:
  --declared FILE   JSON or YAML; "assay-otel declare" drafts one, docs/gate.md explains it. All of its errors are told
                    at once, as file:line:column.
  --surface PATH    A file X.surface.json; a directory, in which X.surface.json, X.health.json and X.index.json belong
                    together; or lines of "assay-otel surface" and of a sink, in a file or from stdin (-). Of the lines
                    of one run, those are left out whose place a later one takes.
  --health PATH     Files or directories of X.health.json, for surfaces of the same X. A file that is named itself takes
                    no sibling: without --health, nothing is known of what its run did not see.
  --spans PATH      OTLP traces in place of surfaces; what of them is refused counts as a run without a surface.
  --from ADDRESS    The evidence in ClickHouse, in place of surfaces (docs/scale.md). Needs @clickhouse/client beside this
                    package; the password is taken from ASSAY_CLICKHOUSE_PASSWORD. It takes no --run-key: the store has
                    grouped the rows by assay.run.id when they arrived; have the Collector set that from another one.
  The same inputs give the same bytes, whatever the order of the paths.

Reports:
  --format and --out are taken in their order: a file takes the --format just before it, else the format that its name
  ends with. One --format may stand without a file and goes to stdout; where none does, stdout gets text. Files are
  written whole and then renamed.
${REPORTERS.map(({ format, extension, summary }) => `  ${format.padEnd(9)} .${extension.padEnd(6)} ${summary}`).join('\n')}`;

export const GATE_DESCRIPTION = paragraphs(
  [
    'Holds every tool call that was observed against a declared surface, and says pass, fail or inconclusive. Declared',
    'is what an agent is meant to do; a call that no declared action allows is a finding, with the tool, the target and',
    'the declared action that came nearest.',
  ],
  [
    'No finding means something only where observation was complete. So a run without a health document, with less',
    'coverage than is accepted, or that was expected and not seen, is inconclusive, and so is no run at all: never a',
    'pass. What was found stands all the same.',
  ],
);

export const GATE_HELP = `
Examples:
  $ assay-otel gate --declared declared.yaml --surface surfaces
  $ assay-otel gate --declared declared.yaml --spans traces.jsonl --expect-run nightly-42
  $ assay-otel surface traces.jsonl | assay-otel gate --declared declared.yaml --surface -
  $ assay-otel gate --declared declared.yaml --surface job.surface.json --health job.health.json
  $ assay-otel gate --declared declared.yaml --surface surfaces --out gate.sarif --out summary.md --format github
  $ assay-otel gate --declared declared.yaml --surface surfaces --format json | jq .findings
  $ assay-otel gate --declared declared.yaml --surface surfaces --baseline accepted.yaml \\
      --level inconclusive_tool_target.unconstrained=note --accept-coverage scoped
${INPUTS}

Coverage (--accept-coverage):
  complete  all calls of the clients in the whole process were watched, and every one arrived (the default)
  scoped    all that was watched arrived; something beside it may not have been watched
  partial   something is missing, and the health document says what
  unknown   nobody counted the calls, or there is no health document
  Accepting one accepts those above it; the report then says "pass (coverage: partial accepted)". Never accepted: no
  surface, a health document that cannot be read or belongs to something else, what was expected and not seen.

Exit codes:
  0  pass
  1  fail: a finding has the level error
  2  wrong usage (an --out that is read, too), a path that is not there, or a declared surface, surface or baseline
     that cannot be read: nothing was judged; or a report could not be written
  3  inconclusive: nothing that fails, and something that takes away a pass`;

export const DIFF_DESCRIPTION = paragraphs(
  [
    'Compares what was observed with a declared surface, as "assay-otel gate" does, and judges nothing: no verdict, no',
    'baseline, and exit code 0 whatever was found. Levels are those of the table, to tell findings apart; none can be set.',
  ],
  [
    'For a look at what an agent does before anybody decides what it may do. The JSON is the document of the gate without',
    'its verdict.',
  ],
);

export const DIFF_HELP = `
Examples:
  $ assay-otel diff --declared declared.yaml --surface surfaces
  $ assay-otel diff --declared declared.yaml --spans traces.jsonl --format markdown
  $ assay-otel diff --declared declared.yaml --surface surfaces --out diff.html
${INPUTS}

Exit codes:
  0  compared, whatever was found
  2  wrong usage, a path that is not there, a document that cannot be read, or a report that could not be written`;
