import {
  attestProcessCoverage,
  cameLate,
  withdrawInstrumentation,
  withdrawProcessCoverage,
} from '../emitter/process-coverage.ts';
import { attestObject } from '../mcp/instrument.ts';
import { SCOPE } from '../mcp/request-span.ts';
import { VERSION } from '../version.ts';

type Vantage = 'client' | 'server';

/**
 * What may be said of the whole process. That every client or server here is watched holds from the moment a class
 * is patched as it loads, where nothing to patch was loaded before, and where what is imported as an ES module is
 * seen as well: a second copy of a package that comes unseen would be watched by nobody. A program that holds a copy
 * in a bundle of its own loads no class, so nothing is said of it.
 */
export class Coverage {
  #isFirst = true;
  #seesImports = false;
  readonly #patched = new Set<Vantage>();
  readonly #objects = new Set<Vantage>();

  /** Something to patch may have been loaded before; whoever patched it then, and nobody else, knows of its past. */
  notFirst(): void {
    this.#isFirst = false;
  }

  /** What is patched from now on may have been used before. */
  cameLate(): void {
    this.notFirst();
    cameLate();
  }

  /** A module that was imported came through the loader's hook. */
  sawImport(): void {
    this.#seesImports = true;
    this.#attest();
  }

  /** A class was patched as it was loaded. */
  patched(vantage: Vantage): void {
    this.#patched.add(vantage);
    this.#attest();
  }

  /** An object is watched from now on; `isNew` where it cannot have sent anything before. */
  instrumented(vantage: Vantage, isNew: boolean): void {
    this.#objects.add(vantage);
    if (!isNew) this.cameLate();
  }

  /** Something that speaks MCP is not watched. */
  missed(vantage: Vantage): void {
    withdrawProcessCoverage(SCOPE, vantage);
  }

  /** Nothing is vouched for from here on, not even what the application instrumented by hand. */
  stopped(): void {
    withdrawInstrumentation(SCOPE);
  }

  /** What was instrumented before is watched again. */
  startedAgain(): void {
    this.cameLate();
    for (const vantage of this.#objects) attestObject(vantage);
  }

  #attest(): void {
    if (!this.#isFirst || !this.#seesImports) return;
    for (const vantage of this.#patched) attestProcessCoverage(SCOPE, VERSION, vantage);
  }
}
