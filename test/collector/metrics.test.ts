import { expect, it } from 'vitest';
import { CANARY } from './agents.ts';
import { freeAddresses } from './free-address.ts';
import { startCollector } from './running-collector.ts';
import { summarisedRun } from './summarised-run.ts';
import { until } from './until.ts';

/** What Prometheus would scrape of one metric: our labels, and the value. */
function samples(text: string, name: string): string[] {
  const lines = text.split('\n').filter((line) => line.startsWith(`${name}{`));
  return lines
    .map((line) => `${[...line.matchAll(/assay_\w+="[^"]*"/g)].join()} ${line.split(' ').at(-1)}`)
    .sort();
}

it('metrics.yaml: decisions, calls, how long they took, and runs by their coverage', async () => {
  const [scrape = ''] = await freeAddresses(1);
  const collector = await startCollector('metrics.yaml', { ASSAY_SCRAPE_ADDRESS: scrape });
  await summarisedRun(collector.url, CANARY);
  let text = '';
  await until('the summary span in the metrics', async () => {
    text = await (await fetch(`http://${scrape}/metrics`)).text();
    return samples(text, 'assay_run_emissions_total').length > 0;
  });
  await collector.stop();

  const decided = (effect: string, category: string) =>
    `assay_classification="classified",assay_decision_effect="${effect}",assay_tool_category="${category}" 1`;
  expect(samples(text, 'assay_tool_decision_events_total')).toEqual([
    decided('allow', 'github_deploy_key'),
    decided('deny', 'workspace_admin'),
  ]);
  expect(samples(text, 'assay_tool_call_spans_total')).toEqual([' 2']);
  expect(samples(text, 'assay_run_emissions_total')).toEqual(['assay_coverage_state="partial" 1']);
  expect(samples(text, 'assay_tool_call_duration_milliseconds_count')).toEqual([
    'assay_decision_effect="allow",assay_tool_category="github_deploy_key" 1',
    'assay_decision_effect="deny",assay_tool_category="workspace_admin" 1',
  ]);
});
