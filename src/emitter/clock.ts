/**
 * The time of one emitter, which never goes back: a claim compares moments of it, and a system clock that was set
 * back would put a later call before an earlier word.
 */
export class Clock {
  #last = 0;

  /** Unix milliseconds. */
  millis(): number {
    const now = Date.now();
    if (now > this.#last) this.#last = now;
    return this.#last;
  }

  /** Now as decimal Unix nanoseconds. */
  nanos(): string {
    return unixNanoOf(this.millis());
  }
}

/** Unix milliseconds as decimal Unix nanoseconds. */
export function unixNanoOf(millis: number): string {
  return `${millis}000000`;
}

/** 16 random hex digits (64 bits) from Web Crypto, which every supported runtime has as a global. */
export function randomHex16(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(8));
  let text = '';
  for (const byte of bytes) text += byte.toString(16).padStart(2, '0');
  return text;
}

const HOST = typeof process === 'object' ? process : { pid: 0 };

/** A fork is another process with the same memory; 0 where there are no processes. */
export function currentPid(): number {
  // The global itself is looked up once: this is asked for every trace.
  return HOST.pid;
}
