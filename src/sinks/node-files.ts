import { SinkError } from './sink-error.ts';

/** What of `node:fs/promises` the sinks use; structural, since our declarations must stand without Node's types. */
export interface NodeFiles {
  readFile(path: string, encoding: 'utf8'): Promise<string>;
  writeFile(path: string, text: string, options: { readonly flag: 'wx' }): Promise<void>;
  appendFile(path: string, text: string): Promise<void>;
  rename(from: string, to: string): Promise<void>;
  mkdir(path: string): Promise<unknown>;
  readdir(path: string): Promise<string[]>;
  rmdir(path: string): Promise<void>;
  rm(path: string, options: { readonly recursive: boolean; readonly force: boolean }): Promise<void>;
  stat(path: string): Promise<NodeStat>;
  open(path: string, flag: 'r' | number): Promise<NodeFile>;
  readonly constants: { readonly O_WRONLY: number; readonly O_NONBLOCK?: number };
}

export interface NodeStat {
  readonly size: number;
  isDirectory(): boolean;
  isFile(): boolean;
  isFIFO(): boolean;
}

export interface NodeFile {
  read(into: Uint8Array, offset: number, length: number, position: number): Promise<unknown>;
  close(): Promise<void>;
}

/** What of `node:path` the sinks use. */
export interface NodePaths {
  join(...parts: string[]): string;
  dirname(path: string): string;
}

/** The file system, looked up at first use: importing the entry loads no built-in. @throws {SinkError} `unsupported`. */
export function nodeFiles(): NodeFiles {
  return builtin<NodeFiles>('node:fs/promises');
}

export function nodePaths(): NodePaths {
  return builtin<NodePaths>('node:path');
}

function builtin<T>(id: string): T {
  const { process } = globalThis as {
    readonly process?: { readonly getBuiltinModule?: (id: string) => unknown };
  };
  const found = process?.getBuiltinModule?.(id);
  if (found !== undefined) return found as T;
  throw new SinkError(
    'unsupported',
    `Expected a file system (${id}), got a runtime without one; use another sink here`,
  );
}
