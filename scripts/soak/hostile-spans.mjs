// Spans that nobody should write, below the span that is active: none is a call, none may break anything.

const HOSTILE = [
  { 'url.full': 'x'.repeat(50_000) },
  Object.fromEntries(Array.from({ length: 120 }, (_, at) => [`key.${at}`, at])),
  { __proto__: null, constructor: 'x', 'mcp.session.id': '\u0000\ud800' },
  { 'rpc.method': 'tools/call', 'rpc.system': 'grpc' },
  { 'assay.record': '{"v":0}', 'assay.emitter.id': 'not mine' },
];

/** Gives how many it made. */
export function hostileSpans(tracer) {
  for (const attributes of HOSTILE) {
    const span = tracer.startSpan('GET', { attributes });
    span.addEvent('assay.something', { 'assay.record': 'no json' });
    span.recordException(new Error('x'));
    span.end();
    // Ended twice, and written to after its end.
    span.end();
    span.setAttribute('late', true);
  }
  return HOSTILE.length;
}
