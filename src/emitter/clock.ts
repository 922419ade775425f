/** Unix milliseconds (default: now) as decimal Unix nanoseconds. */
export function unixNanoOf(millis: number = Date.now()): string {
  return `${millis}000000`;
}

/** 16 random hex digits (64 bits) from Web Crypto, which every supported runtime has as a global. */
export function randomHex16(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(8));
  let text = '';
  for (const byte of bytes) text += byte.toString(16).padStart(2, '0');
  return text;
}
