export { McpInstrumentation, type McpInstrumentationConfig } from './mcp-instrumentation.ts';
