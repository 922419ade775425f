import { createHash } from 'node:crypto';
import { canonicalJson } from '../../src/decision/canonical-json.ts';
import { digestOf } from '../../src/decision/codec.ts';
import type { HandOver } from '../../src/index.ts';
import { RECORDS } from '../schema/records.ts';
import type { LeakCase } from './corpus.ts';

/** Any value of an attribute; bytes and maps as they are written in `places.json`. */
export type Value =
  | string
  | number
  | boolean
  | readonly Value[]
  | { readonly bytes: string }
  | { readonly map: Attributes };
export type Attributes = Readonly<Record<string, Value>>;

export function isList(value: Value): value is readonly Value[] {
  return Array.isArray(value);
}

interface Event {
  readonly name: string;
  readonly attributes: Attributes;
}

interface SpanParts {
  readonly name: string;
  readonly kind: number;
  readonly attributes: Attributes;
  readonly events: readonly Event[];
  readonly status: { readonly code?: number; readonly message?: string };
}

/** A case as the span that it is: a call, and what stands around it. */
export interface FilledCase extends SpanParts {
  /** 32 hexadecimal digits of its own. */
  readonly traceId: string;
  readonly links: readonly { readonly traceState?: string; readonly attributes: Attributes }[];
  readonly traceState: string | undefined;
  readonly resource: Attributes;
  readonly scope: { readonly name: string; readonly version?: string; readonly attributes?: Attributes };
  readonly resourceSchemaUrl: string | undefined;
  readonly scopeSchemaUrl: string | undefined;
  readonly handOver: HandOver | undefined;
  /** A span above the call that is no call itself. */
  readonly root: SpanParts | undefined;
  readonly log:
    | { readonly eventName?: string; readonly body?: string; readonly attributes?: Attributes }
    | undefined;
}

const INTERNAL = 1;
const CLIENT = 3;

/** What `places.json` may say of a place, once `{{text}}` is in it. */
type Said = Partial<Omit<FilledCase, 'root' | 'events' | 'traceId'>> & {
  readonly tool?: string;
  readonly instead?: Attributes;
  readonly events?: readonly (Event | { readonly name: string; readonly record: object })[];
  readonly root?: Partial<SpanParts>;
};

/** The span of a case: a `tools/call` of the semantic conventions, but for what the place says. */
export function filled({ place, text, form }: LeakCase, seed = ''): FilledCase {
  const said = fill(place.template, text) as Said;
  const { tool = 'search', attributes = {}, instead, root } = said;
  const call: Attributes = {
    'mcp.method.name': 'tools/call',
    'gen_ai.tool.name': tool,
    'gen_ai.operation.name': 'execute_tool',
  };
  return {
    traceId: createHash('sha256').update(`${seed}|${place.name}|${form}`).digest('hex').slice(0, 32),
    name: said.name ?? `tools/call ${tool}`,
    kind: said.kind ?? CLIENT,
    attributes: instead ?? merged(call, attributes),
    events: (said.events ?? []).map((event) =>
      'record' in event ? recorded(event.name, event.record) : event,
    ),
    links: said.links ?? [],
    status: said.status ?? {},
    traceState: said.traceState,
    resource: said.resource ?? { 'service.name': 'agent' },
    scope: said.scope ?? { name: 'agent' },
    resourceSchemaUrl: said.resourceSchemaUrl,
    scopeSchemaUrl: said.scopeSchemaUrl,
    handOver: said.handOver,
    root:
      root === undefined
        ? undefined
        : { name: 'agent', kind: INTERNAL, attributes: {}, events: [], status: {}, ...root },
    log: said.log,
  };
}

/** A record that somebody else wrote: whole, canonical, its digest right, and its names his own. */
function recorded(name: string, members: object): Event {
  const record = canonicalJson({ ...RECORDS.unknown, ...members });
  return { name, attributes: { 'assay.record': record, 'assay.record.digest': digestOf(record) } };
}

/** Both, as properties of their own whatever their names. */
function merged(...bags: readonly Attributes[]): Attributes {
  return Object.fromEntries(bags.flatMap((bag) => Object.entries(bag)));
}

/** `template` with the text in it: `{json}` becomes text, `{depth, of}` lies that deep. */
function fill(template: unknown, text: string): unknown {
  if (typeof template === 'string') {
    return template.replace(/\{\{(text|json)\}\}/g, (_, what) =>
      what === 'json' ? JSON.stringify(text) : text,
    );
  }
  if (Array.isArray(template)) return template.map((entry) => fill(entry, text));
  if (typeof template !== 'object' || template === null) return template;
  const entries = Object.entries(template).map(([key, value]) => [
    fill(key, text) as string,
    fill(value, text),
  ]);
  const whole: Record<string, unknown> = Object.fromEntries(entries);
  if ('json' in whole) return JSON.stringify(whole.json);
  if ('depth' in whole) return nested(Number(whole.depth), whole.of);
  return whole;
}

function nested(depth: number, value: unknown): unknown {
  let whole = value;
  for (let level = 0; level < depth; level += 1) whole = level % 2 === 0 ? { a: whole } : [whole];
  return whole;
}
