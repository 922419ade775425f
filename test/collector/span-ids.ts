/** As much of OTLP/JSON as is looked at here. */
interface Body {
  readonly resourceSpans: readonly {
    readonly scopeSpans: readonly { readonly spans: readonly { readonly spanId: string }[] }[];
  }[];
}

/** Ids of the spans in these OTLP/JSON documents that bear something of ours. */
export function evidenceIn(bodies: readonly string[]): string[] {
  const spans = bodies.flatMap((body) =>
    (JSON.parse(body) as Body).resourceSpans.flatMap(({ scopeSpans }) =>
      scopeSpans.flatMap(({ spans }) => spans),
    ),
  );
  return spans.filter((span) => JSON.stringify(span).includes('"assay.')).map(({ spanId }) => spanId);
}
