/** The texts that `--help` adds to what commander makes of the options. */

const EXIT_CODES = `
Exit codes:
  0  all was read
  1  something was refused: each is a line on stderr with file, line, position and field; the rest was done
     (the first 100 of a document and 10,000 in all, then a count)
  2  wrong usage, or nothing could be read`;

export const PROGRAM_HELP = `
Examples:
  $ assay-otel surface traces.jsonl | jq .surface
  $ assay-otel surface traces.jsonl --out surfaces && assay-otel validate surfaces
  $ assay-otel health surfaces
  $ assay-otel explain traces.jsonl              # why a call is missing or not complete
  $ assay-otel merge shard-1 shard-2 --documents | assay-otel health -
  $ assay-otel declare surfaces > declared.yaml   # then review it
  $ assay-otel gate --declared declared.yaml --surface surfaces
  $ assay-otel verify --surface surfaces --audit audit.ndjson

Run "assay-otel help surface" or "assay-otel help gate" for what goes in and what comes out.`;

export const SURFACE_DESCRIPTION = paragraphs(
  [
    "Reads traces, and logs with our events, as the Collector's file exporter or an OTLP/HTTP exporter writes them, and",
    'prints one line of canonical JSON per run: { run_id, surface, health, index, emission }. The surface holds one',
    'decision record per MCP tools/call: tool, server, classified action with a redacted target, policy decision,',
    'response. The health document says what is missing, how that is known, and what may be claimed. The index leads',
    'from each record to its spans. The emission says which writing of the run this is, and why it was written then.',
  ],
  [
    'A run is a trace, or all traces with the same assay.run.id. Records that the span processor wrote are taken as',
    'they are; for other spans the record is made here, from what the span says.',
  ],
  [
    'Without --idle all runs are written when the input ends, in the order of their ids: the same spans in any order,',
    'split over any files or repeated, give the same bytes. With it each run is written when it is over, in the order',
    'in which they end, so that an input without end needs no more memory than the runs that are open.',
  ],
);

export const SURFACE_HELP = `
Examples:
  $ assay-otel surface traces.jsonl
  $ assay-otel surface traces-*.jsonl.gz --out surfaces
  $ assay-otel surface /data/otel                    # a directory: all files in it, rotated ones first
  $ kubectl exec otelcol -- cat /data/traces.jsonl | assay-otel surface -
  $ assay-otel surface --follow /data/traces.jsonl --out surfaces
  $ assay-otel surface traces.jsonl --run-key ci.pipeline.run.id
  $ assay-otel surface --from clickhouse://db.example/otel --shard 1/4 --out surfaces

What goes in:
  JSON: one document, or one per line. Protobuf: messages each after its length, as the file exporter writes them
  (format: proto), or one message alone. Compressed with gzip or Zstandard or not, as a whole or message by message;
  Zstandard needs Node 22.15. All of it is told by the bytes, whatever the name. Traces and logs may be mixed; of logs
  only records that are our events count, of other signals nothing.

From a store (--from):
  The evidence rows that ClickHouse keeps by the schema in sql/clickhouse (docs/scale.md), run by run. Needs
  @clickhouse/client beside this package; the password is taken from ASSAY_CLICKHOUSE_PASSWORD. --shard reads a part,
  --since and --until choose runs by the arrival of the last of them, and --out may be a store too. At the end stderr
  says up to where all is read. --run-key and --all-runs are for files: the store has grouped its rows by assay.run.id
  when they arrived, and of traces without evidence it keeps no spans to print.

Going on with a file (--follow):
  Like tail -F: waits for what is written next, and when the file is rotated or truncated goes on with what took its
  place; a document that was begun is refused then. Runs close while reading, with --idle 10m where nothing else is
  said. Read rotated files before it, in a command of their own: with --out their runs are united.

Runs that close while reading (--idle, --follow):
  A run closes when nothing of it has come for the time given; 5 seconds after its last sign (or sooner, where
  --idle is shorter) once the span without parent has come; and after a day at most. A run that is wider than a
  trace closes with its seal or when it is idle.
  The clock is the input's: the latest end of a span so far, never beyond the clock on the wall. An old file is
  read as it would have been live; while nothing comes, the seconds of the wait count. Ctrl-C or SIGTERM writes what
  is open (closed_by shutdown) and ends; a second one ends at once.
  What comes late is a further line of the run with a higher emission.revision, which names the one that it
  supersedes: for as long as --idle after the run was closed, 5 minutes at most. What comes after that is a
  fragment: it stands beside what was written, says what it lacks (gap evicted), and the states of both, merged,
  are whole again (--out, assay-otel merge).

Files (--out):
  <run>.surface.json, <run>.health.json, <run>.index.json, <run>.emission.json and <run>.state.json. The state is
  the evidence, from which the others follow: written into a directory that holds the run already, it is united
  with what is there, so that evidence is never lost. Where the spans of one run are spread over several inputs that
  are read one by one, add --all-runs: a span that says nothing alone can join others, or be their root.

Limits:
  64 MiB for one document or message of the input; 512 MiB for one run, as JSON text (about 480,000 calls).
  Open runs are held in memory: three quarters of what node's heap may grow to, by default mostly 2 to 4 GB. Of
  4 GB that is about 250,000 calls or 3,000,000 other spans, a call with what it takes while it is written. Of
  more, the run that was idle for longest is written early (emission.closed_by evicted; a note on stderr says so
  once): use --idle, or NODE_OPTIONS=--max-old-space-size=8192.
${EXIT_CODES}`;

