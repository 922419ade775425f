// Looks for secrets in files, in every form in which they tend to survive.
import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Parts of a secret that would give it away on their own: the lines of a PEM block, the words of a phrase. */
const MIN_PART = 16;

/**
 * The forms of a value, by name. Base64 depends on where in the surrounding text the value began: of each of
 * the three alignments, the characters that depend on nothing but the value.
 */
export function formsOf(value) {
  const bytes = Buffer.from(value);
  const json = (text) => JSON.stringify(text).slice(1, -1);
  const alignments = [0, 1, 2].map((offset) => {
    const text = Buffer.concat([Buffer.alloc(offset), bytes]).toString('base64');
    const from = Math.ceil((offset * 8) / 6);
    return text.slice(from, Math.floor(((offset + bytes.length) * 8) / 6));
  });
  return {
    plain: [value, ...value.split(/\s+/).filter((part) => part.length >= MIN_PART)],
    'JSON-escaped': [json(value), json(json(value))],
    'percent-encoded': [encodeURIComponent(value), new URLSearchParams([['', value]]).toString().slice(1)],
    base64: [...alignments, ...alignments.map((text) => text.replaceAll('+', '-').replaceAll('/', '_'))],
    hexadecimal: [bytes.toString('hex'), bytes.toString('hex').toUpperCase()],
    'SHA-256': [createHash('sha256').update(bytes).digest('hex')],
  };
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
