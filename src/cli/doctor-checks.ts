export interface DoctorOptions {
  readonly format: 'text' | 'json';
}

/** One thing that was looked at. */
export interface Check {
  /** Stable, for machines. */
  readonly id: string;
  readonly state: 'ok' | 'note' | 'problem';
  readonly says: string;
  /** What to do about it. */
  readonly mend?: string;
}

export function ok(id: string, says: string): Check {
  return { id, state: 'ok', says };
}

export function note(id: string, says: string, mend?: string): Check {
  return { id, state: 'note', says, ...(mend !== undefined && { mend }) };
}

export function problem(id: string, says: string, mend: string): Check {
  return { id, state: 'problem', says, mend };
}
