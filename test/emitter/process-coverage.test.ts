import { beforeEach, describe, expect, it } from 'vitest';
import { Attestations } from '../../src/emitter/attestations.ts';
import { Clock } from '../../src/emitter/clock.ts';

const SCOPE = 'assay-otel/mcp';
let clock: Clock;
let attestations: Attestations;

beforeEach(() => {
  clock = new Clock();
  attestations = new Attestations(clock);
});

function attest(covers: 'object' | 'process', vantage: 'client' | 'server' = 'client', scope = SCOPE) {
  attestations.add({ scope, version: '1', vantage, basis: 'installed', covers });
}
const words = () =>
  attestations.list(undefined).map(({ scope, vantage, covers }) => `${scope} ${vantage} ${covers}`);

describe('what an instrumentation vouches for', () => {
  it('is the process until that is taken back, for one side and for good', () => {
    attest('object');
    attest('process');
    attest('process', 'server');
    attestations.withdrawProcess(SCOPE, 'client');
    attest('process');
    expect(words()).toEqual([`${SCOPE} client object`, `${SCOPE} server process`]);
    expect(attestations.isInstalled(SCOPE)).toBe(true);
  });

  it('is not the process where that was taken back before it was said', () => {
    attestations.withdrawProcess(SCOPE, 'client');
    attest('process');
    expect([words(), attestations.areAllInstalled]).toEqual([[], false]);
  });

  it('is nothing once it rests, and what it says anew afterwards', () => {
    attest('object');
    attest('object', 'client', 'another');
    attestations.withdraw(SCOPE);
    expect([words(), attestations.areAllInstalled]).toEqual([['another client object'], true]);
    attest('object');
    expect(words()).toEqual(['another client object', `${SCOPE} client object`]);
  });

  it('is no run that began before it came late', () => {
    const before = clock.millis();
    expect(attestations.cameLateTo(before)).toBe(false);
    attestations.cameLate();
    expect(attestations.cameLateTo(before)).toBe(true);
    expect(attestations.cameLateTo(clock.millis() + 1)).toBe(false);
  });
});
