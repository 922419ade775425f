import type { Attributes, SpanView } from '../../view.ts';
import { OtlpError } from '../otlp-error.ts';
import { Place } from '../place.ts';
import type { OtlpReadResult } from '../read-result.ts';
import { readField, readSpan, type Surroundings } from '../read-span.ts';
import type { Wanted } from '../wanted.ts';
import { JsonBytes, OTHERWISE } from './json-bytes.ts';
import { PlainSpans } from './plain-span.ts';
import { CLOSE, COMMA, LIST_END } from './punctuation.ts';
import { wordOf } from './word.ts';

const DOCUMENT = wordOf('{"resourceSpans":[');
const RESOURCE = wordOf('{"resource":');
const SCOPES = wordOf(',"scopeSpans":[');
const SCOPE = wordOf('{"scope":');
const SPANS = wordOf(',"spans":[');
const SCHEMA_URL = wordOf(',"schemaUrl":"');

const CARRIAGE_RETURN = 0x0d;

const NONE: readonly never[] = [];

/**
 * Reads documents of traces that are written as the Collector and OpenTelemetry's exporters write them, each in one
 * piece, from their bytes: several times as fast as to parse them and to read the result. Whatever it reads,
 * `readOtlpJson` reads the same of it, but for attributes that are left out as {@link Wanted} says; where it gives
 * `undefined`, a document is to be read that way, well formed or not.
 */
export class OtlpBytes {
  readonly #wanted: Wanted;
  readonly #spans: PlainSpans;
  #resourceText = '';
  #resource: Attributes = {};
  #scopeText = '';
  #scope: SpanView['scope'] = { name: '', version: '' };

  constructor(wanted: Wanted) {
    this.#wanted = wanted;
    this.#spans = new PlainSpans(wanted);
  }

  read(document: Uint8Array): OtlpReadResult | undefined {
    const spans: SpanView[] = [];
    try {
      this.#document(new JsonBytes(document), spans);
    } catch (error) {
      if (isOtherwise(error)) return undefined;
      throw error;
    }
    return { spans, logEvents: NONE, skippedLogRecords: 0, refused: NONE, refusedBeyond: 0 };
  }

  #document(json: JsonBytes, spans: SpanView[]): void {
    json.pass(DOCUMENT);
    do this.#ofResource(json, spans);
    while (json.passesByte(COMMA));
    json.passBytes(LIST_END, CLOSE);
    json.passesByte(CARRIAGE_RETURN);
    if (!json.isAtEnd) throw OTHERWISE;
  }

  #ofResource(json: JsonBytes, spans: SpanView[]): void {
    json.pass(RESOURCE);
    const resource = this.#resourceOf(object(json));
    json.pass(SCOPES);
    do {
      json.pass(SCOPE);
      const surroundings = { scope: this.#scopeOf(object(json)), resource };
      const isWhole = this.#wanted.scope(surroundings.scope.name);
      json.pass(SPANS);
      do spans.push(this.#span(json, surroundings, isWhole));
      while (json.passesByte(COMMA));
      passEnd(json);
    } while (json.passesByte(COMMA));
    passEnd(json);
  }

  #resourceOf(text: string): Attributes {
    if (text !== this.#resourceText) {
      const { attributes } = JSON.parse(text) as { readonly attributes?: unknown };
      this.#resource = readField(attributes, 'attributes', new Place());
      this.#resourceText = text;
    }
    return this.#resource;
  }

  #scopeOf(text: string): SpanView['scope'] {
    if (text !== this.#scopeText) {
      const { name = '', version = '' } = JSON.parse(text) as Record<string, unknown>;
      if (typeof name !== 'string' || typeof version !== 'string') throw OTHERWISE;
      this.#scope = { name, version };
      this.#scopeText = text;
    }
    return this.#scope;
  }

  /** One that is not plain is read the exact way by itself. */
  #span(json: JsonBytes, surroundings: Surroundings, isWhole: boolean): SpanView {
    const { at } = json;
    try {
      return this.#spans.read(json, surroundings, isWhole);
    } catch (error) {
      if (error !== OTHERWISE) throw error;
      json.at = at;
      return readSpan(JSON.parse(object(json)), surroundings, new Place());
    }
  }
}

/** What is refused, or is no JSON, is told by whoever reads all of it the exact way. */
function isOtherwise(error: unknown): boolean {
  return error === OTHERWISE || error instanceof OtlpError || error instanceof SyntaxError;
}

/** Passes the object that begins here; gives it as text. */
function object(json: JsonBytes): string {
  const { at } = json;
  json.at = json.objectEnd();
  return json.text(at, json.at);
}

/** Passes the end of a list and of the object that it stands in. */
function passEnd(json: JsonBytes): void {
  json.passByte(LIST_END);
  if (json.passes(SCHEMA_URL)) json.passString();
  json.passByte(CLOSE);
}
