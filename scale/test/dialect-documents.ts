import { dialectSpans } from '../../test/collector/raw-spans.ts';
import type { OtlpDocument } from './exporter-rows.ts';

/** Spans as real instrumentations write them, of every dialect: each file of fixtures that is one document. */
export function dialectDocuments(): readonly OtlpDocument[] {
  return dialectSpans().flatMap(([, bodies]) =>
    bodies.flatMap((body) => {
      const document = JSON.parse(body) as OtlpDocument;
      const isTraces = document.resourceSpans !== undefined;
      // An id of zeros is none to a Collector, whatever it sends to.
      return isTraces && !body.includes('"0000000000000000"') ? [document] : [];
    }),
  );
}

/** Whether a key stands twice on one span: in a map of the store the two have no order. */
export function hasKeyTwice({ resourceSpans = [] }: OtlpDocument): boolean {
  const spans = resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap((one) => one.spans));
  return spans.some(
    ({ attributes = [] }) => new Set(attributes.map(({ key }) => key)).size < attributes.length,
  );
}
