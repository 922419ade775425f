import { INPUT } from '../../decision/names.ts';
import { idLabel, label } from '../../redact/label.ts';
import type { ScrubRules } from '../../redact/scrub.ts';
import type { SpanFact } from '../../run/span-fact.ts';
import type { Attributes, SpanView } from '../../span/view.ts';
import { keyValues } from './otlp-values.ts';
import { scrubbedSpan } from './scrubbed-span.ts';

/** A span, and what it is evidence of. */
export interface ReadPair {
  readonly span: SpanView;
  readonly fact: SpanFact;
}

export interface ScrubbedBatch {
  /** OTLP/JSON. */
  readonly body: string;
  readonly spans: number;
  /** Spans that could not be scrubbed, and are not in it. */
  readonly refused: number;
}

/** What of a resource says which process it was, and nothing of what went on in it. */
const RESOURCE_KEYS = [
  ...['service.name', 'service.namespace', 'service.version', 'service.instance.id'],
  ...['deployment.environment.name', 'telemetry.sdk.name', 'telemetry.sdk.language', 'telemetry.sdk.version'],
];

/** Spans as they may leave, one request. Fails closed: what cannot be scrubbed is left out. */
export function scrubbedBatch(pairs: readonly ReadPair[], runKey: string | undefined): ScrubbedBatch {
  const rules: ScrubRules = { mode: 'strict', allow: new Set(runKey === undefined ? [] : [runKey]) };
  const resources = new Map<Attributes, ReturnType<typeof resourceOf>>();
  let spans = 0;
  let refused = 0;
  for (const { span, fact } of pairs) {
    try {
      const safe = scrubbedSpan(span, fact, rules);
      const known = resources.get(span.resource) ?? resourceOf(span.resource, runKey);
      resources.set(span.resource, known);
      spansOf(known, span.scope).push(safe);
      spans += 1;
    } catch {
      refused += 1;
    }
  }
  return { body: JSON.stringify({ resourceSpans: [...resources.values()] }), spans, refused };
}

interface ScopeSpans {
  readonly scope: SpanView['scope'];
  readonly spans: unknown[];
}

function resourceOf(attributes: Attributes, runKey: string | undefined) {
  const kept: Record<string, string> = {};
  const take = (key: string, safe: (text: string) => string): void => {
    const value = Object.hasOwn(attributes, key) ? attributes[key] : undefined;
    if (typeof value === 'string') kept[key] = safe(value);
  };
  for (const key of RESOURCE_KEYS) take(key, (text) => label(text).value);
  for (const key of [INPUT.runId, ...(runKey === undefined ? [] : [runKey])]) take(key, idLabel);
  return { resource: { attributes: keyValues(kept) }, scopeSpans: [] as ScopeSpans[] };
}

/** Spans of one scope come one after the other. */
function spansOf(
  { scopeSpans }: ReturnType<typeof resourceOf>,
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
