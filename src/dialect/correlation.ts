import type { Correlation, Vantage } from '../span/observed-call.ts';
import type { SpanView } from '../span/view.ts';

const NONE: Correlation = { basis: 'none' };
const MALFORMED: Correlation = { basis: 'malformed_trace_context' };

/** W3C Trace Context 1, section 3.2; a record keeps the four fields and nothing after them. */
const TRACEPARENT = /^(?!ff)[0-9a-f]{2}-(?!0{32})[0-9a-f]{32}-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}$/;

/**
 * What ties a call to a caller. A carrier that an attribute holds is checked as it stands; a server span
 * whose parent is remote carried one, rebuilt here from trace id, parent span id and flags. A span's own
 * context never gets in. The bytes of a carrier that is not valid are not kept.
 */
export function correlate(span: SpanView, vantage: Vantage, carrier: string | undefined): Correlation {
  if (carrier !== undefined) return checked(carrier);
  const parent = span.parentSpanId;
  if (vantage !== 'server' || span.parentIsRemote !== true || !parent) return NONE;
  const flags = (span.traceFlags & 0xff).toString(16).padStart(2, '0');
  return checked(`00-${span.traceId}-${parent}-${flags}`);
}

function checked(traceparent: string): Correlation {
  return TRACEPARENT.test(traceparent) ? { basis: 'propagated_trace_context', traceparent } : MALFORMED;
}
