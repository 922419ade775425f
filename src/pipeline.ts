import { classify } from './classify/classify.ts';
import type { Settings } from './config.ts';
import { type EncodedDecision, encodeRecord } from './decision/codec.ts';
import { decide, type RedactedCandidate } from './decision/decide.ts';
import type { DecisionRecord } from './decision/record.ts';
import { tookEffect } from './decision/took-effect.ts';
import { normaliseDecision } from './dialect/decision.ts';
import { type Recognised, recognise } from './dialect/recognise.ts';
import type { PolicyCall } from './options.ts';
import { label } from './redact/label.ts';
import { type ProjectedTarget, redactCandidate } from './redact/redact-target.ts';
import { hasSecretShape } from './redact/secret-shapes.ts';
import type { Decision, HandOver, ObservedCall } from './span/observed-call.ts';
import type { SpanView } from './span/view.ts';

/** A span that is a call, with its record; or whatever else it is. */
export type Observation =
  | {
      readonly is: 'call';
      readonly call: ObservedCall;
      readonly record: DecisionRecord;
      readonly encoded: EncodedDecision;
      /** Versions of the rules, where they are not the built-in ones alone. */
      readonly classifiers: readonly string[] | undefined;
    }
  | Exclude<Recognised, { is: 'call' }>;

/** A span that is a call, and what was made of it. */
export type ObservedCallSpan = Extract<Observation, { is: 'call' }>;

/** What policy layers said on other spans about a call of this tool. */
type Heard = (toolName: string) => readonly Decision[];

const NOTHING_HEARD: Heard = () => [];

/**
 * span → dialect → classify → redact → decision, for one span, the same in process, in the guard and over
 * files: the same call gives the same record bytes. `handOver` is what the application handed over beside it, `heard`
 * what ended before it. Where nobody decided, the operator's hook is asked.
 */
export function observe(
  span: SpanView,
  settings: Settings,
  handOver?: HandOver,
  heard: Heard = NOTHING_HEARD,
): Observation {
  const recognised = recognise(span, {
    toolSpans: settings.toolSpans,
    localTools: settings.localTools,
    limits: settings.limits,
    ...(handOver !== undefined && { handOver }),
  });
  if (recognised.is !== 'call') return recognised;
  const call = withoutPieces(withManifest(recognised.call, settings));
  const candidate = classify(call, settings.bindClassifiers, settings.classifiers);
  const redacted: RedactedCandidate = candidate.known
    ? { candidate, target: redactCandidate(candidate) }
    : { candidate, target: undefined };
  const said = tookEffect(call.decision, heard(call.toolName ?? ''));
  const decision = said ?? askPolicy(settings.policy, call, redacted);
  const record = decide(call, redacted, decision);
  const { versions } = settings.classifiers;
  const classifiers = versions.length > 1 ? versions : undefined;
  return { is: 'call', call, record, encoded: encodeRecord(record), classifiers };
}

/** As {@link observe}, and of a tool span that nothing on it proves to be MCP what it is if other spans prove it. */
export function observeForRun(
  span: SpanView,
  settings: Settings,
): Observation & { readonly unproven?: ObservedCallSpan } {
  const observed = observe(span, settings);
  if (observed.is !== 'tool' || observed.local) return observed;
  const unproven = observe(span, { ...settings, toolSpans: 'all' });
  return unproven.is === 'call' ? { ...observed, unproven } : observed;
}

/** Where the call says no manifest of its server, the one that the operator named for it. */
function withManifest(call: ObservedCall, { manifests }: Settings): ObservedCall {
  if (manifests.size === 0 || call.declaredManifestDigest !== undefined) return call;
  const declaredManifestDigest = manifests.get(call.serverId ?? '');
  return declaredManifestDigest === undefined ? call : { ...call, declaredManifestDigest };
}

/**
 * A server that is only what stands before the tool in a name with a secret in it may be a piece of that secret, which
 * no longer has its shape: the whole name takes its place, and is masked as such.
 */
function withoutPieces(call: ObservedCall): ObservedCall {
  const { serverIdFromName, toolName = '' } = call;
  return serverIdFromName && hasSecretShape(toolName) ? { ...call, serverId: toolName } : call;
}

/** The hook's answer; whatever is wrong with it is an error of the policy layer, never of the call. */
function askPolicy(
  policy: Settings['policy'],
  call: ObservedCall,
  { candidate, target }: RedactedCandidate,
): Decision | undefined {
  if (policy === undefined) return undefined;
  try {
    const decision: unknown = policy({
      toolName: label(call.toolName || 'unknown').value,
      serverId: label(call.serverId || 'unknown').value,
      category: candidate.known ? candidate.rule.category : null,
      target: target === undefined ? null : copyOf(target.target),
    });
    if (decision === undefined) return undefined;
    if (isThenable(decision)) {
      // Nobody waits for it: its rejection must not end the host.
      decision.then(undefined, () => {});
      return FAILED;
    }
    const said = normaliseDecision(decision);
    return said.effect === 'error' && said.source === 'unknown' ? FAILED : said;
  } catch {
    return FAILED;
  }
}

/** What the hook does with it stays its own: the record holds the lists too. */
function copyOf(target: ProjectedTarget): PolicyCall['target'] {
  const fields = Object.entries(target).map(([key, value]) => [
    key,
    Array.isArray(value) ? [...value] : value,
  ]);
  return Object.fromEntries(fields);
}

const FAILED: Decision = { effect: 'error', source: 'policy-hook', enforced: false };

function isThenable(value: unknown): value is PromiseLike<unknown> {
  return typeof (value as { then?: unknown } | null)?.then === 'function';
}
