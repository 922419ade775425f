import type { z } from 'zod';
import type { ClassifierRule } from '../classify/rule.ts';
import { BASELINE_SCHEMA, type Baseline } from '../gate/baseline.ts';
import { DECLARED_SCHEMA, type DeclaredSurface } from '../gate/declared-surface.ts';
import { BaselineSchema } from './declared-baseline.ts';
import { type PlacedIssue, placedIssues } from './declared-issues.ts';
import { declaredSurfaceSchema } from './declared-surface.ts';
import { type PositionOf, readText } from './declared-text.ts';
import { declaredWarnings } from './declared-warnings.ts';
import { fieldsOf } from './refinement.ts';

/** A document that a person wrote: read, or everything that is wrong with it. */
export type WrittenReading<Document> =
  | {
      readonly document: Document;
      /** What does nothing as it stands, and does no harm. */
      readonly warnings: readonly PlacedIssue[];
      /** Leads from a path, such as `['declared_tool_actions', 2]`, to its line. */
      readonly positionOf: PositionOf;
    }
  | {
      readonly errors: readonly PlacedIssue[];
      /** What would do nothing once the errors are mended, where that can be said already. */
      readonly warnings: readonly PlacedIssue[];
    };

/** Reads a declared surface, JSON or YAML, for the loaded classifiers. */
export function readDeclaredSurface(
  text: string,
  classifiers: readonly ClassifierRule[],
): WrittenReading<DeclaredSurface> {
  const warn = (declared: unknown) => declaredWarnings(declared, classifiers);
  return readWritten(
    text,
    declaredSurfaceSchema(classifiers) as z.ZodType<DeclaredSurface>,
    DECLARED_SCHEMA,
    warn,
  );
}

/** Reads a baseline, JSON or YAML. */
export function readBaseline(text: string): WrittenReading<Baseline> {
  return readWritten(text, BaselineSchema, BASELINE_SCHEMA, () => []);
}

function readWritten<Document>(
  text: string,
  schema: z.ZodType<Document>,
  name: string,
  warn: (document: unknown) => readonly z.core.$ZodIssue[],
): WrittenReading<Document> {
  const reading = readText(text);
  if ('problems' in reading) {
    return { errors: reading.problems.map((problem) => ({ path: '', ...problem })), warnings: [] };
  }
  const { value, positionOf } = reading;
  const { success, data, error } = schema.safeParse(value);
  if (success) {
    return { document: data, warnings: placedIssues(value, warn(data), positionOf), positionOf };
  }
  // Of a document that says it is another, nothing else is worth telling.
  const { schema: said } = fieldsOf(value);
  const isOther = typeof said === 'string' && said !== name;
  const issues = isOther ? error.issues.filter(({ path }) => path[0] === 'schema') : error.issues;
  const errors = placedIssues(value, issues, positionOf);
  const refused = new Set(errors.map(({ path }) => path));
  const warnings = isOther ? [] : placedIssues(value, warn(value), positionOf);
  return { errors, warnings: warnings.filter(({ path }) => !refused.has(path)) };
}
