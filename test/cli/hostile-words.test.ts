import { describe, expect, it } from 'vitest';
import { cli } from './run-cli.ts';

/** CI systems take a line of a log that begins so for a command. */
const COMMAND = '::error::planted';

describe('what the command line quotes on stderr', () => {
  it.each<[string, readonly string[]]>([
    ['an unknown option', ['surface', `--x\n${COMMAND}`]],
    [
      'a value that is no choice',
      ['gate', '--declared', 'd', '--surface', 's', '--accept-coverage', `a\n${COMMAND}`],
    ],
    ['an unknown command', [`a\n${COMMAND}`]],
    ['a path', ['surface', COMMAND]],
    ['a path with a line break', ['health', `a\n${COMMAND}`]],
    ['a path that is judged', ['gate', '--declared', COMMAND, '--surface', `\n ${COMMAND}`]],
  ])('begins no line of a log with a command: %s', async (_title, args) => {
    const { code, stderr } = await cli(args);
    expect(code).toBe(2);
    expect(stderr).toContain('planted');
    expect(stderr.split('\n').filter((line) => line.trimStart().startsWith('::'))).toEqual([]);
  });
});
