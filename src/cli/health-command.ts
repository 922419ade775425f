import { constants } from 'node:buffer';
import { canonicalJson } from '../decision/canonical-json.ts';
import { MAX_RECORD_DEPTH, nestsWithin } from '../decision/nesting.ts';
import { HEALTH_SCHEMA, type Health } from '../run/health.ts';
import { HealthSchema } from '../schema/health.ts';
import { describeIssues } from '../schema/issues.ts';
import { fieldsOf } from '../schema/refinement.ts';
import { SurfaceLineSchema } from '../schema/surface-line.ts';
import type { CommandIo, ExitCode } from './command-io.ts';
import { filesOf } from './files-of.ts';
import { healthText, summaryText } from './health-text.ts';
import type { Printer } from './printer.ts';
import { readDocuments, shownName } from './read-documents.ts';
import { outputFailure } from './run-output.ts';

export interface HealthOptions {
  readonly format: 'text' | 'json';
}

/** A line holds a whole run; what `surface` could write as one text can be read as one. */
const MAX_LINE_LENGTH = constants.MAX_STRING_LENGTH;

/** Health documents in, each in words or as it is out. See `assay-otel health --help`. */
export async function healthCommand(
  paths: readonly string[],
  { format }: HealthOptions,
  io: CommandIo,
  printer: Printer,
): Promise<ExitCode> {
  const states: Health['coverage']['state'][] = [];
  let isHeard = true;
  try {
    for await (const health of readHealth(paths, io, printer)) {
      const separator = states.length === 0 ? '' : '\n';
      states.push(health.coverage.state);
      isHeard =
        format === 'json'
          ? await printer.line(canonicalJson(health))
          : await printer.text(separator + healthText(health, printer.colors));
      if (!isHeard) break;
    }
    if (isHeard && format === 'text' && states.length > 1) await printer.text(`\n${summaryText(states)}`);
  } catch (error) {
    const failure = outputFailure(error, 'to stdout');
    if (failure === undefined) throw error;
    printer.fail(failure);
    return 2;
  }
  printer.endRefusals();
  if (states.length > 0) return 0;
  printer.fail('Expected health documents or lines of `assay-otel surface`, got none that could be read');
  return 2;
}

const HEALTH_FILES = { suffix: '.health.json', mend: 'write them with `assay-otel surface --out`' };

/** The health documents of all paths; whatever else is in them is refused. */
async function* readHealth(
  paths: readonly string[],
  io: CommandIo,
  printer: Printer,
): AsyncGenerator<Health> {
  for (const path of paths) {
    for (const file of await filesOf(path, HEALTH_FILES, printer)) {
      for await (const { line, value } of readDocuments(file, io, printer, { maxLength: MAX_LINE_LENGTH })) {
        const { health, problems } = healthIn(value);
        for (const problem of problems) printer.refuse({ file: shownName(file), line }, problem);
        if (health !== undefined) yield health;
      }
    }
  }
}

interface Found {
  readonly health?: Health;
  readonly problems: readonly string[];
}

/** The health that a document is, or that a line of `surface` holds: valid, or not at all. */
function healthIn(value: unknown): Found {
  const fields = fieldsOf(value);
  const isLine = fields.schema === undefined && Object.hasOwn(fields, 'surface');
  if (!isLine && fields.schema !== HEALTH_SCHEMA) return { problems: [NO_HEALTH] };
  if (isLine && fields.health === undefined) return { problems: [OLD_LINE] };
  // Unknown fields are kept, and the depth of what is written out is not for others to choose.
  if (!nestsWithin(isLine ? fields.health : value, MAX_RECORD_DEPTH)) return { problems: [TOO_DEEP] };
  const { error } = (isLine ? SurfaceLineSchema : HealthSchema).safeParse(value);
  if (error !== undefined)
    return { problems: describeIssues(value, error.issues).map(({ message }) => message) };
  return { health: (isLine ? fields.health : value) as Health, problems: [] };
}

const NO_HEALTH =
  'Expected a health document or a line of `assay-otel surface`, got another document; traces are read with `assay-otel surface`, states with `assay-otel merge --documents`';
const OLD_LINE =
  'Expected `health` in the line, got nothing: an older version wrote it; make it again with `assay-otel surface`';
const TOO_DEEP = `Expected a health document of at most ${MAX_RECORD_DEPTH} levels, got a deeper one`;
