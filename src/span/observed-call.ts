/** The call that a span stands for, as a dialect read it: raw, unclassified, not yet safe to store. */

/** Seen from where: the role that the dialect states, not `span.kind`. */
export type Vantage = 'client' | 'server' | 'gateway' | 'framework';

/** What a policy layer said. `effect` is what took effect (a deny in log-only mode is an `allow`). */
export interface Decision {
  readonly effect: 'allow' | 'deny' | 'error';
  /** Who decided, for example `agentcore` or `my-gateway`; empty or missing becomes `unknown`. */
  readonly source: string;
  readonly ruleId?: string | undefined;
  /** Whether the layer enforces what it says; true for an `allow` only where the layer says so. */
  readonly enforced: boolean;
  /** Set where the layer advised a deny that it did not enforce. */
  readonly advisedEffect?: 'deny' | undefined;
}

/** JSON as `JSON.parse` gives it. Read objects by own property only. */
export type Json = null | boolean | number | string | readonly Json[] | JsonObject;
export interface JsonObject {
  readonly [key: string]: Json;
}

/** The arguments of the call, or why there are none to read. */
export type CallArguments =
  | { readonly state: 'captured'; readonly fields: Readonly<Record<string, unknown>> }
  | { readonly state: 'not_captured' | 'truncated' | 'unsupported' | 'too_large' };

export const RESPONSE_STATUSES = ['success', 'error', 'blocked', 'timeout', 'cancelled', 'unknown'] as const;
export type ResponseStatus = (typeof RESPONSE_STATUSES)[number];

/** What ties the call to a caller. `traceparent` only where the carrier was there and valid. */
export type Correlation =
  | { readonly basis: 'propagated_trace_context'; readonly traceparent: string }
  | { readonly basis: 'malformed_trace_context' | 'none' };

/** Two things on the span that should agree and do not. */
export const CONFLICTS = ['tool_name', 'duplicate_attribute', 'mcp_method'] as const;
export type Conflict = (typeof CONFLICTS)[number];

/** What the application hands over beside the span (see `observeToolCall`). */
export interface HandOver {
  readonly toolName?: string | undefined;
  readonly arguments?: unknown;
  readonly serverId?: string | undefined;
  readonly decision?: Decision | undefined;
  readonly credentialAlias?: string | undefined;
  readonly declaredManifestDigest?: string | undefined;
  /** How the call ended, where the span cannot show it (an answer that is not the tool's own is `unknown`). */
  readonly status?: ResponseStatus | undefined;
}

/** One observed `tools/call`. Every string is raw: nothing here may be stored before redaction. */
export interface ObservedCall {
  /** Name of the dialect that read it. */
  readonly dialect: string;
  readonly vantage: Vantage;
  readonly toolName: string | undefined;
  readonly serverId: string | undefined;
  /** True where `serverId` is only the namespace of the tool name. */
  readonly serverIdFromName: boolean;
  readonly arguments: CallArguments;
  readonly status: ResponseStatus;
  readonly correlation: Correlation;
  readonly decision: Decision | undefined;
  readonly credentialAlias: string | undefined;
  readonly declaredManifestDigest: string | undefined;
  readonly conflicts: readonly Conflict[];
  /** Span names that this dialect writes for this tool and that hold nothing else. */
  readonly plainNames: readonly string[];
}
