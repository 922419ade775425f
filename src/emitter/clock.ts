/**
 * The time of one emitter, which never goes back: a claim compares moments of it, and a system clock that was set
 * back would put a later call before an earlier word.
 */
export class Clock {
  #last = 0;

  /** Unix milliseconds. */
  millis(): number {
    this.#last = Math.max(this.#last, Date.now());
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

/** A fork is another process with the same memory; 0 where there are no processes. */
export function currentPid(): number {
  return typeof process === 'object' ? process.pid : 0;
}
