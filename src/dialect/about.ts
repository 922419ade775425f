import { about as agentcoreGateway } from './agentcore-gateway.ts';
import { about as agentgateway } from './agentgateway.ts';
import { about as anthropicToolRunner } from './anthropic-tool-runner.ts';
import { about as claudeCode } from './claude-code.ts';
import { about as contextforge } from './contextforge.ts';
import { about as crewai } from './crewai.ts';
import type { AboutDialect, Dialect } from './dialect.ts';
import { about as dockerGateway } from './docker-gateway.ts';
import { about as envoyAiGateway } from './envoy-ai-gateway.ts';
import { about as executeTool } from './execute-tool.ts';
import { about as fastmcp } from './fastmcp.ts';
import { about as googleAdk } from './google-adk.ts';
import { about as handOver } from './hand-over.ts';
import { about as jsonRpc } from './json-rpc.ts';
import { about as langfuse } from './langfuse.ts';
import { about as langsmith } from './langsmith.ts';
import { about as litellm } from './litellm.ts';
import { about as logfireMcp } from './logfire-mcp.ts';
import { about as logfireOpenaiAgents } from './logfire-openai-agents.ts';
import { about as mastra } from './mastra.ts';
import { about as mcpGo } from './mcp-go.ts';
import { about as mlflow } from './mlflow.ts';
import { about as openinference } from './openinference.ts';
import { about as pydanticAi } from './pydantic-ai.ts';
import { about as pythonSdk } from './python-sdk.ts';
import { about as semanticConventions } from './semantic-conventions.ts';
import { about as sentryJavascript } from './sentry-javascript.ts';
import { about as sentryPython } from './sentry-python.ts';
import { about as springAi } from './spring-ai.ts';
import { about as strands } from './strands.ts';
import { about as toolhive } from './toolhive.ts';
import { about as traceloop } from './traceloop.ts';
import { about as vercelAi } from './vercel-ai.ts';

/** What is written about each dialect, by its name. Apart from the registry, which every process loads. */
const ABOUT: ReadonlyMap<string, AboutDialect> = new Map(
  Object.entries({
    'agentcore-gateway': agentcoreGateway,
    agentgateway,
    'anthropic-tool-runner': anthropicToolRunner,
    'claude-code': claudeCode,
    contextforge,
    crewai,
    'docker-gateway': dockerGateway,
    'envoy-ai-gateway': envoyAiGateway,
    'execute-tool': executeTool,
    fastmcp,
    'google-adk': googleAdk,
    'hand-over': handOver,
    'json-rpc': jsonRpc,
    langfuse,
    langsmith,
    litellm,
    'logfire-mcp': logfireMcp,
    'logfire-openai-agents': logfireOpenaiAgents,
    mastra,
    'mcp-go': mcpGo,
    mlflow,
    openinference,
    'pydantic-ai': pydanticAi,
    'python-sdk': pythonSdk,
    'semantic-conventions': semanticConventions,
    'sentry-javascript': sentryJavascript,
    'sentry-python': sentryPython,
    'spring-ai': springAi,
    strands,
    toolhive,
    traceloop,
    'vercel-ai': vercelAi,
  }),
);

/** What is written about `dialect`. */
export function aboutDialect({ name }: Dialect): AboutDialect {
  const about = ABOUT.get(name);
  if (about === undefined)
    throw new Error(`Expected a line for the dialect ${name} in src/dialect/about.ts, got none`);
  return about;
}
