import { describe, expect, it } from 'vitest';
import { CANARY } from './agents.ts';
import { dialectSpans, spanFullOf } from './raw-spans.ts';
import { startCollector } from './running-collector.ts';
import { linesOf, linesOfBodies, parsed } from './runs-read.ts';
import { send } from './send.ts';

/** What redaction.yaml makes of spans: its file, and all it printed. */
async function redacted(bodies: readonly string[], args: readonly string[] = []) {
  const collector = await startCollector('redaction.yaml', {}, { args });
  for (const body of bodies) await send(collector.url, body);
  await collector.stop();
  return { text: collector.written(), files: collector.files(), log: collector.log() };
}

/** Where a result is gone, an outcome may no longer be known; it never gets better. */
const WEAKER: Readonly<Record<string, readonly string[]>> = {
  success: ['success', 'unknown'],
  error: ['error', 'unknown'],
  cancelled: ['cancelled', 'error'],
  timeout: ['timeout', 'error'],
};

/** Known by the names of their spans, or named by them, which redaction.yaml takes (collector-config/README.md). */
const KNOWN_BY_NAME: readonly string[] = [
  ...[
    'agentcore-gateway',
    'anthropic-tool-runner',
    'claude-code',
    'contextforge',
    'crewai',
    'docker-gateway',
    'langfuse',
    'logfire-mcp',
  ],
  ...['logfire-openai-agents', 'mastra', 'mcp-go', 'mlflow'],
];

/**
 * Of a library that writes the names of mcp-go and, unlike it, does not mark a tool's own error: where the result is
 * gone, nothing tells that there was one.
 */
const OF_ANOTHER_LIBRARY = '601e5c7b23883ddd239cb3491eb05d8d';

describe('redaction.yaml, for agents that run nothing of ours', () => {
  it('lets nothing out of a span with a canary in every place, and keeps the call', async () => {
    const { text, log } = await redacted([spanFullOf(CANARY, CANARY)]);
    expect(text + log).not.toContain(CANARY);
    expect(text).toContain('"gen_ai.tool.name"');
    expect(text).toContain('"name":"span"');
  });

  it('drops spans with links where the Collector cannot take links away', async () => {
    const { text } = await redacted([spanFullOf(CANARY, CANARY)], ['--feature-gates=-ottl.set.allowNil']);
    expect(text).toBe('');
  });

  it.each(dialectSpans().filter(([dialect]) => KNOWN_BY_NAME.includes(dialect)))(
    '%s, known by names of spans: what is still read says no more than before',
    async (_dialect, bodies) => {
      const { files } = await redacted(bodies);
      const raw = callsIn(await linesOfBodies(bodies));
      for (const { run_id, tool, status } of callsIn(await linesOf(files))) {
        if (run_id === OF_ANOTHER_LIBRARY) continue;
        const before = raw.filter((call) => call.run_id === run_id);
        // What was one record, with the gateway's or framework's name for the tool, may be that of the server behind it.
        const names = before.flatMap(({ tool: { name } }) => [
          name,
          name.replace(/^github[-_]/, '').replaceAll('-', '_'),
        ]);
        expect(names.concat('unknown')).toContain(tool.name);
        expect(before.map(({ tool: { category } }) => category).concat(null)).toContain(tool.category);
        const statuses = before.flatMap((call) => WEAKER[call.status] ?? [call.status]);
        expect(statuses.concat('unknown')).toContain(status);
      }
    },
  );

  it.each(dialectSpans().filter(([dialect]) => !KNOWN_BY_NAME.includes(dialect)))(
    '%s: the calls are still read',
    async (_dialect, bodies) => {
      const { files } = await redacted(bodies);
      const raw = callsIn(await linesOfBodies(bodies));
      const read = callsIn(await linesOf(files));
      expect(read).toEqual(
        raw.map(({ status, ...call }) => ({
          ...call,
          status: expect.toBeOneOf([...(WEAKER[status] ?? [status])]),
        })),
      );
    },
  );
});

function callsIn(lines: readonly string[]) {
  return parsed(lines.filter((line) => line !== '')).flatMap(({ run_id, surface }) =>
    surface.observed_tool_decisions.map(({ tool, decision, response }) => ({
      run_id,
      tool,
      decision,
      status: response.status,
    })),
  );
}
