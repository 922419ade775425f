import { type DiagLogger, DiagLogLevel, diag } from '@opentelemetry/api';

/** What our own messages begin with. */
const OURS = 'assay-otel';

/**
 * The log of OpenTelemetry, on stderr: what is ours from warnings on, everything as `OTEL_LOG_LEVEL` says. Not the
 * SDK's console logger, which puts information on stdout, where an MCP server over stdio speaks with its client.
 */
export function logToStderr(env: Readonly<Record<string, string | undefined>>): void {
  const level = levelOf(env.OTEL_LOG_LEVEL);
  const write = (at: DiagLogLevel, word: string) => {
    return (message: string, ...rest: unknown[]): void => {
      const isOurs = message.startsWith(OURS) && at <= DiagLogLevel.WARN;
      if (at > (level ?? DiagLogLevel.NONE) && !(isOurs && level === undefined)) return;
      try {
        const more = rest.map((one) => (one instanceof Error ? (one.stack ?? one.message) : shown(one)));
        process.stderr.write(`${[`[opentelemetry ${word}]`, message, ...more].join(' ')}\n`);
      } catch {
        // A closed stderr is no reason to stop anything.
      }
    };
  };
  const logger: DiagLogger = {
    error: write(DiagLogLevel.ERROR, 'error'),
    warn: write(DiagLogLevel.WARN, 'warn'),
    info: write(DiagLogLevel.INFO, 'info'),
    debug: write(DiagLogLevel.DEBUG, 'debug'),
    verbose: write(DiagLogLevel.VERBOSE, 'verbose'),
  };
  diag.setLogger(logger, { logLevel: level ?? DiagLogLevel.WARN, suppressOverrideMessage: true });
}

function levelOf(name: string | undefined): DiagLogLevel | undefined {
  const key = name?.trim().toUpperCase();
  if (!key) return undefined;
  const level = (DiagLogLevel as unknown as Record<string, unknown>)[key];
  return typeof level === 'number' ? level : DiagLogLevel.INFO;
}

function shown(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? String(value));
}
