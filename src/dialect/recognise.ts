import {
  type Conflict,
  type Decision,
  type HandOver,
  type ObservedCall,
  RESPONSE_STATUSES,
  type ResponseStatus,
  type Vantage,
} from '../span/observed-call.ts';
import { toolNamespace } from '../span/tool-name.ts';
import { type Attributes, attribute, type SpanView, stringAttribute } from '../span/view.ts';
import type { ArgumentLimits } from './argument-limits.ts';
import { decodeArguments } from './arguments.ts';
import { correlate } from './correlation.ts';
import { normaliseDecision } from './decision.ts';
import type { CallReading, Dialect } from './dialect.ts';
import { handOver as handOverDialect } from './hand-over.ts';
import { mcpMethodsDiffer } from './mcp-method.ts';
import { isPendingSpan } from './pending-span.ts';
import { layerDecision } from './policy-layers.ts';
import { DIALECTS } from './registry.ts';
import { serverIdAttribute } from './server-id.ts';
import { callStatus } from './status.ts';
import { otherToolName } from './tool-keys.ts';

/** What decides whether a span is a call, beside the span. */
export interface IdentifyOptions {
  /** What the application handed over beside this span: it proves the call. */
  readonly handOver?: HandOver | undefined;
  /** `all` takes frameworks' tool spans in as calls though they may be local functions. */
  readonly toolSpans: 'mcp' | 'all';
  /** Exact tool names that the operator says are local functions. */
  readonly localTools: ReadonlySet<string>;
}

export interface RecogniseOptions extends IdentifyOptions {
  readonly limits: ArgumentLimits;
}

/** A span that is no call: another MCP method, a tool span that nothing proves to be MCP, or neither. */
export type NoCall =
  | {
      readonly is: 'mcp';
      readonly method: string;
      readonly dialect: string;
      readonly vantage?: Vantage | undefined;
    }
  | { readonly is: 'tool'; readonly toolName: string | undefined; readonly local: boolean }
  | { readonly is: 'other' };

export type Identified = { readonly is: 'call'; readonly dialect: Dialect } | NoCall;
export type Recognised = { readonly is: 'call'; readonly call: ObservedCall } | NoCall;

const OTHER: NoCall = { is: 'other' };

/**
 * What a span is, read as a call where it is one. Total: every span is exactly one of the four, and nothing
 * here throws. What was handed over outranks what the span says; of two attributes that should agree and
 * do not, the dialect's own is used and `conflicts` says so.
 */
export function recognise(span: SpanView, options: RecogniseOptions): Recognised {
  const identified = identify(span, options);
  if (identified.is !== 'call') return identified;
  return { is: 'call', call: observedCall(span, identified.dialect, options) };
}

/** What a span is, without reading its arguments: for a span that has only begun. */
export function identify(span: SpanView, options: IdentifyOptions): Identified {
  for (const dialect of DIALECTS) {
    const recognition = dialect.recognise(span);
    if (recognition === undefined) continue;
    if (recognition.is === 'call') {
      if (options.handOver !== undefined) return { is: 'call', dialect };
      const { proven } = recognition;
      if (isPendingSpan(span.attributes))
        return proven ? { is: 'mcp', method: 'tools/call', dialect: dialect.name } : OTHER;
      return proven ? { is: 'call', dialect } : unproven(dialect, span, options);
    }
    if (options.handOver === undefined) {
      const { method, vantage } = recognition;
      return { is: 'mcp', method, vantage, dialect: dialect.name };
    }
    break;
  }
  return options.handOver === undefined ? OTHER : { is: 'call', dialect: handOverDialect };
}

function unproven(dialect: Dialect, span: SpanView, { localTools, toolSpans }: IdentifyOptions): Identified {
  const { toolName } = dialect.read(span);
  const local = toolName !== undefined && localTools.has(toolName);
  return toolSpans === 'all' && !local ? { is: 'call', dialect } : { is: 'tool', toolName, local };
}

function observedCall(span: SpanView, dialect: Dialect, options: RecogniseOptions): ObservedCall {
  const reading = dialect.read(span);
  const handed = options.handOver ?? {};
  const toolName = text(handed.toolName) ?? reading.toolName;
  const decision = decisionOn(span.attributes, reading, handed);
  const given = handed.arguments;
  const { serverId, serverIdFromName } = server(span, reading, handed, toolName);
  return {
    dialect: dialect.name,
    vantage: reading.vantage,
    toolName,
    serverId,
    serverIdFromName,
    arguments: decodeArguments(
      given === undefined ? reading.arguments : { form: 'json', value: given },
      options.limits,
    ),
    status: responseStatus(handed.status) ?? callStatus(span, reading, dialect, decision),
    correlation: correlate(span, reading.vantage, reading.traceparent),
    decision,
    credentialAlias:
      text(handed.credentialAlias) ?? stringAttribute(span.attributes, 'assay.credential.alias'),
    declaredManifestDigest: text(handed.declaredManifestDigest),
    conflicts: conflicts(span, reading),
    // Names that are plain for the span's own tool say more than the tool where another was handed over.
    plainNames: toolName === reading.toolName ? reading.plainNames : [],
  };
}

function server(
  span: SpanView,
  { serverId, vantage }: CallReading,
  handed: HandOver,
  toolName: string | undefined,
): Pick<ObservedCall, 'serverId' | 'serverIdFromName'> {
  const said = text(handed.serverId) ?? serverId ?? serverIdAttribute(span.attributes);
  if (said !== undefined) return { serverId: said, serverIdFromName: false };
  const namespace = toolName === undefined ? undefined : toolNamespace(toolName);
  if (namespace !== undefined) return { serverId: namespace, serverIdFromName: true };
  const service = vantage === 'server' ? stringAttribute(span.resource, 'service.name') : undefined;
  return { serverId: service, serverIdFromName: false };
}

/** Only an explicit decision counts: the hand-over's, the application's on the span, the dialect's, a policy layer's. */
function decisionOn(attributes: Attributes, reading: CallReading, handed: HandOver): Decision | undefined {
  const said =
    handed.decision ?? policyAttributes(attributes) ?? reading.decision ?? layerDecision(attributes);
  return said === undefined ? undefined : normaliseDecision(said);
}

function policyAttributes(attributes: Attributes): Partial<Record<keyof Decision, unknown>> | undefined {
  const effect = attribute(attributes, 'assay.policy.effect');
  if (effect === undefined || effect === null) return undefined;
  return {
    effect,
    source: attribute(attributes, 'assay.policy.source'),
    ruleId: attribute(attributes, 'assay.policy.rule_id'),
    enforced: attribute(attributes, 'assay.policy.enforced'),
  };
}

function conflicts(span: SpanView, { toolName, otherToolName: own }: CallReading): readonly Conflict[] {
  const found: Conflict[] = [];
  const other = own === undefined ? otherToolName(span.attributes, toolName) : own;
  if (other !== undefined && other !== null && toolName !== undefined && other !== toolName)
    found.push('tool_name');
  if (span.duplicateKeys.length > 0) found.push('duplicate_attribute');
  if (mcpMethodsDiffer(span.attributes)) found.push('mcp_method');
  return found;
}

function responseStatus(value: unknown): ResponseStatus | undefined {
  return RESPONSE_STATUSES.find((status) => status === value);
}

/** What is handed over comes from JavaScript: a type says nothing about it. */
function text(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}
