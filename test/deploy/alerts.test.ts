import { beforeAll, describe, expect, it } from 'vitest';
import { pathOf, yamlOf } from './files.ts';
import { type Metrics, madeMetrics } from './made-metrics.ts';
import { outsideProgram } from './outside-program.ts';
import { unknownIn } from './promql.ts';

const promtool = outsideProgram('promtool');

interface Rule {
  readonly record?: string;
  readonly alert?: string;
  readonly expr: string;
  readonly for?: string;
  readonly labels?: Readonly<Record<string, string>>;
  readonly annotations?: Readonly<Record<string, string>>;
}
interface Rules {
  readonly groups: readonly { readonly name: string; readonly rules: readonly Rule[] }[];
}

const RULES = 'deploy/prometheus/alerts.yaml';
const { groups } = yamlOf<Rules>(RULES);
const rules = groups.flatMap((group) => group.rules.map((rule) => ({ group: group.name, ...rule })));
const alerts = rules.flatMap(({ alert, ...rule }) => (alert === undefined ? [] : [{ alert, ...rule }]));

/** With what the rules themselves record, which has the labels that its sum keeps. */
function withRecorded(metrics: Metrics): Metrics {
  const recorded = rules.flatMap(({ record, expr }) => {
    const [, labels = ''] = /^sum by \(([^)]*)\)/.exec(expr) ?? [];
    return record === undefined
      ? []
      : [[record, new Set(labels.split(',').map((label) => label.trim()))] as const];
  });
  return new Map([...metrics, ...recorded]);
}

describe('deploy/prometheus/alerts.yaml', () => {
  let metrics: Metrics;
  beforeAll(async () => {
    metrics = withRecorded(await madeMetrics());
  });

  it.each(rules.map((rule) => [`${rule.group}: ${rule.alert ?? rule.record}`, rule.expr]))(
    '%s: asks for what a source makes',
    (_name, expression) => expect(unknownIn(expression, metrics)).toEqual([]),
  );

  it('notices what no source makes', () => {
    expect(unknownIn('sum by (job) (assay_run_total)', metrics)).toEqual(['no source makes assay_run_total']);
    expect(unknownIn('assay_run_count{state="complete"}', metrics)).toEqual(['assay_run_count has no state']);
    expect(unknownIn('sum by (code) (assay_run_count)', metrics)).toEqual([
      'none of assay_run_count has code',
    ]);
    expect(unknownIn('assay_otel_serve_gaps_total{code=~"evicted|lost"}', metrics)).toEqual([
      'code is never lost',
    ]);
    expect(unknownIn('up', metrics)).toEqual(['no metric of ours']);
  });

  it('has the three alerts, each told apart by its labels', () => {
    expect([...new Set(alerts.map(({ alert }) => alert))].sort()).toEqual([
      'AssayEmitterSilent',
      'AssayNewPrivilegedAction',
      'AssayRunsNotComplete',
    ]);
    const names = alerts.map(({ alert, labels }) => JSON.stringify([alert, labels]));
    expect(new Set(names).size).toBe(names.length);
    for (const { group, labels, annotations } of alerts) {
      expect(labels).toMatchObject({
        severity: expect.stringMatching(/^(warning|critical)$/),
        source: group.slice('assay-'.length),
      });
      expect(Object.keys(annotations ?? {})).toEqual(['summary', 'description']);
    }
  });

  it('names in its annotations only labels that its expression keeps', () => {
    for (const { expr, annotations } of alerts) {
      const told = [...JSON.stringify(annotations).matchAll(/\$labels\.(\w+)/g)].map(
        ([, label = '']) => label,
      );
      const kept = [...metrics].flatMap(([name, labels]) => (expr.includes(name) ? [...labels] : []));
      expect([...kept, 'job']).toEqual(expect.arrayContaining(told));
    }
  });

  it.skipIf(!promtool.isInstalled)('holds what promtool asks of rules, and their unit tests', () => {
    expect(promtool.run('check', 'rules', pathOf(RULES))).toContain('SUCCESS');
    expect(promtool.run('test', 'rules', pathOf('deploy/prometheus/alerts.test.yaml'))).toContain('SUCCESS');
  });
});
