import { counted, named, paragraph } from '../report/words/paragraph.ts';
import { callLines, classificationLines } from './explain-call-text.ts';
import type { CarriedRecord, ExplainedCall, SpanExplanation } from './explain-document.ts';
import { recognitionLines } from './explain-recognition-text.ts';
import { decidedWords, joined, placesWords } from './explain-words.ts';
import type { Colors } from './printer.ts';
import { shownName } from './read-documents.ts';

/**
 * An explanation in words, for whoever runs the platform: lines of 80 columns, each with its newline. Everything from
 * outside is escaped and stays within its line.
 */
export function explanationText(told: SpanExplanation, colors: Colors): string {
  const { file, line, trace_id: trace, span_id: span } = told;
  const input = file === STDIN ? 'stdin' : named(file);
  const place = line === null ? input : `${input}:${line}`;
  const { call } = told;
  return [
    paragraph(`${colors.bold(`span ${named(span)}`)} of trace ${named(trace)} (${place})`, 0),
    paragraph(headline(told, colors), 2),
    ...ownEvidence(told),
    ...(isKnownOtherwise(told) ? [] : recognitionLines(told)),
    ...(call === null ? [] : callLines(call, told.is === 'tool')),
    ...runLines(told),
  ].join('');
}

const STDIN = shownName('-');

/** What has its own record, or is a policy layer's word, need not be read as a call by any dialect. */
function isKnownOtherwise({ is, dialect, evidence }: SpanExplanation): boolean {
  return dialect === null && (is === 'record' || evidence.policy !== null);
}

/** What the span is, and what becomes of it. */
function headline({ is, call, method, evidence }: SpanExplanation, colors: Colors): string {
  const called = call === null ? '' : calledWords(call);
  switch (is) {
    case 'record': {
      const tools = evidence.records.map(({ tool_name: name }) => named(name));
      return `${colors.green('a tool call, by its own record')}: ${joined(tools.slice(0, 5))}`;
    }
    case 'call':
      return `${colors.green('a tool call')}: ${called}`;
    case 'tool':
      return `${colors.yellow('a tool span that may be a local function, so no tool call')}: ${called}; left out of the surface, and counted in the health document (unattributed_tool_spans); \`--tool-spans all\` takes it in`;
    case 'mcp':
      // What a gateway does on the way to a call, for which it has a span as well.
      return method === 'tools/call'
        ? `${colors.green('MCP, and a part of a tool call')}: the call itself is another span`
        : `${colors.green('MCP, but no tool call')}: ${method === null ? 'another method' : `method \`${method}\``}`;
    case 'unrecognised':
      return `${colors.red('not recognised, though it has `mcp.*` attributes')}: left out of the surface, and a gap of its run (unrecognised_mcp_span)`;
    case 'other':
      return evidence.policy === null
        ? 'no tool call: nothing of it goes into the surface'
        : policyWords(evidence.policy);
  }
}

/** Which call a policy layer's word is about, by where that stands. */
const ABOUT = {
  parent: 'the span directly above it',
  call: 'the one call above or beside it that it can mean',
  request: 'the one call above or beside it that it can mean, unless a model was asked beside it as well',
} as const;

function policyWords({ about, ...decision }: PolicyWord): string {
  return `no tool call, but what a policy layer decided about one: ${decidedWords(decision)}; it goes into the record of ${ABOUT[about]} (docs/record.md)`;
}

type PolicyWord = NonNullable<SpanExplanation['evidence']['policy']>;

function calledWords({ tool_name: tool, server_id: server }: ExplainedCall): string {
  const name = tool.from.length === 0 ? 'a tool that nobody named' : named(tool.value);
  return `${name} on ${server.from.length === 0 ? 'a server that nobody named' : named(server.value)}`;
}

function ownEvidence({ evidence: { records, broken, checkpoint } }: SpanExplanation): string[] {
  return [
    ...records.flatMap(recordLines),
    ...(broken.includes('decision')
      ? [
          paragraph(
            'its own record was cut or changed on the way and is not used; what follows is read from the span',
            2,
          ),
        ]
      : []),
    ...(broken.includes('checkpoint')
      ? [paragraph('a checkpoint on it was cut or changed on the way, and is not used', 2)]
      : []),
    ...(checkpoint ? [paragraph('carries a checkpoint: how many calls its process has made', 2)] : []),
  ];
}

function recordLines(record: CarriedRecord): string[] {
  const { tool_name: tool, server_id: server, status, decision, classification } = record;
  return [
    paragraph(
      'carries an intact record, made where the call was: it is taken as it is, and nothing else is read from the span',
      2,
    ),
    paragraph(`tool ${named(tool)} on ${named(server)}, ended as ${named(status)}`, 4),
    paragraph(`policy decision ${decidedWords(decision)}`, 4),
    ...classificationLines(classification, 4),
  ];
}

function runLines({ run_ids: ids }: SpanExplanation): string[] {
  if (ids.length === 0)
    return [paragraph('run: it names none; the run is its trace, unless another span names one', 2)];
  return ids.map(({ value, from }) => paragraph(`run: ${named(value)}, from ${placesWords(from)}`, 2));
}

const COUNTED = {
  record: 'with a record of ours',
  call: 'read as a tool call',
  tool: 'that may be local functions',
  mcp: 'of other MCP methods',
  unrecognised: 'not recognised',
  other: 'that are no tool call',
} as const;

/** `12 spans: 3 read as a tool call; 9 not shown (--all)`. */
export function summaryText(
  spans: number,
  shown: ReadonlyMap<SpanExplanation['is'], number>,
  { all }: { readonly all: boolean },
): string {
  const words = (Object.keys(COUNTED) as (keyof typeof COUNTED)[]).flatMap((is) => {
    const count = shown.get(is);
    return count === undefined ? [] : [`${count} ${COUNTED[is]}`];
  });
  const hidden = spans - [...shown.values()].reduce((sum, count) => sum + count, 0);
  if (hidden > 0 && !all) words.push(`${hidden} without the look of one, not shown (--all)`);
  return paragraph(`${counted(spans, 'span')}${words.length === 0 ? '' : `: ${words.join(', ')}`}`, 0);
}
