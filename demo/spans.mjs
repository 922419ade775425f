// Spans as they were received.

/** All spans of OTLP/JSON lines with the service they are of, their attributes as plain objects. */
export function spansOf(lines) {
  return lines
    .split('\n')
    .filter((line) => line !== '')
    .flatMap((line) => JSON.parse(line).resourceSpans)
    .flatMap(({ resource, scopeSpans }) => {
      const service = plain(resource.attributes)['service.name'];
      return scopeSpans.flatMap(({ spans }) => spans.map((span) => ({ ...span, service })));
    })
    .map((span) => ({
      ...span,
      attributes: plain(span.attributes),
      events: span.events.map((event) => ({ ...event, attributes: plain(event.attributes) })),
    }));
}

function plain(attributes) {
  return Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]));
}
