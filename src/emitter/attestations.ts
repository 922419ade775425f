import type { Attestation } from '../decision/checkpoint.ts';
import { label } from '../redact/label.ts';
import type { Clock } from './clock.ts';

/** Attestations come from installed objects and scope names: a process has a handful, a hostile one must not grow. */
const MAX_ATTESTATIONS = 64;

/** Who vouches in this process that calls are watched for; what was vouched for can be taken back, for what follows. */
export class Attestations {
  readonly #clock: Clock;
  readonly #entries = new Map<string, Attestation>();
  /** Words already heard, as they came: every call of a merely seen instrumentation repeats its own. */
  readonly #heard = new Map<string, string>();
  /** What turned out not to see the whole process: it never does from then on. */
  readonly #partial = new Set<string>();
  /** Until then calls may have gone by unseen that are seen from now on; Unix milliseconds. */
  #lateAt = 0;
  #hasInstalled = false;
  #hasSeen = false;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Somebody vouches that an instrumentation watches for calls. Repeated words count once. */
  add({ scope, version, vantage, basis, covers }: Omit<Attestation, 'since'>): void {
    const manner = `${basis} ${vantage} ${covers}`;
    if (this.#heard.get(scope) === manner) return;
    if (covers === 'process' && this.#partial.has(`${vantage}\n${scope}`)) return;
    if (this.#heard.size < MAX_ATTESTATIONS) this.#heard.set(scope, manner);
    const name = label(scope).value;
    const key = `${basis}\n${vantage}\n${name}\n${covers}`;
    if (this.#entries.has(key) || this.#entries.size >= MAX_ATTESTATIONS) return;
    // Members in canonical order, as they are written into a checkpoint.
    const since = this.#clock.nanos();
    this.#entries.set(key, { basis, covers, scope: name, since, vantage, version: label(version).value });
    this.#hasInstalled ||= basis === 'installed';
    this.#hasSeen ||= basis !== 'installed';
  }

  /** What is installed under this scope does not see every call of the process from this side, or will not. */
  withdrawProcess(scope: string, vantage: Attestation['vantage']): void {
    const key = `${vantage}\n${scope}`;
    if (this.#partial.size < MAX_ATTESTATIONS) this.#partial.add(key);
    this.#drop(
      (entry) =>
        entry.scope === label(scope).value && entry.vantage === vantage && entry.covers === 'process',
    );
  }

  /** What is installed under this scope watches for nothing any more; it may vouch anew. */
  withdraw(scope: string): void {
    this.#drop((entry) => entry.scope === label(scope).value);
    this.#heard.delete(scope);
  }

  /** What watches from now on had calls before: of what began until now, it does not know all. */
  cameLate(): void {
    this.#lateAt = this.#clock.millis();
  }

  /** Whether calls may have gone by unseen since this moment, in Unix milliseconds, by what is watched now. */
  cameLateTo(millis: number): boolean {
    return millis <= this.#lateAt;
  }

  #drop(isDropped: (entry: Attestation) => boolean): void {
    this.#hasInstalled = false;
    for (const [key, entry] of this.#entries) {
      if (entry.basis !== 'installed') continue;
      if (isDropped(entry)) this.#entries.delete(key);
      else this.#hasInstalled = true;
    }
  }

  /** Whether there is one that is installed. */
  get hasInstalled(): boolean {
    return this.#hasInstalled;
  }

  /** Whether every instrumentation that was attested or seen is installed, and there is one. */
  get areAllInstalled(): boolean {
    return this.#hasInstalled && !this.#hasSeen;
  }

  /** Whether an instrumentation of this scope name is attested as installed. */
  isInstalled(scope: string): boolean {
    for (const entry of this.#entries.values()) {
      if (entry.scope === scope && entry.basis === 'installed') return true;
    }
    return false;
  }

  /**
   * All of them in a fixed order. Where the operator vouches for what is configured (since then), each stands for
   * the whole process as well, and nothing is merely seen.
   */
  list(configuredSince: string | undefined): Attestation[] {
    const entries = [...this.#entries.values()];
    if (configuredSince !== undefined) {
      const configured = entries.map((entry): [string, Attestation] => [
        `${entry.scope}\n${entry.vantage}`,
        { ...entry, basis: 'configured', covers: 'process', since: configuredSince },
      ]);
      const installed = entries.filter(({ basis }) => basis === 'installed');
      entries.splice(0, entries.length, ...installed, ...new Map(configured).values());
    }
    return entries.sort((a, b) => (orderOf(a) < orderOf(b) ? -1 : 1));
  }
}

function orderOf({ scope, vantage, basis, covers }: Attestation): string {
  return `${scope}\n${vantage}\n${basis}\n${covers}`;
}
