import type { Dialect } from '../dialect/dialect.ts';
import { fromSdkSpan } from '../span/from-sdk.ts';
import type { SdkReadableSpan, SdkSpanContext } from '../span/sdk-span.ts';
import type { Registry } from './registry.ts';
import type { OpenSpan } from './trace-state.ts';

/** `SpanKind.CLIENT`. */
const CLIENT = 2;

/**
 * Whether a client call that begins is one that is counted already, by a span of another instrumentation of the same
 * client. Of the two that of ours holds the record, and the other will say so.
 */
export function isBegunAlready(
  span: SdkReadableSpan,
  dialect: Dialect,
  open: OpenSpan,
  shared: Registry,
): boolean {
  const { emitter, sameCalls } = shared;
  if (span.kind !== CLIENT || !emitter.attestations.hasInstalled) return false;
  if (open.stands && !sameCalls.hasBegun) return false;
  const { vantage, toolName } = dialect.read(fromSdkSpan(span));
  if (vantage !== 'client' || toolName === undefined) return false;
  const ours = open.stands ? open.context : sameCalls.sent(toolName, span.instrumentationScope.name);
  const theirs = open.stands ? sameCalls.begunAbove(span.parentSpanContext, toolName) : open.context;
  if (ours && theirs && tellSame(theirs, ours, shared)) return true;
  if (!open.stands) sameCalls.begun(open.context, toolName);
  return false;
}

/**
 * `theirs` is the call of `ours`, where one processor follows both; not where the record would stay behind, not being
 * sampled, that the other span carries out.
 */
export function tellSame(
  theirs: SdkSpanContext,
  ours: SdkSpanContext,
  { emitter, sameCalls }: Registry,
): boolean {
  const owner = emitter.open(ours)?.owner;
  const isKnown = owner !== undefined && owner === emitter.open(theirs)?.owner;
  if (!isKnown || (isSampled(theirs) && !isSampled(ours))) return false;
  sameCalls.same(theirs, ours);
  return true;
}

/** The SAMPLED bit of the W3C trace flags. */
function isSampled({ traceFlags }: SdkSpanContext): boolean {
  return (traceFlags & 1) === 1;
}
