// `--import`ed: before the program, with the loader's hook, unless told otherwise.
import { register } from 'node:module';
import setup from './setup.cjs';

if (process.env.LOADER_HOOK !== 'off') register('@opentelemetry/instrumentation/hook.mjs', import.meta.url);
const { McpInstrumentation } = await import('./instrumentation.mjs');
globalThis.instrumentation = new McpInstrumentation();
globalThis.setup = setup;
