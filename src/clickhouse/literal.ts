/** A string as ClickHouse writes one in a statement. */
export function quoted(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
}

/** A list of them, as it stands behind `IN`. */
export function quotedList(texts: readonly string[]): string {
  return `(${texts.map(quoted).join(', ')})`;
}

/** An array of them. */
export function quotedArray(texts: readonly string[]): string {
  return `[${texts.map(quoted).join(', ')}]`;
}
