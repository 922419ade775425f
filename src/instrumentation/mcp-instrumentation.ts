import { types } from 'node:util';
import {
  InstrumentationBase,
  type InstrumentationConfig,
  type InstrumentationModuleDefinition,
  InstrumentationNodeModuleDefinition,
} from '@opentelemetry/instrumentation';
import { SCOPE } from '../mcp/request-span.ts';
import { VERSION } from '../version.ts';
import { isBeforeTheProgram } from './before-the-program.ts';
import { type LoadedFile, loadedBefore, onLoad } from './commonjs.ts';
import { Coverage } from './coverage.ts';
import { definitionsOf } from './definitions.ts';
import type { PatchedFile } from './packages.ts';
import { Patcher } from './patcher.ts';

/** Options of {@link McpInstrumentation}: those of every instrumentation, `instrumentClient` has none of its own. */
export interface McpInstrumentationConfig extends InstrumentationConfig {
  /** Whether it instruments from its construction on. Default `true`. */
  readonly enabled?: boolean;
}

/** A built-in module that this one imports: told of it, the loader's hook is at work. */
const PROBE = 'module';

/**
 * Instruments every client and server of the official MCP SDK (`@modelcontextprotocol/sdk` 1.x,
 * `@modelcontextprotocol/client` and `/server` 2.x), and every client of `@ai-sdk/mcp` (1.x, 2.x), as
 * `instrumentClient` and `instrumentServer` of `assay-otel/mcp` do one: the same spans, once, whoever else
 * instruments them. Create it before the application loads any of them: by `--import` or `--require`, and for ES modules with
 * the loader's hook of `@opentelemetry/instrumentation`. Then it vouches for the whole process; for single
 * objects where something was loaded before, is of a version that is not known, or may come unseen, and for nothing
 * while it is disabled (docs/health.md). Never throws into the host; what cannot be patched is said once
 * through `diag`.
 *
 * @example new NodeSDK({ instrumentations: [new McpInstrumentation()] }).start()
 */
export class McpInstrumentation extends InstrumentationBase<McpInstrumentationConfig> {
  readonly #coverage = new Coverage();
  readonly #patcher: Patcher;
  #isEnabling = false;
  #isHooked = false;

  constructor(config: McpInstrumentationConfig = {}) {
    // Not enabled by the base class, which does so before there are any fields.
    super(SCOPE, VERSION, { ...config, enabled: false });
    this.setConfig(config);
    const source = { tracer: () => this.tracer, isEnabled: () => this.isEnabled() };
    this.#patcher = new Patcher(source, this.#coverage, (message) => this._diag.warn(message));
    if (this.getConfig().enabled) this.enable();
  }

  protected override init(): InstrumentationModuleDefinition[] {
    const probe = new InstrumentationNodeModuleDefinition(PROBE, ['*'], (exports) => {
      if (types.isProxy(exports)) this.#coverage.sawImport();
      return exports;
    });
    const definitions = definitionsOf((exports, version, patched, file) => {
      if (this.#isEnabling) this.#noteLoadedBefore(exports, file);
      return this.#patcher.patch(exports, version, patched, file);
    });
    return [probe, ...definitions];
  }

  /** Instruments what is loaded from now on, and what CommonJS has loaded: its clients are seen from their next request on. */
  override enable(): void {
    if (this.isEnabled()) return;
    this.#isEnabling = true;
    try {
      const before = loadedBefore();
      if (this.#isHooked) this.#coverage.startedAgain();
      else if (!isBeforeTheProgram()) this.#coverage.cameLate();
      super.enable();
      for (const loaded of before) {
        this.#noteLoadedBefore(loaded.exports, loaded.file);
        this.#patchLoaded(loaded);
      }
      if (!this.#isHooked) onLoad((loaded) => this.#patchLoaded(loaded));
      this.#isHooked = true;
    } catch (error) {
      this.#coverage.notFirst();
      this._diag.warn(
        `Expected to hook the loading of modules, got ${kindOf(error)}; not all is instrumented`,
      );
    } finally {
      this.#isEnabling = false;
    }
    import('node:module').catch(() => undefined);
  }

  /** No span more, of no object but those that the application instruments by hand; it vouches for nothing. */
  override disable(): void {
    if (!this.isEnabled()) return;
    super.disable();
    this.#coverage.stopped();
  }

  #noteLoadedBefore(exports: unknown, file: PatchedFile): void {
    if (this.#patcher.isPatched(exports, file)) this.#coverage.notFirst();
    else this.#coverage.cameLate();
  }

  /** Classes alone: a factory must be replaced in what is required, which the base class sees to. */
  #patchLoaded({ exports, version, patched, file }: LoadedFile): void {
    if (file.exports.some((wanted) => wanted.is === 'factory')) return;
    this.#patcher.patch(exports, version, patched, file);
  }
}

function kindOf(error: unknown): string {
  return error instanceof Error ? error.name : typeof error;
}
