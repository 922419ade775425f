// `--require`d: before the program; CommonJS alone.
globalThis.setup = require('./setup.cjs');
const { McpInstrumentation } = require('./instrumentation.cjs');
globalThis.instrumentation = new McpInstrumentation();
