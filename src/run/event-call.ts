import { CLASSIFIER_VERSION } from '../classify/rule-set.ts';
import { EVENT } from '../decision/names.ts';
import { label } from '../redact/label.ts';
import type { Vantage } from '../span/observed-call.ts';
import { attribute, stringAttribute } from '../span/view.ts';
import { CheckedCall } from './checked-call.ts';
import { emitterId, epochName, nanos, ordinal, spanReference } from './own-numbers.ts';
import type { ReadDecision } from './read-events.ts';
import type { CallFact } from './span-fact.ts';

/** What an intact event says by itself. */
export class EventCall extends CheckedCall implements CallFact {
  readonly origin = 'event';
  readonly record: string;
  readonly vantage: Vantage;
  readonly emitter: string | undefined;
  readonly epoch: string | undefined;
  readonly sequence: number | undefined;
  readonly numbered: number | undefined;
  readonly start: string;
  readonly conflicts: readonly string[] | undefined;
  readonly classifiers: readonly string[] | undefined;
  readonly sameAs: string | undefined;
  readonly duration: string | undefined;

  /** `start` and the vantage of the span stand in for what the event lacks. */
  constructor(
    { record, digest, beside }: ReadDecision,
    start: string,
    vantageOfSpan?: string,
    duration?: string,
  ) {
    super(digest);
    const vantage = stringAttribute(beside, EVENT.vantage);
    const conflicts = attribute(beside, EVENT.conflicts);
    this.record = record;
    // What says nothing of its role is taken for the role that claims least.
    this.vantage = isVantage(vantage) ? vantage : isVantage(vantageOfSpan) ? vantageOfSpan : 'framework';
    this.emitter = emitterId(stringAttribute(beside, EVENT.emitterId));
    this.epoch = epochName(stringAttribute(beside, EVENT.epoch));
    this.sequence = ordinal(attribute(beside, EVENT.sequence));
    this.numbered = ordinal(attribute(beside, EVENT.numbered));
    this.start = nanos(stringAttribute(beside, EVENT.callStart)) ?? start;
    this.conflicts = Array.isArray(conflicts) ? shown(conflicts) : undefined;
    this.classifiers = classifiersOf(attribute(beside, EVENT.classifierVersion));
    this.sameAs = spanReference(stringAttribute(beside, EVENT.sameAs));
    this.duration = duration;
  }
}

/** What is said of the rules, where they were not the built-in ones alone. */
function classifiersOf(versions: unknown): readonly string[] | undefined {
  if (!Array.isArray(versions) || (versions.length === 1 && versions[0] === CLASSIFIER_VERSION))
    return undefined;
  return shown(versions.slice(0, MAX_VERSIONS));
}

/** Nobody loads as many files. */
const MAX_VERSIONS = 100;

/** Words of ours, from whoever wrote them. */
function shown(said: readonly unknown[]): readonly string[] | undefined {
  const words = said.filter(isText).map((word) => label(word).value);
  return words.length > 0 ? words : undefined;
}

function isVantage(value: string | undefined): value is Vantage {
  return value === 'client' || value === 'server' || value === 'gateway' || value === 'framework';
}

function isText(value: unknown): value is string {
  return typeof value === 'string';
}
