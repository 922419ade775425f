import type { ObservedCall } from '../span/observed-call.ts';
import type { SpanView } from '../span/view.ts';
import type { Place } from './explain-place.ts';
import { MARK, MARK_NUMBER, type Probe } from './explain-probe.ts';
import { smallest } from './explain-smallest.ts';

/** The parts of a call whose source can be asked for. */
export const SOURCED = [
  'vantage',
  'toolName',
  'serverId',
  'arguments',
  'status',
  'decision',
  'correlation',
  'credentialAlias',
  'conflicts',
] as const;
type Sourced = (typeof SOURCED)[number];

/** Where each part of a call came from; empty where nothing on the span says it, and it is what the dialect says then. */
export type FieldSources = Readonly<Record<Sourced, readonly Place[]>>;

/** A name is taken as it stands, so a mark in its place shows in it. */
const CARRIED: ReadonlySet<Sourced> = new Set(['toolName', 'serverId', 'credentialAlias']);

type Read = (span: SpanView) => ObservedCall | undefined;

/** A place, what is read without it, and what is read with something else in it: calls of the same dialect alone. */
interface Change {
  readonly probe: Probe;
  readonly less: ObservedCall | undefined;
  readonly other: readonly ObservedCall[];
}

/**
 * Finds the sources by changing each place and reading again: a place in which a mark shows is the source of a name;
 * what changes the arguments is theirs; of all else the smallest set of places that still says it.
 */
export function fieldSources(span: SpanView, probes: readonly Probe[], read: Read): FieldSources {
  const whole = read(span);
  if (whole === undefined) return NOWHERE;
  const changes = probes.map((probe) => ({
    probe,
    less: read(probe.without(span)),
    other: probe.others(span).flatMap((changed) => read(changed) ?? []),
  }));
  const { needed, rest } = smallest(probes, span, (less) => isSame(read(less), whole));
  const sourcesOf = (field: Sourced): readonly Probe[] => {
    if (whole[field] === undefined) return [];
    if (field === 'arguments') return argumentSources(span, whole, changes, read);
    // The namespace of the tool's name.
    if (field === 'serverId' && whole.serverIdFromName) return sourcesOf('toolName');
    const carried = CARRIED.has(field) ? changes.filter((change) => carries(change, field)) : [];
    return carried.length > 0
      ? carried.map(({ probe }) => probe)
      : bearing(field, text(whole, field), needed, rest, read);
  };
  const entries = SOURCED.map((field) => [field, sourcesOf(field).map(({ place }) => place)] as const);
  return Object.fromEntries(entries) as unknown as FieldSources;
}

const NOWHERE = Object.fromEntries(SOURCED.map((field) => [field, []])) as unknown as FieldSources;

function isSame(call: ObservedCall | undefined, whole: ObservedCall): boolean {
  return call !== undefined && SOURCED.every((field) => text(call, field) === text(whole, field));
}

function carries({ other }: Change, field: Sourced): boolean {
  return other.some((call) => isMarked(text(call, field)));
}

/** The smallest set of places that says it, without those that only make it a call of this dialect. */
function bearing(
  field: Sourced,
  said: string,
  probes: readonly Probe[],
  span: SpanView,
  read: Read,
): readonly Probe[] {
  const says = (call: ObservedCall | undefined) => call !== undefined && text(call, field) === said;
  const { needed, rest } = smallest(probes, span, (less) => says(read(less)));
  return needed.filter(({ without, others }) =>
    [without(rest), ...others(rest)].some((changed) => {
      const call = read(changed);
      return call !== undefined && !says(call);
    }),
  );
}

/** Where they were read; where none were, where something stands that is none. */
function argumentSources(
  span: SpanView,
  whole: ObservedCall,
  changes: readonly Change[],
  read: Read,
): readonly Probe[] {
  const said = text(whole, 'arguments');
  const differs = (call: ObservedCall | undefined) => call !== undefined && text(call, 'arguments') !== said;
  const gone = changes.filter(({ less }) => differs(less));
  const found =
    gone.length > 0 ? gone : changes.filter(({ probe: { argued } }) => argued && differs(read(argued(span))));
  return found.map(({ probe }) => probe);
}

function text(call: ObservedCall, field: Sourced): string {
  return JSON.stringify(call[field]) ?? '';
}

function isMarked(said: string): boolean {
  return said.includes(MARK) || said.includes(String(MARK_NUMBER));
}
