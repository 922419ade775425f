import { OtlpError, type OtlpErrorCode } from './otlp-error.ts';

/** How many refusals of one document are told. */
const MAX_REFUSALS = 100;

/** Stands for every refusal after those that are told. */
export const BEYOND = new OtlpError('wrong_type', '', '', 'Expected no more refusals');

/**
 * Where in the document the reader stands. One instance per document, moved along by the reader, so that a
 * position costs nothing until something is refused.
 */
export class Place {
  readonly #steps: (string | number)[] = [];
  #refusals = 0;

  enter(step: string | number): void {
    this.#steps.push(step);
  }

  leave(): void {
    this.#steps.pop();
  }

  /** To hand to {@link returnTo} after a refusal left the place deeper. */
  get depth(): number {
    return this.#steps.length;
  }

  returnTo(depth: number): void {
    this.#steps.length = depth;
  }

  /** The path to where the reader stands, or to `field` of it. */
  position(field?: string): string {
    return positionOf(field === undefined ? this.#steps : [...this.#steps, field]);
  }

  /**
   * @throws {OtlpError} always: at this place, or at `field` of it; after {@link MAX_REFUSALS} of a document always
   * the same, {@link BEYOND}: such a document is hostile and may hold millions.
   */
  refuse(code: OtlpErrorCode, message: string, field?: string): never {
    this.#refusals += 1;
    if (this.#refusals > MAX_REFUSALS) throw BEYOND;
    const steps = field === undefined ? this.#steps : [...this.#steps, field];
    const last = steps.findLast((step) => typeof step === 'string');
    throw new OtlpError(code, positionOf(steps), typeof last === 'string' ? last : '', message);
  }
}

function positionOf(steps: readonly (string | number)[]): string {
  let position = '';
  for (const step of steps) {
    if (typeof step === 'number') position += `[${step}]`;
    else position += position === '' ? step : `.${step}`;
  }
  return position;
}
