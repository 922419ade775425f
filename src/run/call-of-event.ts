import { CLASSIFIER_VERSION } from '../classify/rule-set.ts';
import { EVENT } from '../decision/names.ts';
import { label } from '../redact/label.ts';
import type { Vantage } from '../span/observed-call.ts';
import { attribute, stringAttribute } from '../span/view.ts';
import { emitterId, epochName, nanos, ordinal, spanReference } from './own-numbers.ts';
import type { ReadDecision } from './read-events.ts';
import { knowDigest } from './record-digest.ts';
import type { CallFact } from './span-fact.ts';

/** What an intact event says by itself; `start` and the vantage of the span stand in for what it lacks. */
export function callOfEvent(
  { record, digest, beside }: ReadDecision,
  start: string,
  vantageOfSpan?: string,
  duration?: string,
): CallFact {
  const vantage = stringAttribute(beside, EVENT.vantage);
  const conflicts = attribute(beside, EVENT.conflicts);
  const fact: CallFact = {
    origin: 'event',
    record,
    // What says nothing of its role is taken for the role that claims least.
    vantage: isVantage(vantage) ? vantage : isVantage(vantageOfSpan) ? vantageOfSpan : 'framework',
    emitter: emitterId(stringAttribute(beside, EVENT.emitterId)),
    epoch: epochName(stringAttribute(beside, EVENT.epoch)),
    sequence: ordinal(attribute(beside, EVENT.sequence)),
    numbered: ordinal(attribute(beside, EVENT.numbered)),
    start: nanos(stringAttribute(beside, EVENT.callStart)) ?? start,
    conflicts: Array.isArray(conflicts) ? shown(conflicts) : undefined,
    classifiers: classifiersOf(attribute(beside, EVENT.classifierVersion)),
    sameAs: spanReference(stringAttribute(beside, EVENT.sameAs)),
    duration,
  };
  knowDigest(fact, digest);
  return fact;
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
