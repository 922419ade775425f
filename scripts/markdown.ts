/** What the generated docs are made of. */

export function list(keys: Iterable<string>): string {
  return `${[...keys].map(code).join(', ')}\n`;
}

export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string =>
    `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
  return `${[line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n')}\n`;
}

export function code(text: string): string {
  return text === '' ? '' : `\`${text}\``;
}

/**
 * A text with its generated parts made anew: what stands between `<!-- generated: NAME -->` and `<!-- end -->`.
 *
 * @throws {Error} where text and parts do not name the same.
 */
export function filled(text: string, parts: Readonly<Record<string, string>>): string {
  const found: string[] = [];
  const made = text.replace(REGION, (_all, name: string) => {
    found.push(name);
    return `<!-- generated: ${name} -->\n\n${parts[name]?.trimEnd()}\n\n<!-- end -->`;
  });
  const names = Object.keys(parts);
  if (found.sort().join() === names.sort().join()) return made;
  throw new Error(`Expected generated parts ${names.join(', ')}, got ${found.join(', ')}`);
}

const REGION = /<!-- generated: ([\w-]+) -->[\s\S]*?<!-- end -->/g;
