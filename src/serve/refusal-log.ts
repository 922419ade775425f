import type { RefusalReason } from './refusal.ts';

/** Between two lines, in milliseconds. */
const INTERVAL = 10_000;

/** Tells of refused requests at most once in a while: whoever sends garbage must not fill the disk with it. */
export class RefusalLog {
  readonly #say: (line: string) => void;
  readonly #counts = new Map<RefusalReason, number>();
  #timer: NodeJS.Timeout | undefined;

  constructor(say: (line: string) => void) {
    this.#say = say;
  }

  add(reason: RefusalReason): void {
    this.#counts.set(reason, (this.#counts.get(reason) ?? 0) + 1);
    if (this.#timer !== undefined) return;
    this.flush();
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      this.flush();
    }, INTERVAL);
    this.#timer.unref();
  }

  flush(): void {
    if (this.#counts.size === 0) return;
    const counts = [...this.#counts].sort().map(([reason, count]) => `${reason} ${count}`);
    this.#counts.clear();
    this.#say(`requests refused: ${counts.join(', ')}`);
  }
}
