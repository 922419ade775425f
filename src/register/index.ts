/**
 * `node --import assay-otel/register app.js`, or `--require`: the whole of it without a line of code, from `OTEL_*` and
 * `ASSAY_*` variables and `assay-otel.config.{json,yaml,mjs}`. docs/install.md has the table.
 */
import { isLoaderThread } from './instrumentations.ts';
import { startFromEnvironment } from './start.ts';
import { logToStderr } from './stderr-logger.ts';

const STARTED = Symbol.for('assay-otel.register');

// Once, though a variable and a command line may both name it.
if (!Object.hasOwn(globalThis, STARTED) && !isLoaderThread(process.env)) {
  Object.defineProperty(globalThis, STARTED, { value: true });
  try {
    logToStderr(process.env);
    startFromEnvironment(process.env, process.cwd());
  } catch {
    // The working directory may be gone, or stderr: the application is started all the same.
  }
}
