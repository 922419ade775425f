import { OtlpError, type OtlpErrorCode } from './otlp-error.ts';

/**
 * Where in the document the reader stands. One instance per document, moved along by the reader, so that a
 * position costs nothing until something is refused.
 */
export class Place {
  readonly #steps: (string | number)[] = [];

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

  /** @throws {OtlpError} always: at this place, or at `field` of it. */
  refuse(code: OtlpErrorCode, message: string, field?: string): never {
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
