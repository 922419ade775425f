import { createHash } from 'node:crypto';
import { expect } from 'vitest';
import type {
  CategoryDocument,
  ClassifierCase,
  ExpectedValue,
} from '../../src/classify/classifier-document.ts';

/** What the record of a case's call must say, for `toMatchObject`: the target whole, its hashes computed here. */
export function expectedRecord({ id, provider }: CategoryDocument, { record }: ClassifierCase): object {
  const { classification, reason_code, detail, verb, target } = record;
  const isKnown = classification !== 'observed_unknown_tool';
  return {
    classification,
    ...(reason_code !== undefined && { reason_code }),
    ...(detail !== undefined && { detail }),
    tool: { category: isKnown ? id : null },
    action: {
      ...(verb !== undefined && { verb }),
      // Anything else beside is a key that the case does not know of.
      ...(target !== undefined && { target: exactly({ provider, ...mapped(target) }) }),
    },
  };
}

/** `toMatchObject` lets an object have more members, but not inside a matcher. */
function exactly(value: object): unknown {
  return expect.toSatisfy(
    (found) => JSON.stringify(sorted(found)) === JSON.stringify(sorted(value)),
    JSON.stringify(sorted(value)),
  );
}

function sorted(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
}

function mapped(target: Readonly<Record<string, ExpectedValue>>): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    Object.entries(target).map(([key, value]) => [
      key,
      Array.isArray(value) ? [...new Set(value.map(resolved))].sort() : resolved(value),
    ]),
  );
}

/** By the formula of docs/record.md, with nothing of the package. */
function resolved(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || !('domain' in value)) return value;
  const { domain, of } = value as { readonly domain: string; readonly of: string };
  const preimage = `assay.tool_target.v0:${domain}:${of.trim().toLowerCase()}`;
  return `sha256:${createHash('sha256').update(preimage).digest('hex')}`;
}
