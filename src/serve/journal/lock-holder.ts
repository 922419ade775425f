import { readFile } from 'node:fs/promises';
import { hostname } from 'node:os';

/** What a lock says of the process that holds it. */
export interface Holder {
  readonly pid: number;
  readonly host: string;
  /** Tells this lock from every other. */
  readonly token: string;
  /** Which start of the machine, and when in it the process began; only where the system tells. */
  readonly began?: string;
}

export async function ownHolder(token: string): Promise<Holder> {
  const { began } = await tableEntry(process.pid);
  return { pid: process.pid, host: hostname(), token, ...(began === undefined ? {} : { began }) };
}

/** Whether a holder of this machine still runs, or is stopped. */
export async function isAlive({ pid, began }: Partial<Holder>): Promise<boolean> {
  try {
    process.kill(Number(pid), 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return false;
  }
  const entry = await tableEntry(Number(pid));
  if (entry.isGone) return false;
  // After a restart of the machine, or long afterwards, the number can be that of any other process.
  return began === undefined || entry.began === undefined || entry.began === began;
}

/** Of the fields after the name of a process: its state, and when it began. */
const STATE = 0;
const BEGAN = 19;

/** What the system's table says of a process; nothing where the system has none. */
async function tableEntry(pid: number): Promise<{ readonly isGone: boolean; readonly began?: string }> {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  // The name before it is in parentheses, and may hold any.
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  const boot = await readFile('/proc/sys/kernel/random/boot_id', 'utf8').catch(() => '');
  // Killed, and still in the table until its parent asks for it.
  const isGone = fields[STATE] === 'Z';
  const ticks = fields[BEGAN];
  return ticks === undefined || boot === '' ? { isGone } : { isGone, began: `${boot.trim()}/${ticks}` };
}
