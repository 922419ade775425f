import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { expect, it } from 'vitest';
import { attestProcessCoverage } from '../../src/emitter/process-coverage.ts';
import { registry } from '../../src/emitter/registry.ts';
import { instrumentClient, instrumentServer } from '../../src/mcp/index.ts';

const covered = () =>
  registry()
    .emitter.attestations.list(undefined)
    .filter(({ covers }) => covers === 'process')
    .map(({ vantage }) => vantage);

it('the process is vouched for no longer where the application hands over what cannot be instrumented', () => {
  attestProcessCoverage('assay-otel/mcp', '1', 'client');
  attestProcessCoverage('assay-otel/mcp', '1', 'server');
  expect(covered()).toEqual(['client', 'server']);
  instrumentClient(Object.freeze(new Client({ name: 'agent', version: '1.0.0' })) as never);
  expect(covered()).toEqual(['server']);
  instrumentServer({ request: async () => ({}), getClientVersion: () => ({}) });
  expect(covered()).toEqual([]);
});
