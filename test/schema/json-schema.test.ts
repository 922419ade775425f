import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { describe, expect, it } from 'vitest';
import { generateSchemas } from '../../src/schema/json-schema.ts';
import { RECORDS } from './records.ts';

const FOLDER = new URL('../../schemas/', import.meta.url);

if (process.env.UPDATE_GOLDEN === '1') {
  mkdirSync(FOLDER, { recursive: true });
  for (const [name, text] of generateSchemas()) writeFileSync(new URL(name, FOLDER), text);
}

describe('schemas/', () => {
  it('holds exactly what the zod schemas say; UPDATE_GOLDEN=1 rewrites it', () => {
    const committed = readdirSync(FOLDER).map((name) => [name, readFileSync(new URL(name, FOLDER), 'utf8')]);
    expect(Object.fromEntries(committed)).toEqual(Object.fromEntries(generateSchemas()));
  });

  it.each([...generateSchemas()])('%s is a JSON Schema', (_name, text) => {
    const ajv = new Ajv2020();
    addFormats.default(ajv);
    expect(() => ajv.compile(JSON.parse(text))).not.toThrow();
  });

  it('judges a record field by field', () => {
    const validate = new Ajv2020().compile(
      JSON.parse(generateSchemas().get('decision-record.v0.json') ?? ''),
    );
    for (const record of Object.values(RECORDS)) expect(validate(record)).toBe(true);
    expect(validate({ ...RECORDS.github, classification: 'other' })).toBe(false);
  });
});
