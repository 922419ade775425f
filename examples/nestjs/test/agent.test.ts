// The gate as a test: an agent that does more than is declared fails here, before it is deployed.
import 'reflect-metadata';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Test, type TestingModule } from '@nestjs/testing';
import type { EmittedRun } from 'assay-otel';
import { expectWithinDeclared } from 'assay-otel/gate';
import { CALLS, PROMPTS } from 'example-scenario';
import { AgentModule } from '../src/agent.module';
import { AgentService } from '../src/agent.service';
import { RECEIVED } from '../src/github-connection';
import { startTelemetry } from '../src/telemetry';

const NOTHING_DECLARED = 'schema: assay.declared_tool_surface.v0\ndeclared_tool_actions: []\n';
const declared = readFileSync('declared.yaml', 'utf8');
const runs: EmittedRun[] = [];
const telemetry = startTelemetry({ sink: (run) => void runs.push(run) });
const scratch = mkdtempSync(join(tmpdir(), 'example-nestjs-'));
let app: TestingModule;

beforeAll(async () => {
  app = await Test.createTestingModule({ imports: [AgentModule] })
    .overrideProvider(RECEIVED)
    .useValue(join(scratch, 'received.jsonl'))
    .compile();
});
beforeEach(() => {
  runs.length = 0;
});
afterAll(async () => {
  await app.close();
  await telemetry.shutdown();
  rmSync(scratch, { recursive: true });
});

test('the agent does what it is meant to', async () => {
  expect(await app.get(AgentService).perform(PROMPTS.clean)).toBe(CALLS.length);
  await telemetry.flush();
  expectWithinDeclared(runs, declared, { file: 'declared.yaml' });
  expect(() => expectWithinDeclared(runs, NOTHING_DECLARED)).toThrow('verdict: fail');
});

test('an agent that calls nothing is known to have called nothing', async () => {
  expect(await app.get(AgentService).perform(PROMPTS.quiet)).toBe(0);
  await telemetry.flush();
  expectWithinDeclared(runs, NOTHING_DECLARED);
  expect(runs.map(({ health }) => health.claims.no_tool_use)).toEqual(['allowed']);
});
