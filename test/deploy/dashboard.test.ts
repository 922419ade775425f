import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { stringify } from 'yaml';
import { folderWith } from '../cli/run-cli.ts';
import { textOf } from './files.ts';
import { type Metrics, madeMetrics } from './made-metrics.ts';
import { outsideProgram } from './outside-program.ts';
import { unknownIn } from './promql.ts';

const promtool = outsideProgram('promtool');

interface Place {
  readonly x: number;
  readonly y: number;
  readonly w: number;
  readonly h: number;
}
interface Panel {
  readonly id: number;
  readonly title: string;
  readonly gridPos: Place;
  readonly datasource: unknown;
  readonly targets: readonly {
    readonly refId: string;
    readonly expr: string;
    readonly datasource: unknown;
  }[];
}
interface Dashboard {
  readonly schemaVersion: number;
  readonly panels: readonly Panel[];
  readonly templating: {
    readonly list: readonly { readonly name: string; readonly type: string; readonly definition?: string }[];
  };
}

const text = textOf('deploy/grafana/dashboard.json');
const { schemaVersion, panels, templating } = JSON.parse(text) as Dashboard;

function overlap(a: Place, b: Place): boolean {
  return a.x < b.x + b.w && b.x < a.x + a.w && a.y < b.y + b.h && b.y < a.y + a.h;
}

describe('deploy/grafana/dashboard.json', () => {
  let metrics: Metrics;
  beforeAll(async () => {
    metrics = await madeMetrics();
  });

  it.each(panels.flatMap(({ title, targets }) => targets.map(({ refId, expr }) => [title, refId, expr])))(
    '%s, %s: asks for what a source makes',
    (_title, _refId, expression) => expect(unknownIn(expression, metrics)).toEqual([]),
  );

  it.skipIf(!promtool.isInstalled)('asks in PromQL that promtool can read', () => {
    const rules = panels.flatMap(({ targets }) =>
      targets.map(({ expr }) => ({
        record: 'asked',
        expr: expr.replaceAll('$window', '1h'),
        labels: { nth: expr },
      })),
    );
    const folder = folderWith({ 'rules.yaml': stringify({ groups: [{ name: 'dashboard', rules }] }) });
    expect(promtool.run('check', 'rules', join(folder, 'rules.yaml'))).toContain('SUCCESS');
  });

  it('finds services by metrics that a source makes', () => {
    const asked = templating.list.flatMap(({ definition = '' }) => definition.match(/assay_\w+/g) ?? []);
    expect(asked).not.toEqual([]);
    expect([...metrics.keys()]).toEqual(expect.arrayContaining(asked));
  });

  it('takes every number from the data source that is chosen', () => {
    expect(templating.list.find(({ name }) => name === 'datasource')?.type).toBe('datasource');
    const sources = panels.flatMap(({ datasource, targets }) => [
      datasource,
      ...targets.map((target) => target.datasource),
    ]);
    for (const source of sources) expect(source).toEqual({ type: 'prometheus', uid: '$datasource' });
  });

  it('uses the variables that it has', () => {
    const used = [...text.matchAll(/\$\{?([a-z]\w*)\}?/g)].map(([, name = '']) => name);
    const known = templating.list.map(({ name }) => name);
    expect([...new Set(used)].sort()).toEqual([...known].sort());
  });

  it('is a dashboard that Grafana 12 has no need to rewrite, of panels that stand apart', () => {
    expect(schemaVersion).toBe(41);
    expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length);
    for (const [at, { gridPos }] of panels.entries()) {
      expect(gridPos.x + gridPos.w).toBeLessThanOrEqual(24);
      for (const other of panels.slice(at + 1)) expect(overlap(gridPos, other.gridPos)).toBe(false);
    }
  });
});
