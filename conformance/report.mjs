// Disagreements as they are found. Names the place; values only where they are numbers, digests, ids or codes.
import { canonical } from './evidence.mjs';

let faults = 0;

export function faultCount() {
  return faults;
}

export function fault(place, message) {
  faults += 1;
  console.log(`${place}: ${message}`);
}

export function same(place, found, expected) {
  if (canonical(found ?? null) === canonical(expected ?? null)) return;
  fault(place, `expected ${shown(expected)}, found ${shown(found)}`);
}

export function among(place, value, candidates) {
  if (!candidates.some((candidate) => canonical(candidate) === canonical(value ?? null))) {
    fault(place, 'is none of what it can be');
  }
}

function shown(value) {
  const text = JSON.stringify(value ?? null);
  const isCode = (one) => typeof one !== 'string' || /^(sha256:)?[a-z0-9_]{1,80}$/.test(one);
  const isPlain = Array.isArray(value)
    ? value.every((one) => typeof one !== 'object' && isCode(one))
    : typeof value !== 'object' && isCode(value);
  return isPlain && text.length <= 200 ? text : 'something else';
}
