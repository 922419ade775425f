import { describe, expect, it } from 'vitest';
import { recognise } from '../../src/dialect/recognise.ts';
import { withoutContentKeys } from '../../src/redact/scrub.ts';
import { loadFixtures } from './load-fixture.ts';

/** Every secret of a fixture says so itself. */
const PLANTED = /FAKE/;

/** Frameworks, which write arguments and results under keys of their own. */
const FRAMEWORKS = [
  ...[
    'anthropic-tool-runner',
    'claude-code',
    'crewai',
    'execute-tool',
    'google-adk',
    'langfuse',
    'langsmith',
  ],
  ...['logfire-mcp', 'logfire-openai-agents', 'mastra', 'mlflow', 'openinference', 'pydantic-ai', 'strands'],
  ...['traceloop', 'vercel-ai'],
];

/** `scrub: "content"` takes off keys that it knows: those under which a dialect finds content are among them. */
describe.each(FRAMEWORKS)('content keys of %s', (dialect) => {
  it('are known: what is left of attributes and events of a call holds nothing that was planted', () => {
    for (const { name, spans, options } of loadFixtures(dialect)) {
      for (const span of spans) {
        if (recognise(span, { ...options, toolSpans: 'all' }).is !== 'call') continue;
        const left = [span.attributes, ...span.events.map(({ attributes }) => attributes)].map(
          withoutContentKeys,
        );
        expect([name, PLANTED.test(JSON.stringify(left))]).toEqual([name, false]);
      }
    }
  });
});
