import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { cli, folderWith } from '../cli/run-cli.ts';
import { check, filesOf, VECTORS } from './checker.ts';

interface Span {
  readonly traceId: string;
  readonly spanId: string;
  readonly events: readonly unknown[];
}
interface Document {
  readonly resourceSpans: readonly { readonly scopeSpans: readonly { readonly spans: readonly Span[] }[] }[];
}
type Loss = (span: Span) => readonly Span[];

/** The spans of a vector after a loss, under a trace id of their own, so that many cases fit in one file. */
function lossy(documents: readonly Document[], loss: Loss, n: number): readonly Document[] {
  const traceId = n.toString(16).padStart(32, 'a');
  return documents.map(({ resourceSpans }) => ({
    resourceSpans: resourceSpans.map((resource) => ({
      ...resource,
      scopeSpans: resource.scopeSpans.map((scope) => ({
        ...scope,
        spans: scope.spans.flatMap(loss).map((span) => ({ ...span, traceId })),
      })),
    })),
  }));
}

/** Every pair of spans of which each is lost, or its events are. */
function losses(spans: readonly Span[]): readonly Loss[] {
  const single = spans.flatMap(({ spanId }): Loss[] => [
    (span) => (span.spanId === spanId ? [] : [span]),
    (span) => [span.spanId === spanId ? { ...span, events: [] } : span],
  ]);
  const pairs = single.flatMap((first, i) =>
    single.slice(i + 1).map(
      (second): Loss =>
        (span) =>
          first(span).flatMap(second),
    ),
  );
  return [...single, ...pairs];
}

it.each([
  'complete-run',
  'known-tools',
  'two-processes',
  'call-outlasts-root',
  'conflict',
  'sampler-unknown',
  'root-not-sampled',
])('%s: whatever two spans or events are lost, the checker reaches the same verdict', async (name) => {
  const lines = readFileSync(`${VECTORS}/${name}/traces.jsonl`, 'utf8').trim().split('\n');
  const documents = lines.map((line) => JSON.parse(line) as Document);
  const spans = documents.flatMap(({ resourceSpans }) =>
    resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans)),
  );
  const folder = folderWith();
  const traces = join(folder, 'traces.jsonl');
  const made = folderWith();
  const cases = losses(spans).flatMap((loss, n) => lossy(documents, loss, n));
  writeFileSync(traces, cases.map((document) => `${JSON.stringify(document)}\n`).join(''));
  await cli(['surface', traces, '--out', made]);
  expect(Object.keys(filesOf(made)).length).toBeGreaterThan(3);
  expect(check(traces, made)).toEqual({ code: 0, said: expect.stringMatching(/, 0 disagreements\n$/) });
});
