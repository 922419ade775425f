import { describe, expect, it } from 'vitest';
import { ruleSet } from '../../src/classify/rule-set.ts';
import { gate } from '../../src/gate/gate.ts';
import type { ObservedRun } from '../../src/gate/observed-run.ts';
import { declared } from './declared.ts';
import { healthOf, surfaceOf, TODAY } from './observed.ts';

const BUILT_IN = 'assay.classifiers.v0';
const LOADED = ruleSet([], ['mail@sha256:aa']);
const surface = surfaceOf();

/** A run whose health says by which classifiers it was made. */
const madeBy = (run_id: string, ...classifier_version: readonly string[]): ObservedRun => ({
  lineRunId: run_id,
  surface,
  health: { state: 'read', document: healthOf(surface, { run_id, classifier_version }) },
});
const unsaid: ObservedRun = { lineRunId: 'x', surface, health: { state: 'missing' } };
const unnamed = { ...unsaid, lineRunId: undefined };

const gated = (...runs: readonly ObservedRun[]) =>
  gate(runs, declared([]), { today: TODAY, acceptCoverage: 'unknown', classifiers: LOADED });

describe('runs that were classified by other classifiers than those that are loaded', () => {
  it.each<[title: string, versions: readonly string[]]>([
    ['by fewer', [BUILT_IN]],
    ['by more', [BUILT_IN, 'mail@sha256:aa', 'files@sha256:bb']],
    ['by another version of one', [BUILT_IN, 'mail@sha256:cc']],
  ])('are listed: %s', (_title, versions) => {
    const same = madeBy('same', BUILT_IN, 'mail@sha256:aa');
    expect(gated(unnamed, same, madeBy('other', ...versions)).classifiers).toEqual({
      loaded: [BUILT_IN, 'mail@sha256:aa'],
      runs: [{ run_id: 'other', classifier_version: versions }],
    });
  });

  it.each<[title: string, runs: readonly ObservedRun[]]>([
    ['all are the same', [madeBy('a', BUILT_IN, 'mail@sha256:aa')]],
    ['all are the same, in another order', [madeBy('a', 'mail@sha256:aa', BUILT_IN)]],
    ['nothing was classified', [madeBy('a')]],
    ['no health says by what', [unsaid]],
    ['there is no run', []],
  ])('are none where %s', (_title, runs) => {
    expect(gated(...runs)).not.toHaveProperty('classifiers');
  });
});
