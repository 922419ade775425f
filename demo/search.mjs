// Looks for secrets in files, in every form in which they tend to survive.
import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Parts of a secret that would give it away on their own: the lines of a PEM block, the words of a phrase. */
const MIN_PART = 16;

/**
 * The forms of a value, by name: as it is and as JSON writes it, each of them encoded once more. Base64 depends
 * on where in the encoded text the value began: of each of the three alignments, the characters that depend on
 * nothing but the value.
 */
export function formsOf(value) {
  const json = (text) => JSON.stringify(text).slice(1, -1);
  const texts = [value, json(value)];
  return {
    plain: [value, ...value.split(/\s+/).filter((part) => part.length >= MIN_PART)],
    'JSON-escaped': [json(value), json(json(value))],
    'percent-encoded': texts.flatMap((text) => [
      encodeURIComponent(text),
      new URLSearchParams({ '': text }).toString().slice(1),
    ]),
    base64: texts
      .flatMap(base64Cores)
      .flatMap((text) => [text, text.replaceAll('+', '-').replaceAll('/', '_')]),
    hexadecimal: texts
      .map((text) => Buffer.from(text).toString('hex'))
      .flatMap((text) => [text, text.toUpperCase()]),
    'SHA-256': [createHash('sha256').update(value).digest('hex')],
  };
}

function base64Cores(text) {
  const bytes = Buffer.from(text);
  return [0, 1, 2].map((offset) => {
    const encoded = Buffer.concat([Buffer.alloc(offset), bytes]).toString('base64');
    return encoded.slice(Math.ceil((offset * 8) / 6), Math.floor(((offset + bytes.length) * 8) / 6));
  });
}

/**
 * Every place where a value stands: `values` by name, each with the forms that must not occur. Returns
 * `{ source, name, form }` and never the value.
 */
export function findIn(source, bytes, forms) {
  const found = [];
  for (const [name, variants] of Object.entries(forms)) {
    for (const [form, needles] of Object.entries(variants)) {
      if (needles.some((needle) => bytes.includes(needle))) found.push({ source, name, form });
    }
  }
  return found;
}

/** All files below a directory, sorted. */
export async function filesBelow(directory) {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
}

/** Searches files for all forms of all values. */
export async function searchFiles(files, forms) {
  const found = [];
  for (const file of files) found.push(...findIn(file, await readFile(file), forms));
  return found;
}
