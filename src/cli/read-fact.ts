import { DEFAULTS, type Settings } from '../config.ts';
import { mayBeToolSpan } from '../dialect/fingerprint.ts';
import { observeForRun } from '../pipeline.ts';
import { type AboutResource, aboutResource } from '../run/about-resource.ts';
import { type FactOptions, factOfSpan, type ReadSpan } from '../run/fact-of-span.ts';
import type { Attributes, SpanView } from '../span/view.ts';
import { passedOnFact } from './passed-on-fact.ts';
import type { Rules } from './read-rules.ts';
import { recordProblems } from './record-problems.ts';

/**
 * Reads stored spans into facts. An event that is cut, changed or no valid record is refused and never read as a
 * different record; the span's own evidence then stands in for it.
 */
export function factReader(options: {
  readonly toolSpans: Settings['toolSpans'];
  readonly runKey?: string | undefined;
  readonly rules?: Rules | undefined;
}): (span: SpanView) => ReadSpan {
  const { toolSpans, rules } = options;
  const own = rules && {
    classifiers: rules.rules,
    bindClassifiers: rules.bindings,
    manifests: rules.manifests,
  };
  const settings: Settings = { ...DEFAULTS, toolSpans, ...own };
  const reading: FactOptions = {
    observe: (span) =>
      mayBeToolSpan(span.scope.name, span.name, span.attributes)
        ? observeForRun(span, settings)
        : { is: 'other' },
    problems: recordProblems,
    runKey: options.runKey,
    about: ofTheLastResource(),
  };
  return (span) => {
    const read = factOfSpan(span, reading);
    const fact = passedOnFact(span, read.fact, recordProblems);
    return fact === read.fact ? read : { ...read, fact };
  };
}

/** The spans of one resource come one after the other. */
function ofTheLastResource(): typeof aboutResource {
  let last: Attributes | undefined;
  let about: AboutResource | undefined;
  return (resource, runKey) => {
    if (about === undefined || resource !== last) about = aboutResource(resource, runKey);
    last = resource;
    return about;
  };
}
