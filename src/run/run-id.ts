import { CHECKPOINT_EVENT, INPUT } from '../decision/names.ts';
import { idLabel } from '../redact/label.ts';
import { type SpanView, stringAttribute } from '../span/view.ts';

/** Smallest and largest of the ids seen, by UTF-16 code units. */
interface Spread {
  readonly least: string;
  readonly greatest: string;
}

/** What the spans of one trace say of its run: per source the ids found. A join-semilattice, order never shows. */
export type RunIdEvidence = Partial<Record<Source, Spread>>;

/**
 * The places an id may stand, first before later. Those of the root count as they are; other resources count
 * only if they agree.
 */
const SOURCES = [
  'rootResource',
  'rootSpan',
  'resource',
  'keyRootResource',
  'keyRootSpan',
  'keyResource',
  'keySpan',
] as const;
type Source = (typeof SOURCES)[number];
const MUST_AGREE: readonly Source[] = ['resource', 'keyResource'];

/** Adds what `span` says to the evidence of its trace. `runKey` is the operator's own attribute for a run id. */
export function addRunIdEvidence(evidence: RunIdEvidence, span: SpanView, runKey: string | undefined): void {
  const onResource = idIn(span.resource, INPUT.runId);
  const onSpan = idIn(span.attributes, INPUT.runId);
  const isRoot = isRunRoot(span, runKey);
  add(evidence, 'resource', onResource);
  if (isRoot) {
    add(evidence, 'rootResource', onResource);
    add(evidence, 'rootSpan', onSpan);
  }
  if (runKey === undefined) return;
  const keyOnResource = idIn(span.resource, runKey);
  const keyOnSpan = idIn(span.attributes, runKey);
  add(evidence, 'keyResource', keyOnResource);
  add(evidence, 'keySpan', keyOnSpan);
  if (isRoot) {
    add(evidence, 'keyRootResource', keyOnResource);
    add(evidence, 'keyRootSpan', keyOnSpan);
  }
}

/** The id of the run that a trace belongs to; the trace id where nothing names one. */
export function runIdOf(evidence: RunIdEvidence, traceId: string): string {
  for (const source of SOURCES) {
    const spread = evidence[source];
    if (spread === undefined) continue;
    if (!MUST_AGREE.includes(source) || spread.least === spread.greatest) return spread.least;
  }
  return traceId;
}

/** Whether a span names its run, or says something of the run's coverage: such a run is shown without a call. */
export function speaksOfRun({ attributes, resource, events }: SpanView): boolean {
  return (
    stringAttribute(attributes, INPUT.runId) !== undefined ||
    stringAttribute(resource, INPUT.runId) !== undefined ||
    events.some((event) => event.name === CHECKPOINT_EVENT)
  );
}

/** The trace's parentless span, or one with a remote parent that names a run: the run is what it began. */
function isRunRoot(
  { attributes, parentSpanId, parentIsRemote }: SpanView,
  runKey: string | undefined,
): boolean {
  if (parentSpanId === undefined) return true;
  if (parentIsRemote !== true) return false;
  return (
    stringAttribute(attributes, INPUT.runId) !== undefined ||
    (runKey !== undefined && stringAttribute(attributes, runKey) !== undefined)
  );
}

/** A run id is data from outside and is stored: masked, sanitised and bounded, and no two become one. */
export function safeRunId(id: string | undefined): string | undefined {
  return id === undefined ? undefined : idLabel(id);
}

function idIn(attributes: SpanView['attributes'], key: string): string | undefined {
  return safeRunId(stringAttribute(attributes, key));
}

function add(evidence: RunIdEvidence, source: Source, id: string | undefined): void {
  if (id === undefined) return;
  const { least, greatest } = evidence[source] ?? { least: id, greatest: id };
  evidence[source] = { least: id < least ? id : least, greatest: id > greatest ? id : greatest };
}
