import { expect, it } from 'vitest';
import { runAgents } from './agents.ts';
import { startCollector } from './running-collector.ts';
import { linesOf, linesOfBodies, parsed, reasonsOf } from './runs-read.ts';
import { evidenceIn } from './span-ids.ts';
import { until } from './until.ts';

/** No call at all, or one without a known category, is what the sampler of tail-sampling.yaml may drop. */
const ONLY_WHAT_IS_ASKED_FOR = { ASSAY_SAMPLED_PERCENT: '0', ASSAY_DECISION_WAIT: '1s' };

it('tail-sampling.yaml: before the sampler a run is complete, behind it it is not', async () => {
  const backend = await startCollector('shard.yaml');
  const sampling = await startCollector('tail-sampling.yaml', {
    ...ONLY_WHAT_IS_ASKED_FOR,
    ASSAY_BACKEND_ADDRESS: backend.grpc,
  });
  const direct = await runAgents(sampling.url);
  const evidence = evidenceIn(direct);
  await until('all evidence in the audit file', () =>
    evidence.every((id) => sampling.written().includes(id)),
  );
  // Stopping decides about every trace that still waits.
  await sampling.stop();
  await backend.stop();

  const expected = await linesOfBodies(direct);
  expect(await linesOf(sampling.files())).toEqual(expected);

  const behind = parsed(await linesOf(backend.files()));
  expect(behind.length).toBeLessThan(expected.length);
  const wide = (lines: typeof behind) => lines.find(({ run_id }) => run_id === 'nightly');
  expect(wide(parsed(expected))?.health.coverage.state).toBe('complete');
  // One of its two traces was sampled; the reader sees that there was another.
  expect(wide(behind)?.health.coverage.state).toBe('partial');
  expect(wide(behind)?.surface.observed_tool_decisions).toHaveLength(3);

  // What the sampler dropped whole leaves no trace: only whoever expects it knows.
  const seen = behind.map(({ run_id }) => run_id);
  const dropped =
    parsed(expected).find(({ run_id }) => !seen.includes(run_id))?.run_id ?? expect.fail('none');
  expect(await reasonsOf(sampling.files(), dropped)).not.toContain('expected_run_not_seen');
  expect(await reasonsOf(backend.files(), dropped)).toContain('expected_run_not_seen');
});
