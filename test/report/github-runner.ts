/** A workflow command as the runner of GitHub Actions reads it from a line of a log (`ActionCommand.cs`, version 2). */
export interface WorkflowCommand {
  readonly name: string;
  readonly properties: ReadonlyMap<string, string>;
  readonly message: string;
}

/** `undefined` where the line is no command. */
export function readCommand(line: string): WorkflowCommand | undefined {
  const text = line.trimStart();
  const end = text.indexOf('::', 2);
  if (!text.startsWith('::') || end < 0) return undefined;
  const head = text.slice(2, end);
  const space = head.indexOf(' ');
  const properties = new Map<string, string>();
  for (const pair of space < 0 ? [] : head.slice(space + 1).split(',')) {
    const at = pair.indexOf('=');
    properties.set(pair.slice(0, at), unescaped(pair.slice(at + 1), { ...OF_DATA, ...OF_PROPERTY }));
  }
  return {
    name: space < 0 ? head : head.slice(0, space),
    properties,
    message: unescaped(text.slice(end + 2), OF_DATA),
  };
}

/** Version 1, which the runner reads wherever it stands in a line that is no command of version 2. */
export const OLD_COMMAND = '##[';

const OF_DATA = { '%0D': '\r', '%0A': '\n' };
const OF_PROPERTY = { '%3A': ':', '%2C': ',' };

function unescaped(text: string, table: Readonly<Record<string, string>>): string {
  const read = Object.entries(table).reduce(
    (all, [written, character]) => all.replaceAll(written, character),
    text,
  );
  return read.replaceAll('%25', '%');
}
