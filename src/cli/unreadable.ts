import { InputError } from './input-error.ts';

/** Says in our words why a file cannot be read. */
export function unreadable(error: unknown): InputError {
  return new InputError('not_readable', wordsOf((error as NodeJS.ErrnoException).code));
}

function wordsOf(code: string | undefined): string {
  if (code === 'ENOENT') return 'Expected a file, got nothing there; check the path';
  if (code === 'EISDIR') return 'Expected a file, got a directory; name the files in it';
  if (code === 'EACCES' || code === 'EPERM') return 'Expected a file that may be read; check its permissions';
  return `Expected a file that can be read; the system says ${code ?? 'no more'}`;
}
