import type { Dialect } from './dialect.ts';
import { executeTool } from './execute-tool.ts';
import { fastmcp } from './fastmcp.ts';
import { handOver } from './hand-over.ts';
import { jsonRpc } from './json-rpc.ts';
import { openinference } from './openinference.ts';
import { pythonSdk } from './python-sdk.ts';
import { semanticConventions } from './semantic-conventions.ts';
import { sentryJavascript } from './sentry-javascript.ts';
import { sentryPython } from './sentry-python.ts';
import { traceloop } from './traceloop.ts';
import { vercelAi } from './vercel-ai.ts';

/**
 * Every dialect, most specific first: the first that recognises a span reads it. A span can speak several at
 * once (most write `mcp.method.name` and something of their own), so an instrumentation that is known by its
 * scope or marks stands before the conventions that it extends, and those before what says less: hand-over;
 * SDKs and their instrumentations (Sentry, FastMCP, Python, C#, Traceloop); gateways; vendors' spans; the
 * conventions; frameworks' tool spans (Vercel, OpenInference); bare `execute_tool`.
 */
export const DIALECTS: readonly Dialect[] = [
  handOver,
  sentryJavascript,
  sentryPython,
  fastmcp,
  pythonSdk,
  traceloop,
  semanticConventions,
  jsonRpc,
  vercelAi,
  openinference,
  executeTool,
];
