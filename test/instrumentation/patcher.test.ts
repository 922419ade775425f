import { trace } from '@opentelemetry/api';
import { describe, expect, it } from 'vitest';
import { Coverage } from '../../src/instrumentation/coverage.ts';
import { PACKAGES } from '../../src/instrumentation/packages.ts';
import { Patcher } from '../../src/instrumentation/patcher.ts';

/** What importers get of a package whose factory makes this. */
function patched(made: unknown) {
  const wanted = PACKAGES.find(({ name }) => name === '@ai-sdk/mcp');
  const [file] = wanted?.files ?? [];
  if (wanted === undefined || file === undefined) throw new Error('@ai-sdk/mcp is not patched');
  const warnings: string[] = [];
  const source = { tracer: () => trace.getTracer('example'), isEnabled: () => true };
  const patcher = new Patcher(source, new Coverage(), (message) => warnings.push(message));
  const given = patcher.patch({ createMCPClient: () => made }, '1.0.0', wanted, file);
  return { warnings, create: (given as { createMCPClient(): unknown }).createMCPClient };
}

const CLIENT = { name: 'of a shape that nobody knows' };

/** Made where the global class is another one, as in another realm. */
function ofAnotherRealm(): object {
  // biome-ignore lint/suspicious/noThenProperty: what another library's promise is
  return { then: (resolve: (value: object) => void) => resolve(CLIENT) };
}

describe('what a factory makes', () => {
  it.each([
    ['a promise', Promise.resolve(CLIENT)],
    ['a promise of another class', ofAnotherRealm()],
    ['the client itself', CLIENT],
  ])('is looked at and given on: %s', async (_, made) => {
    const { warnings, create } = patched(made);
    expect(await create()).toBe(CLIENT);
    expect(warnings).toHaveLength(1);
  });
});
