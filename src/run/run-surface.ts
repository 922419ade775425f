import { canonicalJson } from '../decision/canonical-json.ts';
import { type DecisionRecord, NON_CLAIMS, SURFACE_SCHEMA, type Surface } from '../decision/record.ts';

const BEGINNING = `{"non_claims":${canonicalJson(NON_CLAIMS)},"observed_tool_decisions":[`;
const END = `],"schema":${canonicalJson(SURFACE_SCHEMA)}}`;

/** The canonical text of surfaces that were made here. What stands here changes no result. */
const TEXTS = new WeakMap<Surface, string>();

/**
 * The surface of these records, each as canonical JSON, in this order. They are parsed when somebody looks at them:
 * who only writes the surface needs no more than its text.
 */
export function runSurface(records: readonly string[]): Surface {
  let parsed: readonly DecisionRecord[] | undefined;
  const surface: Surface = {
    non_claims: NON_CLAIMS,
    get observed_tool_decisions() {
      parsed ??= records.map((record) => JSON.parse(record) as DecisionRecord);
      return parsed;
    },
    schema: SURFACE_SCHEMA,
  };
  TEXTS.set(surface, `${BEGINNING}${records.join(',')}${END}`);
  return surface;
}

/** A surface as canonical JSON. */
export function surfaceText(surface: Surface): string {
  return TEXTS.get(surface) ?? canonicalJson(surface);
}
