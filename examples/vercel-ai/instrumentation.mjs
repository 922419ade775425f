// Loaded before the program (`node --import`), so that no MCP client is made unseen: those of `@ai-sdk/mcp` as well as
// those of the official SDK.
import { register } from 'node:module';
import { registerInstrumentations } from '@opentelemetry/instrumentation';
import { McpInstrumentation } from 'assay-otel/instrumentation';

// What OpenTelemetry needs to see ES modules as they are loaded.
register('@opentelemetry/instrumentation/hook.mjs', import.meta.url);
registerInstrumentations({ instrumentations: [new McpInstrumentation()] });
