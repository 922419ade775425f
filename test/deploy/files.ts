import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parse, parseAllDocuments } from 'yaml';

/** The path of a file of the repository. */
export function pathOf(file: string): string {
  return fileURLToPath(new URL(`../../${file}`, import.meta.url));
}

export function textOf(file: string): string {
  return readFileSync(pathOf(file), 'utf8');
}

/** A YAML file of one document. */
export function yamlOf<Shape>(file: string): Shape {
  return parse(textOf(file), { merge: true }) as Shape;
}

/** Every document of a YAML file; throws where one does not parse without an error or a warning. */
export function manifestsOf(file: string): readonly unknown[] {
  return parseAllDocuments(textOf(file)).map((document) => {
    const [problem] = [...document.errors, ...document.warnings];
    if (problem !== undefined) throw problem;
    return document.toJS() as unknown;
  });
}
