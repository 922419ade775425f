import { type Context, type ContextManager, context, diag, propagation, trace } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { provider as newProvider, type Processor } from '../sdk/line.ts';
import { connect } from './support/kit.ts';
import { v1 } from './support/v1.ts';
import { v2 } from './support/v2.ts';

const CANARY = 'canary-b41c';
const broken = () => {
  throw new Error(CANARY);
};

const noop = {
  onStart: () => undefined,
  onEnd: () => undefined,
  forceFlush: async () => {},
  shutdown: async () => {},
};
const provider = (processor: Partial<Processor>) =>
  newProvider({ spanProcessors: [{ ...noop, ...processor }] });

/** A context manager that fails to enter a context, as a foreign one might. */
class Unenterable extends AsyncLocalStorageContextManager {
  override with(): never {
    return broken();
  }
}
class Unreadable extends AsyncLocalStorageContextManager {
  override active(): Context {
    return broken();
  }
}

const FAULTS: [string, () => void][] = [
  ['the tracer cannot be had', () => trace.setGlobalTracerProvider({ getTracer: broken })],
  ['a span cannot be started', () => trace.setGlobalTracerProvider(provider({ onStart: broken }))],
  ['a span cannot be ended', () => trace.setGlobalTracerProvider(provider({ onEnd: broken }))],
  [
    'the propagator fails',
    () => propagation.setGlobalPropagator({ inject: broken, extract: broken, fields: () => [] }),
  ],
  ['no context can be entered', () => setManager(new Unenterable())],
  ['the context cannot be read', () => setManager(new Unreadable())],
];

function setManager(manager: ContextManager): void {
  context.setGlobalContextManager(manager.enable());
}

const warnings: string[] = [];

beforeEach(() => {
  warnings.length = 0;
  const silent = () => undefined;
  diag.setLogger({
    error: silent,
    info: silent,
    debug: silent,
    verbose: silent,
    warn: (...said) => warnings.push(said.map(String).join(' ')),
  });
});
afterEach(() => {
  diag.disable();
  trace.disable();
  context.disable();
  propagation.disable();
});

describe.each([v1, v2])('when our part fails, over SDK $major', (kit) => {
  it.each(FAULTS)('the host goes on though %s', async (_fault, breakIt) => {
    vi.resetModules();
    const { instrumentClient, instrumentServer } = await import('../../src/mcp/index.ts');
    const client = instrumentClient(kit.client());
    const server = instrumentServer(kit.server());
    const answer = { content: [{ type: 'text', text: 'fine' }] };
    let calls = 0;
    kit.handle(server, 'tools/call', () => {
      calls += 1;
      return answer;
    });
    const refusal = kit.protocolError(-32602);
    kit.handle(server, 'prompts/get', () => {
      throw refusal;
    });
    await connect(kit, client, server);
    breakIt();
    await expect(kit.callTool(client, { name: 't' })).resolves.toMatchObject(answer);
    expect(calls).toBe(1);
    const params = { method: 'prompts/get', params: { name: 'p' } };
    await expect(kit.request(client, params)).rejects.toMatchObject({ code: -32602 });
    await client.close();
    expect(warnings).toEqual([
      'assay-otel/mcp: instrumentation failed (Error); the request went on without it',
    ]);
  });
});
