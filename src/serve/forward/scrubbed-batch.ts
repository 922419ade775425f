import { label } from '../../redact/label.ts';
import type { ScrubRules } from '../../redact/scrub.ts';
import type { Attributes, SpanView } from '../../span/view.ts';
import type { Outgoing, ReadPair } from './batch-read.ts';
import { keptResource } from './kept-resource.ts';
import { scrubbedSpan } from './scrubbed-span.ts';

/** Spans as they may leave, one request. Fails closed: what cannot be scrubbed is left out. */
export function scrubbedBatch(pairs: readonly ReadPair[], runKey: string | undefined): Outgoing {
  const rules: ScrubRules = { mode: 'strict', allow: new Set(runKey === undefined ? [] : [runKey]) };
  const resources = new Map<Attributes, ReturnType<typeof resourceSpansOf>>();
  let items = 0;
  let refused = 0;
  for (const { span, fact } of pairs) {
    try {
      const safe = scrubbedSpan(span, fact, rules);
      const known = resources.get(span.resource) ?? resourceSpansOf(span.resource, runKey);
      resources.set(span.resource, known);
      spansOf(known, span.scope).push(safe);
      items += 1;
    } catch {
      refused += 1;
    }
  }
  return { body: JSON.stringify({ resourceSpans: [...resources.values()] }), items, refused };
}

interface ScopeSpans {
  readonly scope: SpanView['scope'];
  readonly spans: unknown[];
}

function resourceSpansOf(attributes: Attributes, runKey: string | undefined) {
  return { resource: keptResource(attributes, runKey), scopeSpans: [] as ScopeSpans[] };
}

/** Spans of one scope come one after the other. */
function spansOf(
  { scopeSpans }: ReturnType<typeof resourceSpansOf>,
  { name, version }: SpanView['scope'],
): unknown[] {
  const scope = { name: label(name).value, version: label(version).value };
  const last = scopeSpans.at(-1);
  if (last !== undefined && last.scope.name === scope.name && last.scope.version === scope.version)
    return last.spans;
  const spans: unknown[] = [];
  scopeSpans.push({ scope, spans });
  return spans;
}
