import { paragraphs } from './help.ts';

/** The texts that `--help` adds to what commander makes of the options. */

export const CLASSIFIERS_DESCRIPTION = `A classifier file says which tools of an MCP server change what, so that a call of them becomes a classified record
with a redacted target instead of an unknown tool. docs/classifiers.md explains the file, docs/packs.md lists those
that come with assay-otel. Loaded with --classifiers (surface, gate, diff, declare, baseline, verify, serve) and with
the option \`classifiers\` of the span processor.`;

export const CHECK_DESCRIPTION = `Reads classifier files and says everything that is wrong with them: fields that are not there, calls whose record is not
what their case says, tools that two categories claim on one server, arguments that are projected in plain and look
like identifiers, requirements and tools without a case, one hash domain with two meanings. It
notes fields that no case shows: an argument whose name is spelt wrong is never there.`;

export const CHECK_HELP = `
Examples:
  $ assay-otel classifiers check my-tools.yaml
  $ assay-otel classifiers check my-tools.yaml pack:github   # do they claim the same tool?
  $ assay-otel classifiers check pack:github
  $ assay-otel classifiers check my-tools.yaml --format json > my-tools.json   # what a process loads

A file in ten lines:
  schema: assay.tool_classifiers.v0
  name: crm
  servers: [crm-mcp]
  categories:
    - id: crm/contact_deletion
      provider: crm
      resource_type: contact
      required_scope: null
      tools: { delete_contact: delete }
      fields: [{ key: contact_id_hash, from: [contact_id], as: hashed, domain: crm_contact }]
      required: [{ any_of: [contact_id_hash] }]

Exit codes:
  0  everything holds; what stands behind "note:" should be mended all the same
  1  something does not: each is a line on stderr with file, line, column and field
  2  wrong usage, or no file that could be read`;

export const DRAFT_DESCRIPTION = paragraphs(
  [
    'Drafts a classifier file: a category for each tool that no classifier knows, for a person to settle. It guesses nothing:',
    'whether a tool changes anything, how, under which scope and how far it can be taken back are left to say, and no command',
    'reads the file until all of it is settled and its line "draft: true" is taken out.',
  ],
  [
    'From an answer to tools/list the draft has fields for the top-level arguments that are texts, integers or truth values:',
    'texts and integers are hashed, enumerations plain; arguments named like content, free text or a secret are none. Tools',
    'whose names begin with a word of reading stand at the end, in comments, to be reviewed. What a server says of its tools',
    '(descriptions, readOnlyHint, destructiveHint) is shown as its claim, and decides nothing.',
  ],
  [
    'From surfaces or traces the draft has the names of unknown tools, and how often each was called: records hold no',
    'arguments of unknown tools. Tools of the built-in categories and of --classifiers are left out.',
  ],
);

export const DRAFT_HELP = `
From a server to classified records:
  1. Draft. Ask the server for its tools, with any MCP client, and draft:
  $ npx @modelcontextprotocol/inspector --cli node crm-server.js --method tools/list > tools.json
  $ assay-otel classifiers draft --tools tools.json --server crm-mcp --name crm > crm.yaml
     or find the tools that your agents called and no classifier knows:
  $ assay-otel classifiers draft surfaces --classifiers pack:github --server crm-mcp > crm.yaml

  2. Review. For each category find out, in the server's documentation or source, what the tool does:
     - changes nothing: delete the category, put the name under reviewed_read_only
     - class, resource_type, required_scope, consequence, and a verb that is TODO: put what is right
     - a tool with its verb in an argument: take out the values that only read
     - fields: keep those that say what is changed; "as: plain" for public labels alone (with why_plain where the
       name looks like an identifier); add what stands deeper, such as from: [issue.number], type: identifier
     - required: what must be known to say which thing was changed
     - cases: the target that each call must have, and a case for each requirement that is missing
     Then take out "draft: true" and say when: reviewed: "YYYY-MM-DD".

  3. Check. It tells what is not settled, and what no case shows:
  $ assay-otel classifiers check crm.yaml

  4. Load:
  $ assay-otel surface traces.jsonl --classifiers crm.yaml
     and in the process, with the option \`classifiers\` of the span processor.

Limits:
  4,096 tools of tools/list in a file, 1,000 categories in a draft, 12 fields in a category; what is beyond is told.

Exit codes:
  0  a draft was printed, or nothing is left to draft (a note says so)
  1  a tool, or a part of the input, was refused, each told on stderr; the rest is drafted
  2  wrong usage, a file that cannot be read, or no tool to draft from`;
