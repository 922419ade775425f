import { attempt } from '../mcp/attempt.ts';
import { replaceMethod } from '../mcp/endpoint.ts';
import { PATCHED_CLASS } from '../mcp/instrument.ts';

/**
 * Told of an object before it does anything; true where it was instrumented just now. Every copy of this package
 * hangs its own on a class, and the first to say so has it.
 */
export type Enter = (target: object) => boolean;

type Class = { readonly prototype: object };

/**
 * The doors of a class: methods that everything an object sends or is asked comes through, so that also an object
 * that was made, or connected, before the class was patched is instrumented before its next request.
 */
const DOORS = ['connect', 'request', '_requestWithSchemaViaCodec', '_onrequest'];

/** Instruments every object of the class, and of those that extend it, as it passes a door. */
export function patchClass({ prototype }: Class, enter: Enter): void {
  const own = Object.getOwnPropertyDescriptor(prototype, PATCHED_CLASS)?.value;
  if (own instanceof Set) {
    own.add(enter);
    return;
  }
  const enters = new Set([enter]);
  Object.defineProperty(prototype, PATCHED_CLASS, { value: enters });
  for (const key of DOORS) hang(prototype, key, enters);
}

/** Tells of objects that connect, whatever class they are of that extends this one. */
export function patchBase({ prototype }: Class, enter: Enter): void {
  const base: unknown = Object.getPrototypeOf(prototype);
  if (typeof base !== 'object' || base === null || base === Object.prototype) return;
  hang(base, 'connect', new Set([enter]));
}

function hang(prototype: object, key: string, enters: ReadonlySet<Enter>): void {
  const methods = prototype as Record<string, unknown>;
  if (typeof methods[key] !== 'function') return;
  const original = Object.hasOwn(prototype, key) ? methods[key] : undefined;
  const inherited = () => (Object.getPrototypeOf(prototype) as Record<string, unknown>)[key];
  const door = function (this: object, ...args: unknown[]): unknown {
    const method = (original ?? inherited()) as () => unknown;
    // Only where nothing stands before this door: what does would run twice.
    const isFirst = attempt(() => (this as Record<string, unknown>)[key] === door) === true;
    const isNew = attempt(() => [...enters].some((enter) => enter(this))) === true;
    const next = isNew && isFirst && key !== 'connect' ? (this as Record<string, unknown>)[key] : method;
    return Reflect.apply(next as () => unknown, this, args);
  };
  replaceMethod(prototype, key, door as (...args: unknown[]) => unknown);
}
