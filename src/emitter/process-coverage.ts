import type { Attestation } from '../decision/checkpoint.ts';
import { registry } from './registry.ts';

type Vantage = Attestation['vantage'];

/**
 * An installed instrumentation says that from now on it watches every call of this process from one side, until it
 * takes that back. Not said where it could not be taken back, which an older copy of this package may hold.
 */
export function attestProcessCoverage(scope: string, version: string, vantage: Vantage): void {
  const { attestations } = registry().emitter;
  if (typeof attestations.withdrawProcess !== 'function') return;
  attestations.add({ scope, version, vantage, basis: 'installed', covers: 'process' });
}

/** There may be calls in this process that it does not see: from now on it vouches for single objects at most. */
export function withdrawProcessCoverage(scope: string, vantage: Vantage): void {
  registry().emitter.attestations.withdrawProcess?.(scope, vantage);
}

/** Calls may have gone by that it would have seen, had it been there: no run that is under way can be vouched for. */
export function cameLate(): void {
  registry().emitter.attestations.cameLate?.();
}

/** It rests: from now on it vouches for nothing, and never again for the process. */
export function withdrawInstrumentation(scope: string): void {
  const { attestations } = registry().emitter;
  for (const vantage of ['client', 'server'] as const) attestations.withdrawProcess?.(scope, vantage);
  attestations.withdraw?.(scope);
}
