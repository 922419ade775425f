import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { otlpAttribute, otlpDocument, otlpSpan } from '../span/otlp/documents.ts';
import { receiving, until } from './receiving.ts';

const DOC = readFileSync(new URL('../../docs/serve.md', import.meta.url), 'utf8');
const ARGUMENTS = 'gen_ai.tool.call.arguments';

/** Attributes that the span of the Python example in docs/serve.md bears; variables are given these values. */
function shownAttributes(): Readonly<Record<string, string>> {
  const values: Readonly<Record<string, string>> = {
    'json.dumps(arguments)': JSON.stringify({ owner: 'org', repo: 'prod-repo', title: 'ci', key: 'FAKE' }),
    run_id: 'run-of-python',
  };
  const [, example = ''] = /^```python\n(.*?)^```$/ms.exec(DOC) ?? [];
  const lines = [...example.matchAll(/^ {4}"([\w.]+)": (?:"([^"]+)"|(.+)),$/gm)];
  return Object.fromEntries(
    lines.map(([, key, text, name = '']) => [key, text ?? values[name] ?? 'missing']),
  );
}

function documentOf({ without }: { readonly without?: string } = {}): string {
  const attributes = Object.entries(shownAttributes())
    .filter(([key]) => key !== without)
    .map(([key, stringValue]) => otlpAttribute(key, { stringValue }));
  return JSON.stringify(otlpDocument([otlpSpan({ name: 'tools/call add_deploy_key', kind: 3, attributes })]));
}

describe('a call of an agent in another language, as docs/serve.md writes it by hand', () => {
  it('is seen and classified; that there was no other cannot be said', async () => {
    const one = await receiving();
    await one.post(documentOf());
    await one.stop();
    const [run] = one.written;
    expect(run?.runId).toBe('run-of-python');
    expect(run?.surface.observed_tool_decisions).toMatchObject([{ classification: 'classified' }]);
    expect(run?.health.coverage.state).toBe('unknown');
  });

  it('is incomplete where its arguments are gone before', async () => {
    const one = await receiving();
    await one.post(documentOf({ without: ARGUMENTS }));
    await one.stop();
    expect(one.written[0]?.surface.observed_tool_decisions).toMatchObject([
      { classification: 'classified_incomplete', detail: 'arguments_not_captured' },
    ]);
  });

  it('is written by --idle, since nothing says that its run ends', async () => {
    const one = await receiving({ idle: 50, grace: 10 });
    await one.post(documentOf());
    await until('it to be written', () => one.written.length > 0);
    expect(one.written[0]?.emission.closed_by).toBe('idle');
  });
});
