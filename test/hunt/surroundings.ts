/** What a process has around it at one moment. */
export interface Surroundings {
  readonly millis: number;
  readonly seed: number;
  readonly processId: number;
}

/**
 * Puts clock, randomness and process id under control, so that a seed gives the same run again; all is as it was
 * when `action` is over.
 */
export function controlled<T>(action: (surround: (by: Surroundings) => void) => T): T {
  const { now } = Date;
  const { getRandomValues } = crypto;
  const { pid } = process;
  try {
    return action(surround);
  } finally {
    Date.now = now;
    crypto.getRandomValues = getRandomValues;
    setProcessId(pid);
  }
}

/** The clock counts on from `millis` at each look; the randomness is a counter's. */
function surround({ millis, seed, processId }: Surroundings): void {
  let time = millis;
  Date.now = () => {
    time += 1;
    return time;
  };
  let state = seed >>> 0;
  crypto.getRandomValues = <T extends ArrayBufferView | null>(array: T): T => {
    const bytes = array as unknown as Uint8Array;
    for (let at = 0; at < bytes.length; at += 1) {
      state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
      bytes[at] = state >>> 24;
    }
    return array;
  };
  setProcessId(processId);
}

function setProcessId(value: number): void {
  Object.defineProperty(process, 'pid', { value, writable: false, enumerable: true, configurable: true });
}
