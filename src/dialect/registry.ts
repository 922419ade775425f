import { agentcoreGateway } from './agentcore-gateway.ts';
import { agentgateway } from './agentgateway.ts';
import { anthropicToolRunner } from './anthropic-tool-runner.ts';
import { claudeCode } from './claude-code.ts';
import { contextforge } from './contextforge.ts';
import { crewai } from './crewai.ts';
import type { Dialect } from './dialect.ts';
import { dockerGateway } from './docker-gateway.ts';
import { envoyAiGateway } from './envoy-ai-gateway.ts';
import { executeTool } from './execute-tool.ts';
import { fastmcp } from './fastmcp.ts';
import { googleAdk } from './google-adk.ts';
import { handOver } from './hand-over.ts';
import { jsonRpc } from './json-rpc.ts';
import { langfuse } from './langfuse.ts';
import { langsmith } from './langsmith.ts';
import { litellm } from './litellm.ts';
import { logfireMcp } from './logfire-mcp.ts';
import { logfireOpenaiAgents } from './logfire-openai-agents.ts';
import { mastra } from './mastra.ts';
import { mcpGo } from './mcp-go.ts';
import { mlflow } from './mlflow.ts';
import { openinference } from './openinference.ts';
import { pydanticAi } from './pydantic-ai.ts';
import { pythonSdk } from './python-sdk.ts';
import { semanticConventions } from './semantic-conventions.ts';
import { sentryJavascript } from './sentry-javascript.ts';
import { sentryPython } from './sentry-python.ts';
import { springAi } from './spring-ai.ts';
import { strands } from './strands.ts';
import { toolhive } from './toolhive.ts';
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
  agentcoreGateway,
  envoyAiGateway,
  agentgateway,
  toolhive,
  litellm,
  dockerGateway,
  contextforge,
  mcpGo,
  springAi,
  mastra,
  googleAdk,
  strands,
  pydanticAi,
  logfireMcp,
  logfireOpenaiAgents,
  claudeCode,
  anthropicToolRunner,
  crewai,
  langsmith,
  langfuse,
  mlflow,
  semanticConventions,
  jsonRpc,
  vercelAi,
  openinference,
  executeTool,
];
