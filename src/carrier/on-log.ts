import { type Context, diag, ROOT_CONTEXT, type SpanContext, trace } from '@opentelemetry/api';
import type { EventAttributes } from '../decision/codec.ts';
import { OWN_SCOPE } from '../decision/names.ts';
import type { HrTime, SdkSpanContext } from '../span/sdk-span.ts';
import { VERSION } from '../version.ts';

/** What of the logs API is used; structural, so that neither of its packages is needed. */
interface Logger {
  emit(record: {
    readonly eventName: string;
    readonly timestamp: HrTime | undefined;
    readonly severityNumber: number;
    readonly attributes: EventAttributes;
    readonly context: Context;
  }): void;
}

interface LoggerProvider {
  getLogger(name: string, version: string): Logger;
}

/** Where `@opentelemetry/api` keeps its globals, the logger provider among them from 1.10 on. */
const API = Symbol.for('opentelemetry.js.api.1');

/** Where every version of `@opentelemetry/api-logs`, which goes with 1.9, keeps it, as a getter by API version. */
const API_LOGS = Symbol.for('io.opentelemetry.js.api.logs');
const API_LOGS_VERSION = 1;

const INFO = 9;

/**
 * Emits one of our events as a log record with the context of the span that it belongs to. False where no logger
 * provider is registered or it fails: the event has to go onto the span then. Never throws.
 */
export function writeLog(
  eventName: string,
  attributes: EventAttributes,
  span: SdkSpanContext,
  timestamp: HrTime | undefined,
): boolean {
  try {
    const logger = globalProvider()?.getLogger(OWN_SCOPE, VERSION);
    if (logger !== undefined) {
      const context = trace.setSpanContext(ROOT_CONTEXT, span as SpanContext);
      logger.emit({ eventName, timestamp, severityNumber: INFO, attributes: { ...attributes }, context });
      return true;
    }
  } catch {
    // As where there is none.
  }
  sayOnce();
  return false;
}

let isSaid = false;

function sayOnce(): void {
  if (isSaid) return;
  isSaid = true;
  try {
    diag.warn('assay-otel: `carrier` asks for log records, but no logger takes them; span events stand in');
  } catch {
    // The host's own logger failed; the event stands on the span all the same.
  }
}

function globalProvider(): LoggerProvider | undefined {
  const global = globalThis as {
    [API]?: { readonly logs?: LoggerProvider };
    [API_LOGS]?: (version: number) => LoggerProvider | undefined;
  };
  return global[API]?.logs ?? global[API_LOGS]?.(API_LOGS_VERSION);
}
