/** The head of `docs/packs.md`. */
export const PACKS_INTRODUCTION = `<!-- Generated from packs/ and fixtures/tools/ by \`npm run docs\`; edit there. -->

# Packs

A pack is a [classifier file](classifiers.md) that comes with the package: it says which tools of a provider's MCP
servers change what. With it a call of such a tool is a classified record with a redacted target; without it, an unknown
tool. No pack is loaded unless you name it.

## Loading a pack

On the command line, wherever records are made or judged:

\`\`\`sh
npx assay-otel surface traces.jsonl --classifiers pack:github pack:slack
\`\`\`

In the process, the same file as JSON (in CommonJS, \`require('assay-otel/packs/github.json')\`). The record names it by the
same digest:

\`\`\`js
import github from 'assay-otel/packs/github.json' with { type: 'json' };
import { ToolDecisionSpanProcessor } from 'assay-otel';

const processor = new ToolDecisionSpanProcessor({ classifiers: [github] });
\`\`\`

What reads the spans later needs no pack for the records that they carry; it needs it to derive the record of a call that
came without one, and to judge by a declared surface.

## Binding it to your server

A pack speaks for the server ids that are listed with it, compared exactly: the names that the servers give themselves,
and customary ones. If yours is called otherwise, say so, for the whole pack or for one category:

\`\`\`sh
npx assay-otel surface traces.jsonl --classifiers pack:github --bind 'github/*=my-github'
\`\`\`

\`\`\`js
new ToolDecisionSpanProcessor({
  classifiers: [github],
  bindClassifiers: { 'github/*': { servers: ['my-github'] } },
});
\`\`\`

The ids that you bind replace those of the pack. Calls of a server that no id names stay unknown.

A call costs the same with none or all of them loaded (\`npm run bench\`: 1.00 to 1.04 times, on a busy machine); loading
one takes some milliseconds at start, all of them tens.

## What a pack does not claim

- A classified call was made. That it had its effect, only the provider can say.
- The tables below are of the versions below. A tool that a later version adds is an unknown tool until somebody has
  read it; one whose required arguments get other names becomes an incomplete record, not a clean one.
- Tool lists that were *captured* come from the running server; those that were *transcribed*, from what is published
  about it, which may be less than it offers.
- *Read-only by review* is a person's reading of a tool's description and arguments. Its calls stay unknown tools in every
  record.
- A tool with its verb in an argument is incomplete where the value is not listed here, also where that value only reads.
- Class and consequence are a judgement, for triage. Scopes are as the provider names them.
- Hints (\`readOnlyHint\`, \`destructiveHint\`) are what a server says of itself. They are shown and never trusted: none
  decides anything.
- \`opaque_execution\` runs a text of the caller's. The text is never read, so what it did is not in the record.

Every category has cases: calls with the record that each must get. The tests send all of them through the MCP SDK to a
server that lists the tools below (the lists are in the repository), and \`npm run test:packs\` sends them to the real
servers, where they can be installed.
How to write a file of your own, and how to check it: [classifiers.md](classifiers.md).`;
