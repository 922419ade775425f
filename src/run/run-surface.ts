import { canonicalJson } from '../decision/canonical-json.ts';
import { type DecisionRecord, NON_CLAIMS, SURFACE_SCHEMA, type Surface } from '../decision/record.ts';

const BEGINNING = `{"non_claims":${canonicalJson(NON_CLAIMS)},"observed_tool_decisions":[`;
const END = `],"schema":${canonicalJson(SURFACE_SCHEMA)}}`;

/**
 * The surface of records, each as canonical JSON, in this order. They are parsed when somebody looks at them: who only
 * writes the surface needs no more than its text.
 */
export class RunSurface implements Surface {
  readonly non_claims = NON_CLAIMS;
  readonly observed_tool_decisions!: readonly DecisionRecord[];
  readonly schema: typeof SURFACE_SCHEMA = SURFACE_SCHEMA;
  readonly #text: string;

  constructor(records: readonly string[]) {
    let parsed: readonly DecisionRecord[] | undefined;
    // A member like any other, for whoever writes or copies the surface.
    Object.defineProperty(this, 'observed_tool_decisions', {
      get: () => {
        parsed ??= records.map((record) => JSON.parse(record) as DecisionRecord);
        return parsed;
      },
    });
    this.#text = `${BEGINNING}${records.join(',')}${END}`;
  }

  /** The whole of it, canonical. */
  get text(): string {
    return this.#text;
  }
}

/** A surface as canonical JSON. */
export function surfaceText(surface: Surface): string {
  return surface instanceof RunSurface ? surface.text : canonicalJson(surface);
}
