import { decodeToolDecision, type EmittedRun, type SpanExporterLike } from '../index.ts';
import { gapLines } from '../report/words/gap-lines.ts';
import { type Check, note, ok, problem } from './doctor-checks.ts';
import { CONTENT, PROBE } from './doctor-probe.ts';

type Spans = Parameters<SpanExporterLike['export']>[0];

const EVENT = 'assay.tool_decision';
const SCRUBBED = 'assay.redaction.scrubbed_keys';

/** What of the probe reached the exporters: its record, and nothing of its content. */
export function leavingChecks(spans: ReadonlyMap<string, Spans>, scrub: string = 'strict'): Check[] {
  return [...spans].flatMap(([exporter, left]) => {
    const call = left.find(({ name }) => name === `tools/call ${PROBE.tool}`);
    if (call === undefined) return [];
    const event = call.events.find(({ name }) => name === EVENT);
    return [
      recordCheck(exporter, event),
      contentCheck(exporter, holds(left), scrub),
      ...takenCheck(event?.attributes?.[SCRUBBED]),
    ];
  });
}

/** To let it leave is a choice, where it was made; otherwise it is the one thing that must not happen. */
function contentCheck(exporter: string, isHeld: boolean, scrub: string): Check {
  if (!isHeld) return ok('scrub', `to ${exporter} goes no content of the call`);
  const says = `to ${exporter} goes what a call holds: arguments are on the span`;
  return scrub === 'strict'
    ? problem('scrub', says, 'ASSAY_ALLOW_ATTRIBUTES names keys that hold content')
    : note('scrub', `${says}, as scrub "${scrub}" has it`, 'ASSAY_SCRUB=strict keeps it in');
}

function recordCheck(exporter: string, event: Spans[number]['events'][number] | undefined): Check {
  if (event === undefined) {
    return problem(
      'record',
      `to ${exporter} goes a call without its record`,
      'give the span processor to the SDK too',
    );
  }
  try {
    decodeToolDecision(event as never);
    return ok('record', `to ${exporter} goes the record of ${PROBE.tool}`);
  } catch {
    return problem(
      'record',
      `the record to ${exporter} was cut`,
      'raise OTEL_ATTRIBUTE_VALUE_LENGTH_LIMIT and the limits of event attributes',
    );
  }
}

/** What others who read the same span no longer find on it. */
function takenCheck(keys: unknown): Check[] {
  if (!Array.isArray(keys) || keys.length === 0) return [];
  return [
    note(
      'taken',
      `taken off the probe, which held it to be tried: ${keys.join(', ')}. Every other exporter and processor of this process finds it gone from call spans too`,
      'for a product here that shows arguments (Langfuse, Sentry and others), scrub a copy: docs/install.md',
    ),
  ];
}

function holds(spans: Spans): boolean {
  return JSON.stringify(spans.map(({ attributes, events, status }) => [attributes, events, status])).includes(
    CONTENT,
  );
}

/** What the documents of the probe's run say, which those of the application's runs would say too. */
export function coverageChecks(runs: readonly EmittedRun[], isAttested: boolean): Check[] {
  const run = runs.findLast(({ surface }) => surface.observed_tool_decisions.length > 0) ?? runs.at(-1);
  if (run === undefined) {
    return [problem('coverage', 'no run came of it', 'look at the sampler: OTEL_TRACES_SAMPLER')];
  }
  const { coverage, scope } = run.health;
  // A span that is made by hand has nobody to vouch for it; an application's instrumentation does.
  const gaps = coverage.gaps.filter(({ code }) => isAttested || code !== 'instrumentation_not_attested');
  if (gaps.length === 0) return [ok('coverage', 'a run like this one is complete')];
  return gapLines(gaps, scope).map(({ code, says, remedy }) =>
    problem('coverage', `a run like this one is ${coverage.state}: ${code}, ${says.join('; ')}`, remedy),
  );
}
