import { label } from '../redact/label.ts';
import type { ListedTool } from './listed-tool.ts';
import { isObject, own } from './own.ts';

/** What a server says of one of its tools, made safe to show: the words of the server, never trusted. */
export interface DescribedTool extends ListedTool {
  /** As records store it: masked where it holds a secret, sanitised, at most 256 bytes. */
  readonly name: string;
  /** The first line of the description that is not blank, treated as the name is; `undefined` where there is none. */
  readonly description: string | undefined;
  /** Hints of the server, which nothing here acts on. */
  readonly annotations: ToolHints;
  /** Top-level properties of the input schema and what else it requires, by name. */
  readonly inputs: readonly InputProperty[];
}

const HINTS = ['readOnlyHint', 'destructiveHint', 'idempotentHint', 'openWorldHint'] as const;

/** Those of the hints that MCP defines which the server gives as true or false. */
export type ToolHints = { readonly [Hint in (typeof HINTS)[number]]?: boolean };

const TYPES = ['array', 'boolean', 'integer', 'null', 'number', 'object', 'string'] as const;

/** A type of JSON Schema. */
export type JsonType = (typeof TYPES)[number];

export interface InputProperty {
  /** Treated as the tool's name is. */
  readonly name: string;
  /** What the property's own `type` names, in order; none where it says it in another way, or not at all. */
  readonly types: readonly JsonType[];
  readonly required: boolean;
  /** The strings of its `enum`, where it has nothing else and at most 100; treated as names are. */
  readonly choices?: readonly string[] | undefined;
}

/** Describes a tool of a JSON document that was found to be within the limits. */
export function describedTool(tool: unknown, { name, digest }: ListedTool): DescribedTool {
  return {
    name: label(name).value,
    digest,
    description: firstLine(own(tool, 'description')),
    annotations: hints(own(tool, 'annotations')),
    inputs: inputs(own(tool, 'inputSchema')),
  };
}

function firstLine(description: unknown): string | undefined {
  if (typeof description !== 'string') return undefined;
  const line = description.split(/[\r\n\u2028\u2029]/).find((text) => text.trim() !== '');
  return line && label(line.trim()).value;
}

function hints(annotations: unknown): ToolHints {
  const said = HINTS.map((hint) => [hint, own(annotations, hint)] as const);
  return Object.fromEntries(said.filter(([, value]) => typeof value === 'boolean'));
}

function inputs(schema: unknown): readonly InputProperty[] {
  const properties = own(schema, 'properties');
  const required = new Set(textsOf(own(schema, 'required')));
  const names = isObject(properties) ? Object.keys(properties) : [];
  return [...new Set([...names, ...required])].sort().map((name) => ({
    name: label(name).value,
    types: typesOf(own(own(properties, name), 'type')),
    required: required.has(name),
    choices: choicesOf(own(own(properties, name), 'enum')),
  }));
}

const MOST_CHOICES = 100;

function choicesOf(values: unknown): readonly string[] | undefined {
  const texts = textsOf(values);
  const isWhole = Array.isArray(values) && texts.length === values.length;
  return isWhole && texts.length > 0 && texts.length <= MOST_CHOICES ? texts : undefined;
}

function typesOf(type: unknown): readonly JsonType[] {
  const named = typeof type === 'string' ? [type] : textsOf(type);
  return TYPES.filter((known) => named.includes(known));
}

function textsOf(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((entry) => typeof entry === 'string') : [];
}
