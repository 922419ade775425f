import { INPUT } from '../../decision/names.ts';
import { idLabel, label } from '../../redact/label.ts';
import type { Attributes } from '../../span/view.ts';
import { type KeyValue, keyValues } from './otlp-values.ts';

/** What of a resource says which process it was, and nothing of what went on in it. */
const RESOURCE_KEYS = [
  ...['service.name', 'service.namespace', 'service.version', 'service.instance.id'],
  ...['deployment.environment.name', 'telemetry.sdk.name', 'telemetry.sdk.language', 'telemetry.sdk.version'],
];

/** What of a resource may leave, in OTLP/JSON. */
export function keptResource(
  attributes: Attributes,
  runKey: string | undefined,
): { readonly attributes: readonly KeyValue[] } {
  const kept: Record<string, string> = {};
  const take = (key: string, safe: (text: string) => string): void => {
    const value = Object.hasOwn(attributes, key) ? attributes[key] : undefined;
    if (typeof value === 'string') kept[key] = safe(value);
  };
  for (const key of RESOURCE_KEYS) take(key, (text) => label(text).value);
  for (const key of [INPUT.runId, ...(runKey === undefined ? [] : [runKey])]) take(key, idLabel);
  return { attributes: keyValues(kept) };
}
