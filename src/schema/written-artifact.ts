import { CLASSIFIERS_SCHEMA } from '../classify/classifier-document.ts';
import { CLASSIFIERS } from '../classify/registry.ts';
import type { ClassifierRule } from '../classify/rule.ts';
import { BASELINE_SCHEMA } from '../gate/baseline.ts';
import { DECLARED_SCHEMA } from '../gate/declared-surface.ts';
import { validateArtifact } from './artifact.ts';
import { readClassifiers } from './classifiers-reading.ts';
import type { PlacedIssue } from './declared-issues.ts';
import { readBaseline, readDeclaredSurface, type WrittenReading } from './declared-reading.ts';
import { readText } from './declared-text.ts';
import { fieldsOf } from './refinement.ts';

/** What is wrong with a text that a person wrote, and what of it does nothing, each with its line. */
export interface WrittenIssues {
  readonly errors: readonly PlacedIssue[];
  readonly warnings: readonly PlacedIssue[];
}

/** Whether a document says that it is one of those that people write. */
export function isWritten(document: unknown): boolean {
  const { schema } = fieldsOf(document);
  return schema === DECLARED_SCHEMA || schema === BASELINE_SCHEMA || schema === CLASSIFIERS_SCHEMA;
}

/** Validates a text of YAML (or JSON): a declared surface, a baseline, or any artifact written that way. */
export function validateWritten(text: string, rules: readonly ClassifierRule[] = CLASSIFIERS): WrittenIssues {
  const reading = readText(text);
  if ('problems' in reading) {
    return { errors: reading.problems.map((problem) => ({ path: '', ...problem })), warnings: [] };
  }
  const { schema } = fieldsOf(reading.value);
  if (schema === DECLARED_SCHEMA) return issuesOf(readDeclaredSurface(text, rules));
  if (schema === BASELINE_SCHEMA) return issuesOf(readBaseline(text));
  if (schema === CLASSIFIERS_SCHEMA) {
    const read = readClassifiers(text);
    return { errors: 'errors' in read ? read.errors : [], warnings: [] };
  }
  return { errors: validateArtifact(reading.value), warnings: [] };
}

function issuesOf(reading: WrittenReading<unknown>): WrittenIssues {
  return { errors: 'errors' in reading ? reading.errors : [], warnings: reading.warnings };
}
