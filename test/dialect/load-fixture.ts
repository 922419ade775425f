import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { RecogniseOptions } from '../../src/dialect/recognise.ts';
import { readOtlpJson } from '../../src/span/otlp/read-otlp-json.ts';
import type { SpanView } from '../../src/span/view.ts';
import { OPTIONS } from './span.ts';

const FIXTURES = join(import.meta.dirname, '../../fixtures/dialect');

export interface Fixture {
  readonly name: string;
  readonly spans: readonly SpanView[];
  readonly options: RecogniseOptions;
  readonly expected: readonly unknown[];
  /** Of the calls among them under `toolSpans: "all"`, in order, the record in short; not in every fixture. */
  readonly records: readonly unknown[] | undefined;
}

/** `<case>.expected.json`: what each span is, in order, asked with these options. */
interface Expectation {
  readonly options?: Partial<Omit<RecogniseOptions, 'localTools'>> & {
    readonly localTools?: readonly string[];
  };
  readonly spans: readonly unknown[];
  readonly records?: readonly unknown[];
}

export function fixtureDialects(): readonly string[] {
  return readdirSync(FIXTURES).sort();
}

export function loadFixtures(dialect: string): readonly Fixture[] {
  const folder = join(FIXTURES, dialect);
  const files = readdirSync(folder).filter((file) => !file.endsWith('.expected.json'));
  return files.map((file) => {
    const name = file.slice(0, -'.json'.length);
    const { spans, refused } = readOtlpJson(readJson(join(folder, file)));
    if (refused.length > 0) throw new Error(`${dialect}/${name}: ${refused[0]?.message}`);
    const expectation = readJson(join(folder, `${name}.expected.json`)) as Expectation;
    const { localTools = [], ...options } = expectation.options ?? {};
    return {
      name,
      spans,
      options: { ...OPTIONS, ...options, localTools: new Set(localTools) },
      expected: expectation.spans,
      records: expectation.records,
    };
  });
}

function readJson(file: string): unknown {
  return JSON.parse(readFileSync(file, 'utf8'));
}
