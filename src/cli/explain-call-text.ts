import { named, paragraph } from '../report/words/paragraph.ts';
import type { Conflict } from '../span/observed-call.ts';
import type { ExplainedClassification } from './explain-classification.ts';
import type { ExplainedCall } from './explain-document.ts';
import { decidedWords, joined, placesWords } from './explain-words.ts';

/** Where each part of a call came from; of a span that is left out, where it would. */
export function callLines(call: ExplainedCall, isLeftOut: boolean): string[] {
  return [
    paragraph(
      isLeftOut ? 'what its record would hold, and from where' : 'what its record holds, and from where',
      2,
    ),
    paragraph(`tool: ${toolWords(call)}`, 4),
    paragraph(`server: ${serverWords(call)}`, 4),
    ...argumentLines(call),
    paragraph(`outcome: ${statusWords(call)}`, 4),
    paragraph(`policy decision: ${decisionWords(call)}`, 4),
    paragraph(`trace context: ${correlationWords(call)}`, 4),
    paragraph(`seen from: ${call.vantage.value}${after(call.vantage.from)}`, 4),
    ...conflictLines(call),
    ...classificationLines(call.classification, 4),
  ];
}

type Places = Parameters<typeof placesWords>[0];

function after(from: Places): string {
  return from.length === 0 ? '' : `, from ${placesWords(from)}`;
}

function toolWords({ tool_name: { value, from } }: ExplainedCall): string {
  if (from.length > 0) return `${named(value)}${after(from)}`;
  return 'nobody named it: neither an attribute nor the name of the span says which tool';
}

function serverWords({ server_id: { value, from, is_namespace: isNamespace } }: ExplainedCall): string {
  if (from.length === 0)
    return 'nobody named it: put `mcp.server.name` on the span, or hand it over with `observeToolCall`';
  const namespace = isNamespace ? ' (what stands before the name of the tool)' : '';
  return `${named(value)}${after(from)}${namespace}`;
}

function argumentLines({
  arguments: { state, from, written_at: at, switch: turnOn },
}: ExplainedCall): string[] {
  const remedies: string[] = [];
  if (state === 'not_captured' || state === 'unsupported') {
    if (turnOn !== null) remedies.push(`to record them: ${turnOn}`);
    remedies.push(
      'to classify without recording them: in a process of Node, hand them over with `observeToolCall`',
    );
  }
  const where = placesWords(from);
  const says = {
    captured: `read from ${where}`,
    not_captured:
      at === null
        ? 'none: this instrumentation never records them'
        : from.length === 0
          ? `none: there is nothing where this instrumentation has them (${at})`
          : `none: what stands in ${where} is a placeholder, empty or a schema, and no arguments`,
    truncated: `cut: ${where} ends too early; raise OTEL_SPAN_ATTRIBUTE_VALUE_LENGTH_LIMIT, or the limit of whoever cut it`,
    unsupported: `not read: what stands in ${where || at || 'their place'} is no JSON object, or one that two readers could read differently`,
    too_large: `not read: ${where || 'they'} exceed what is read of one call (1 MiB, 64 levels, 10,000 values)`,
  };
  return [
    paragraph(`arguments: ${says[state]}`, 4),
    ...remedies.map((remedy) => paragraph(`→ ${remedy}`, 6)),
  ];
}

function statusWords({ status: { value, from, marks_tool_error: marks, ended } }: ExplainedCall): string {
  if (from.length > 0) return `${value}${after(from)}`;
  if (value === 'success')
    return 'success, since nothing says that it failed, and this instrumentation marks what failed';
  if (value !== 'unknown') return value;
  if (!ended) return 'unknown, since the span never ended';
  return marks
    ? 'unknown: on such a span this instrumentation does not mark how the call ended'
    : 'unknown: this instrumentation does not mark an error of the tool itself, and no result tells';
}

function decisionWords({ decision }: ExplainedCall): string {
  if (decision === null)
    return 'none on the span itself, which is not read as allowed; a span of a policy layer below or beside it may say one';
  return `${decidedWords(decision)}${after(decision.from)}`;
}

function correlationWords({ correlation: { basis, from }, vantage }: ExplainedCall): string {
  if (basis === 'propagated_trace_context') return `came with the request${after(from)}`;
  if (basis === 'malformed_trace_context') return `came with the request and is malformed${after(from)}`;
  return vantage.value === 'server'
    ? 'none came with the request, as far as the span says'
    : 'none; only the span of a server shows what came with a request';
}

const CONFLICTS: Readonly<Record<Conflict, string>> = {
  tool_name: 'two names for the tool that differ, and the one that the dialect puts first counts',
  duplicate_attribute: 'an attribute came twice, and the first counts',
  mcp_method: '`mcp.method` and `mcp.method.name` differ',
};

function conflictLines({ conflicts }: ExplainedCall): string[] {
  return conflicts.map(({ found, from, keys = [] }) => {
    const which = keys.length === 0 ? '' : `: ${joined(keys.map((key) => `\`${key}\``))}`;
    return paragraph(`conflict: ${CONFLICTS[found]}${which}${after(from)}`, 4);
  });
}

/** What a call was classified as and by whom, or why by nobody. */
export function classificationLines(classified: ExplainedClassification, indent: number): string[] {
  const { state, reason_code: reason, detail, category, classifier, unclaimed } = classified;
  const because = `(${named(reason)}${detail === null ? '' : `, ${named(detail)}`})`;
  if (category !== null) {
    const by =
      classifier === 'built-in' ? 'a built-in classifier' : `classifier file ${named(classifier ?? '')}`;
    const words = {
      classified: `classified as ${named(category)} by ${by}`,
      classified_incomplete: `known as ${named(category)} by ${by}, but not in full: something that it needs of the arguments is missing or not clear`,
    };
    const said = state === 'classified' || state === 'classified_incomplete' ? words[state] : STATES[state];
    return [paragraph(`${said} ${because}`, indent)];
  }
  if (unclaimed === null) return [paragraph(`${STATES[state] ?? state} ${because}`, indent)];
  return unclaimedLines(unclaimed, indent);
}

const STATES: Readonly<Record<string, string>> = {
  redaction_failed: 'not classified, since its target could not be made safe to store',
  observed_unknown_tool: 'not classified: an unknown tool',
};

function unclaimedLines(
  { why, leaf, known_as: known, reviewed_in: reviewed }: NonNullable<ExplainedClassification['unclaimed']>,
  indent: number,
): string[] {
  const tool = leaf === null ? '' : ` ${named(leaf)}`;
  const says = {
    no_tool_name: 'not classified: nobody named the tool',
    leaf_unknown: `not classified: no classifier that is loaded knows a tool${tool}; load one with --classifiers (docs/packs.md lists some), or draft one (assay-otel classifiers draft)`,
    other_servers: `not classified: a tool${tool} is known, but on other servers; take the category to speak for this one with --bind, if it is the same`,
    not_asked: 'not classified where the record was made; classifiers that are loaded here change no record',
  };
  return [
    paragraph(says[why], indent),
    ...known.slice(0, 20).map(({ category, servers }) => {
      const on = servers === null ? 'every server' : joined(servers.slice(0, 20).map(named)) || 'none';
      return paragraph(`as ${named(category)} on ${on}`, indent + 2);
    }),
    ...(reviewed.length === 0
      ? []
      : [paragraph(`reviewed as one that changes nothing in ${joined(reviewed.map(named))}`, indent + 2)]),
  ];
}
