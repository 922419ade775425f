import type { JsonSchema } from './served-tools.ts';

/** Whether a path of a classifier file leads to an argument that a schema names; `open` where it does not say. */
export type Named = 'named' | 'open' | 'absent';

/** Looks a dotted path up, `[]` after the name of a list. */
export function argumentNamed(schema: JsonSchema, path: string): Named {
  return lookUp(schema, path.replaceAll('[]', '.[]').split('.'), schema);
}

/** The schemas at a path; none where it is open or absent. */
export function schemasAt(schema: JsonSchema, path: string): readonly JsonSchema[] {
  let found = branches(schema, schema);
  for (const step of path.split('.')) {
    found = found.flatMap(({ properties }) => {
      const below =
        properties !== undefined && Object.hasOwn(properties, step) ? properties[step] : undefined;
      return below === undefined ? [] : branches(below, schema);
    });
  }
  return found;
}

function lookUp(at: JsonSchema, [step, ...rest]: readonly string[], root: JsonSchema): Named {
  if (step === undefined) return 'named';
  const found = branches(at, root).map((branch): Named => {
    const below = step === '[]' ? branch.items : own(branch.properties, step);
    if (below !== undefined) return lookUp(below, rest, root);
    return isOpen(branch, step) ? 'open' : 'absent';
  });
  if (found.includes('named')) return 'named';
  return found.includes('open') ? 'open' : 'absent';
}

/** Nothing is said of what stands in it: then nothing is known of a name either. */
function isOpen(
  { type, properties, items, enum: values, additionalProperties }: JsonSchema,
  step: string,
): boolean {
  if (values !== undefined) return false;
  if (step === '[]') return items === undefined && (type === undefined || type === 'array');
  if (type !== undefined && type !== 'object') return false;
  const isFree = additionalProperties === true || typeof additionalProperties === 'object';
  return isFree || properties === undefined || Object.keys(properties).length === 0;
}

/** A schema and all that it may be instead, references followed. */
function branches(schema: JsonSchema, root: JsonSchema, depth = 0): readonly JsonSchema[] {
  if (depth > 8) return [];
  const { $ref, anyOf = [], oneOf = [], allOf = [] } = schema;
  const inner = [...anyOf, ...oneOf, ...allOf, ...($ref === undefined ? [] : [referred(root, $ref)])];
  if (inner.length === 0) return [schema];
  const all = inner.flatMap((branch) => branches(branch, root, depth + 1));
  return schema.properties === undefined ? all : [schema, ...all];
}

function referred(root: JsonSchema, ref: string): JsonSchema {
  let at: unknown = root;
  for (const step of ref.split('/').slice(1)) at = own(at as Record<string, unknown>, step);
  return (at ?? {}) as JsonSchema;
}

function own<Value>(of: Readonly<Record<string, Value>> | undefined, name: string): Value | undefined {
  return of !== undefined && Object.hasOwn(of, name) ? of[name] : undefined;
}
