import { type SpanPlan, VANTAGE } from './world.ts';

export const KINDS: Readonly<Record<SpanPlan['what'], number>> = {
  alien: 0,
  client: 2,
  framework: 0,
  http: 1,
  list: 2,
  own: 0,
  root: 0,
  server: 1,
  work: 0,
};

export const SCOPES: Readonly<Record<SpanPlan['what'], string>> = {
  alien: 'example.alien',
  client: 'example.mcp',
  framework: 'example.framework',
  http: '@opentelemetry/instrumentation-http',
  list: 'example.mcp',
  own: 'assay-otel',
  root: 'example.agent',
  server: 'example.mcp',
  work: 'example.app',
};

export function nameOf({ what, late }: SpanPlan): string {
  return late || VANTAGE[what] === undefined ? 'span' : 'tools/call';
}

export function attributesOf(plan: SpanPlan): Record<string, unknown> {
  const { what, tool, runId } = plan;
  const run = runId === undefined ? {} : { 'assay.run.id': runId };
  if (what === 'root') return { 'gen_ai.operation.name': 'invoke_agent', ...run };
  if (what === 'list') return { 'mcp.method.name': 'tools/list' };
  if (what === 'alien') return { 'mcp.invocation': tool };
  if (what === 'framework') return { 'gen_ai.operation.name': 'execute_tool', 'gen_ai.tool.name': tool };
  if (what !== 'client' && what !== 'server') return run;
  return {
    'mcp.method.name': 'tools/call',
    'gen_ai.tool.name': tool,
    'gen_ai.tool.call.arguments': JSON.stringify(argumentsOf(plan)),
  };
}

export function argumentsOf({ requests }: SpanPlan): object {
  return { owner: 'org', repo: `repo-${requests[0] ?? 0}` };
}
