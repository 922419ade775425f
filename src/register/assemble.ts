import {
  ConfigError,
  type SpanExporterLike,
  type ToolDecisionPipeline,
  toolDecisionPipeline,
} from '../index.ts';
import { directorySink } from '../sinks/index.ts';
import type { Configuration } from './configuration.ts';
import { exportersFromEnvironment } from './exporters.ts';

export interface Assembled {
  readonly pipeline: ToolDecisionPipeline<object, object>;
  /** Exporters as people know them. */
  readonly exporterNames: readonly string[];
  readonly notes: readonly string[];
  /** What is active, in a line; no address, no value from outside but paths. */
  readonly summary: string;
}

interface Refused {
  readonly issues: readonly string[];
  readonly notes: readonly string[];
}

/** A delegate for those who want documents and no export: `OTEL_TRACES_EXPORTER=none` with a directory. */
const NOWHERE: SpanExporterLike = {
  export: (_spans, done) => done({ code: 0 }),
  shutdown: async () => {},
};

/**
 * The pipeline that the configuration describes; or every issue of it at once.
 *
 * @param owner path of the SDK's main file
 * @param around puts something between the guard and an exporter; `doctor` listens there
 */
export function assemble(
  configuration: Configuration,
  env: Readonly<Record<string, string | undefined>>,
  owner: string,
  around: (exporter: SpanExporterLike, name: string) => SpanExporterLike = (exporter) => exporter,
): Assembled | Refused {
  const { options, surfacesDir } = configuration;
  const found = exportersFromEnvironment(env, owner);
  const notes = [...configuration.notes, ...found.notes];
  const issues = [...configuration.issues, ...found.issues];
  const sinks = [...(asArray(options.sinks) ?? []), ...directory(surfacesDir, issues)];
  const given = found.exporters.map((one, index) => ({
    ...one,
    exporter: around(one.exporter, found.names[index] ?? ''),
  }));
  const exporters = given.length === 0 && sinks.length > 0 ? [NOWHERE] : given;
  try {
    const pipeline = toolDecisionPipeline<object, object>({
      ...options,
      ...(sinks.length > 0 && { sinks: sinks as never }),
      exporters,
      BatchSpanProcessor: found.BatchSpanProcessor,
    });
    if (issues.length > 0) return { issues, notes };
    const { scrub = 'strict', forward = 'all', toolSpans = 'mcp' } = options;
    const parts = [
      `export to ${found.names.join(', ') || 'nowhere'}`,
      `scrub ${scrub}, forward ${forward}, tool spans ${toolSpans}`,
      `sampler ${pipeline.sampler}`,
      ...(surfacesDir === undefined ? [] : [`documents in ${surfacesDir}`]),
    ];
    return { pipeline, exporterNames: found.names, notes, summary: parts.join('; ') };
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    return { issues: [...issues, ...error.issues.map(configuration.placed)], notes };
  }
}

function asArray(value: unknown): readonly unknown[] | undefined {
  return Array.isArray(value) ? value : value === undefined ? undefined : [value];
}

function directory(path: string | undefined, issues: string[]): readonly unknown[] {
  if (path === undefined) return [];
  try {
    return [directorySink(path)];
  } catch (error) {
    issues.push(error instanceof Error ? error.message : 'Expected `surfacesDir` to be a directory');
    return [];
  }
}