export const HEALTH_DESCRIPTION = paragraphs(
  [
    'Says of each run, in words: which calls were seen, what was in scope and when, what is missing with its numbers and',
    'what to do about it, what bounds a claim, and which claims may be made: that what was seen was seen, that no tool',
    'was used, that no undeclared tool was used. For a claim that may not be made it names what blocks it.',
  ],
  [
    'A run is complete where every call that its processes numbered has arrived, sealed by a last checkpoint; partial',
    'where something is missing or cannot be vouched for; unknown where no emitter speaks for it. Absence means',
    'something in a complete run alone, and only within its scope.',
  ],
);

export const HEALTH_HELP = `
Examples:
  $ assay-otel surface traces.jsonl | assay-otel health -
  $ assay-otel surface traces.jsonl --out surfaces && assay-otel health surfaces
  $ assay-otel health surfaces --format json | jq 'select(.coverage.state != "complete") | .run_id'

Exit codes:
  0  health was read, whatever it says; each document that was refused is told on stderr
  2  wrong usage, or no health could be read`;

export const MERGE_DESCRIPTION = paragraphs(
  [
    'Unites the evidence of runs: states that "assay-otel surface --out" or a sink of the exporter wrote, in one process',
    'or in many. Prints one state that holds all of them, or with --documents the lines that "surface" would have',
    'printed, had it read all of the spans itself.',
  ],
  [
    'States are sets. In any order, in any number of steps and with any state given twice, the result has the same',
    'bytes. A run that was written in parts (gap evicted) is whole again once all of its parts are united.',
  ],
);

export const MERGE_HELP = `
Examples:
  $ assay-otel merge shard-1 shard-2 --out surfaces
  $ assay-otel merge surfaces --documents | assay-otel health -
  $ assay-otel merge monday.state.json tuesday.state.json > week.state.json
  $ cat states.ndjson | assay-otel merge - --documents

Whole runs:
  A state holds what its reader saw of runs with anything of ours in it. Where the spans of one run were spread over
  several readers, let them write with "surface --all-runs --out".

Limits:
  All of it is held in memory (a call about 2 kB, and 10 kB more while its run is written), and a state is one JSON
  text of 512 MiB at most: merge run by run where there is more, or print --documents.

Exit codes:
  0  every state was read, and what was merged is written
  1  a document or a path was refused, each told on stderr; the rest is merged and written
  2  wrong usage, no state could be read, or something could not be written`;

export const VALIDATE_DESCRIPTION = paragraphs(
  [
    'Checks artifacts against their schemas and against the rules between their fields. Which artifact a document is',
    'shows in its "schema" or its fields: a surface, a health document, an index, an emission, a state, a decision',
    'record, a checkpoint, a line of "assay-otel surface", a declared surface, a baseline, or a provider audit record.',
  ],
  ['Prints nothing where all is well, else every error with its path; never a value of a document.'],
);

export const VALIDATE_HELP = `
Examples:
  $ assay-otel validate surfaces/
  $ assay-otel surface traces.jsonl | assay-otel validate -
  $ assay-otel validate declared.yaml
${EXIT_CODES}`;

/** Joined, since commander wraps each paragraph to the terminal. */
export function paragraphs(...lines: readonly (readonly string[])[]): string {
  return lines.map((paragraph) => paragraph.join(' ')).join('\n\n');
}
