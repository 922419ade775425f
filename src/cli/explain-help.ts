import { paragraphs } from './help.ts';

/** The texts that `--help` of `explain` adds to what commander makes of the options. */

export const EXPLAIN_DESCRIPTION = paragraphs(
  [
    'Says of each span of stored traces why it was read as it was: as a tool call, as a tool span that may be a local',
    'function, as another MCP method, or not at all. Use it when a call is missing from a surface, when its arguments,',
    'server or outcome are not known, or when a tool is not classified.',
  ],
  [
    'Instrumentations write tool calls in different ways; each way is a dialect here. For every span it names the dialect',
    'and what it knew the span by, whether that proves an MCP call, the attribute from which each part of the record came',
    '(or why there is none, and what to switch on), and the classifier that claimed the tool, or why none did.',
  ],
  [
    'It shows names of tools, servers and attributes, and never a value of arguments, results, messages or of attributes',
    'that it does not know. Keys that callers choose are shown as mcp.request.argument.<key>.',
  ],
);

export const EXPLAIN_HELP = `
Examples:
  $ assay-otel explain traces.jsonl
  $ assay-otel explain traces.jsonl --all | less          # also spans that look like no tool call
  $ assay-otel explain traces.jsonl --tool-spans all --classifiers pack:github
  $ kubectl exec otelcol -- cat /data/traces.jsonl | assay-otel explain -
  $ assay-otel explain traces.jsonl --format json | jq 'select(.is == "call" and .call.arguments.state != "captured")'

Reading it:
  a tool call                its record stands in the surface
  a tool call, by its own    the span processor wrote the record where the call was made; nothing else is read
    record
  may be a local function    nothing proves that the tool is an MCP one: --tool-spans all takes it in
  MCP, but no tool call      tools/list and the like
  MCP, and a part of         a step of a gateway on the way to a call, which has a span as well
    a tool call
  what a policy layer        a decision on a span of its own: it goes into the record of the call that it is about
    decided
  not recognised             it has mcp.* attributes, and no dialect knows it: a gap in the run
  proven                     beyond doubt an MCP call, not a function of the agent's own process
  not proven                 a framework writes the same span for both

  What each dialect looks for is in docs/dialects.md; how to read all of this, with an example, in docs/explain.md.
  Each span is read by itself: what spans say of each other (two that are one request, records that came as
  log records) shows in "assay-otel surface" and "assay-otel health".

What goes in:
  As for "assay-otel surface": files, directories, stdin (-); JSON or protobuf, compressed or not.

Exit codes:
  0  traces were read, whatever was found; what was refused of them is told on stderr
  2  wrong usage, or nothing could be read`;
