import { readdirSync, readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { conventionGroups } from '../../scripts/generated-docs.ts';
import { CLASSIFIERS } from '../../src/classify/registry.ts';
import { DECISION_EVENT, SUMMARY_SPAN } from '../../src/decision/names.ts';
import { GAP_WORDS } from '../../src/report/words/gap-words.ts';
import { pathOf, textOf } from './files.ts';
import { type Metrics, madeMetrics } from './made-metrics.ts';

const backends = textOf('docs/backends.md');
const deployment = textOf('docs/deployment.md');

const attributes = conventionGroups().flatMap((group) =>
  group.attributes.flatMap((entry) => ('id' in entry ? [entry.id] : [])),
);
const WORDS = [
  ...CLASSIFIERS.map(({ category }) => category),
  ...Object.keys(GAP_WORDS),
  'classified',
  'classified_incomplete',
  'complete',
  'partial',
  'unknown',
  'deny',
];

describe('docs/backends.md', () => {
  let metrics: Metrics;
  beforeAll(async () => {
    metrics = await madeMetrics();
  });

  it('asks for attributes, events and spans that there are', () => {
    const told = [...backends.matchAll(/\bassay\.[a-z_.]*[a-z]/g)].map(([name]) => name);
    expect(told.length).toBeGreaterThan(20);
    for (const name of told) expect([...attributes, DECISION_EVENT, SUMMARY_SPAN]).toContain(name);
  });

  it('spells them for Prometheus and Loki as those do', () => {
    const underscored = attributes.map((name) => name.replaceAll('.', '_'));
    const told = [...backends.matchAll(/\bassay_[a-z_]*[a-z]/g)].map(([name]) => name);
    const known = (name: string) =>
      metrics.has(name) || metrics.has(`${name}_bucket`) || underscored.includes(name);
    expect(told.length).toBeGreaterThan(10);
    expect(told.filter((name) => !known(name))).toEqual([]);
  });

  it('asks for words that are written', () => {
    const ofCodes = [...backends.matchAll(/assay[._][\w.]+ ?(?:!=|=~|=) ?"([^"]+)"/g)].map(
      ([, word = '']) => word,
    );
    const ofTags = [...backends.matchAll(/assay\.[\w.]+[=:]`?([a-z_]+)/g)].map(([, word = '']) => word);
    const words = [...ofCodes, ...ofTags].flatMap((word) => word.split('|'));
    expect(words.length).toBeGreaterThan(8);
    expect([...WORDS, DECISION_EVENT, SUMMARY_SPAN, 'add_deploy_key']).toEqual(expect.arrayContaining(words));
  });

  it('names tests and files that there are', () => {
    const told = [...`${backends}${deployment}`.matchAll(/`((?:test|deploy|collector-config)\/[\w./-]*)`/g)];
    expect(told.length).toBeGreaterThan(10);
    for (const [, file = ''] of told) expect(() => readdirOrFile(file)).not.toThrow();
  });
});

function readdirOrFile(file: string): void {
  if (file.endsWith('/') || !/\.\w+$|Dockerfile$/.test(file)) readdirSync(pathOf(file));
  else readFileSync(pathOf(file));
}

describe('docs/deployment.md', () => {
  it('names every file of deploy/kubernetes and deploy/systemd', () => {
    for (const folder of ['deploy/kubernetes', 'deploy/systemd']) {
      for (const file of readdirSync(pathOf(folder))) expect(deployment).toContain(`\`${folder}/${file}\``);
    }
  });
});
