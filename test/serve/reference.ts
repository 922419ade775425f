import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const FOLDER = fileURLToPath(new URL('../../fixtures/reference/', import.meta.url));

/** OTLP/JSON of runs that the processor observed. */
export function reference(): string[] {
  return readdirSync(FOLDER)
    .filter((name) => name.endsWith('.otlp.json'))
    .map((name) => readFileSync(`${FOLDER}${name}`, 'utf8'));
}
