import { readdir } from 'node:fs/promises';
import { join } from 'node:path';

const NAME = /^journal-(\d{10})\.log$/;

/** The file of facts with this number. */
export function segmentPath(folder: string, number: number): string {
  return join(folder, `journal-${String(number).padStart(10, '0')}.log`);
}

/** The numbers of the files of facts that are there, in order. @throws {Error} of the file system. */
export async function segmentNumbers(folder: string): Promise<number[]> {
  const numbers = (await readdir(folder)).map((name) => Number(NAME.exec(name)?.[1]));
  return numbers.filter((number) => !Number.isNaN(number)).sort((a, b) => a - b);
}
