import { instrumentAiSdkClient } from '../mcp/ai-sdk-client.ts';
import { attempt } from '../mcp/attempt.ts';
import type { Source } from '../mcp/endpoint.ts';
import { field } from '../mcp/foreign.ts';
import { instrumentObject, isInstrumented, PATCHED_CLASS } from '../mcp/instrument.ts';
import { patchBase, patchClass } from './classes.ts';
import type { Coverage } from './coverage.ts';
import type { PatchedExport, PatchedFile, PatchedPackage } from './packages.ts';

/** Patches what the packages export, and keeps account of what it could not. Never throws. */
export class Patcher {
  readonly #source: Source;
  readonly #coverage: Coverage;
  readonly #warn: (message: string) => void;
  readonly #said = new Set<string>();
  /** Objects and classes that were tried: each once. */
  readonly #tried = new WeakSet<object>();

  constructor(source: Source, coverage: Coverage, warn: (message: string) => void) {
    this.#source = source;
    this.#coverage = coverage;
    this.#warn = warn;
  }

  /** Whether another copy of this package has patched all of it. */
  isPatched(exports: unknown, file: PatchedFile): boolean {
    return file.exports.every(({ name, isOptional }) => {
      const found = attempt(() => field(exports, name));
      if (typeof found !== 'function') return isOptional === true;
      return Object.hasOwn(found, PATCHED_CLASS) || Object.hasOwn(Object(found.prototype), PATCHED_CLASS);
    });
  }

  /** What importers get instead of `exports`: the same, but for a factory that cannot be replaced there. */
  patch(
    exports: unknown,
    version: string | undefined,
    { name, majors }: PatchedPackage,
    file: PatchedFile,
  ): unknown {
    const isKnown =
      version === undefined || majors === 'any' || majors.includes(Number.parseInt(version, 10));
    let given = exports;
    for (const wanted of file.exports) {
      try {
        const found = (given as Record<string, unknown>)[wanted.name];
        if (!isKnown) {
          this.#missed(wanted.vantage, `Expected a major of ${name} among ${majors}, got ${version}`);
        } else if (found === undefined && wanted.isOptional) continue;
        else if (typeof found !== 'function') {
          this.#missed(wanted.vantage, `Expected ${name} to export \`${wanted.name}\`, got ${typeof found}`);
        } else if (wanted.is === 'class') this.#patchClass(found, wanted);
        else given = this.#replaceFactory(given, found, wanted);
      } catch (error) {
        const kind = error instanceof Error ? error.name : typeof error;
        this.#missed(wanted.vantage, `Expected to patch \`${wanted.name}\` of ${name}, got ${kind}`);
      }
    }
    return given;
  }

  #patchClass(found: unknown, { vantage, name }: PatchedExport): void {
    if (this.#tried.has(found as object)) return;
    this.#tried.add(found as object);
    const ofServer = name === 'McpServer';
    const enter = (target: object) =>
      this.#enter(target, vantage, ofServer ? field(target, 'server') : target);
    patchClass(found as { prototype: object }, enter);
    if (!ofServer) patchBase(found as { prototype: object }, (target) => this.#enterBase(target));
    this.#coverage.patched(vantage);
  }

  /** True where this object itself was instrumented just now. */
  #enter(target: object, vantage: PatchedExport['vantage'], subject: unknown): boolean {
    if (!this.#source.isEnabled() || this.#tried.has(target) || isInstrumented(target)) return false;
    this.#tried.add(target);
    const isNew = attempt(() => field(subject, 'transport') === undefined) === true;
    const isDone = attempt(() => this.#instrument(subject, vantage)) === true;
    if (isDone) this.#coverage.instrumented(vantage, isNew);
    else this.#missed(vantage, `Expected a ${vantage} of a shape that is known here, got another`);
    return isDone && subject === target;
  }

  #instrument(subject: unknown, vantage: PatchedExport['vantage']): boolean {
    if (typeof subject !== 'object' || subject === null) return false;
    this.#tried.add(subject);
    return isInstrumented(subject) || instrumentObject(subject, vantage, this.#source);
  }

  /** Something that speaks the protocol and extends neither class: which side it is on, nobody says. */
  #enterBase(target: object): boolean {
    if (!this.#source.isEnabled() || isInstrumented(target)) return false;
    this.#coverage.missed('client');
    this.#coverage.missed('server');
    return false;
  }

  #replaceFactory(exports: unknown, original: unknown, { name, vantage }: PatchedExport): unknown {
    if (this.#tried.has(original as object)) return exports;
    const instrumented = (client: unknown) => {
      const isDone = attempt(() => instrumentAiSdkClient(client, this.#source));
      if (isDone === true) this.#coverage.instrumented(vantage, true);
      else
        this.#missed(
          vantage,
          `Expected a client of a shape that is known here from \`${name}\`, got another`,
        );
      return client;
    };
    const source = this.#source;
    const factory = function (this: unknown, ...args: unknown[]): unknown {
      const made: unknown = Reflect.apply(original as () => unknown, this, args);
      if (!source.isEnabled()) return made;
      if (made instanceof Promise) return made.then(instrumented);
      // Of another realm, or where the global one was replaced: one that is missed is watched by nobody.
      const isThenable = attempt(() => typeof field(made, 'then') === 'function') === true;
      return isThenable ? Promise.resolve(made).then(instrumented) : instrumented(made);
    };
    this.#tried.add(factory);
    Object.defineProperty(factory, PATCHED_CLASS, { value: true });
    this.#coverage.patched(vantage);
    return withExport(exports as Record<string, unknown>, name, factory);
  }

  /** Said once, in words without an argument's value. */
  #missed(vantage: PatchedExport['vantage'], why: string): void {
    this.#coverage.missed(vantage);
    if (this.#said.has(why)) return;
    this.#said.add(why);
    try {
      this.#warn(
        `${why}; it is not instrumented, so nothing is said of the whole process. Update assay-otel`,
      );
    } catch {
      // The host's own logger failed.
    }
  }
}

/** Exports are replaced in place; those of CommonJS bundles and of required ES modules cannot be, and are copied. */
function withExport(exports: Record<string, unknown>, name: string, value: unknown): unknown {
  try {
    exports[name] = value;
    if (exports[name] === value) return exports;
  } catch {
    // Read-only.
  }
  const copy = { ...exports, [name]: value };
  if ('__esModule' in exports) Object.defineProperty(copy, '__esModule', { value: true });
  return copy;
}
