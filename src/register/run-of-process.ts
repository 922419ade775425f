import type { SdkWritableSpan } from '../span/sdk-span.ts';

/** The run that the whole process belongs to, where its resource says so. */
export function runOfProcess(env: Readonly<Record<string, string | undefined>>): string | undefined {
  const [, given = ''] = /(?:^|,)\s*assay\.run\.id\s*=([^,]*)/.exec(env.OTEL_RESOURCE_ATTRIBUTES ?? '') ?? [];
  try {
    return decodeURIComponent(given.trim()) || undefined;
  } catch {
    return undefined;
  }
}

/** What of a span is written here. */
interface StartedSpan extends Pick<SdkWritableSpan, 'parentSpanContext'> {
  setAttribute(key: string, value: string): unknown;
}

/**
 * Names the run on the first span of each trace too: while the SDK's detectors still look for the host, the resource
 * cannot be asked, and a trace may end before they do. A trace that began elsewhere says itself whose it is.
 */
export function nameRun(runId: string): object {
  return {
    onStart(span: StartedSpan): void {
      if (!span.parentSpanContext?.spanId) span.setAttribute('assay.run.id', runId);
    },
    onEnd(): void {},
    async forceFlush(): Promise<void> {},
    async shutdown(): Promise<void> {},
  };
}
