import { type Listing, manifestDigest, NO_PAGES, withPage } from '../manifest/listing.ts';
import { field } from './foreign.ts';

/** What was listed on each connection, by its transport. */
export type ListedTools = WeakMap<object, ListedOnce>;

/** Bounded: of tools only names and digests are kept, and of one unfinished listing at most. */
interface ListedOnce {
  /** Of the last whole listing. */
  digest?: string | undefined;
  /** The listing whose next page may come. */
  open?: { readonly cursor: string; readonly listing: Listing } | undefined;
}

/** Takes the answer to one `tools/list` request; `undefined` where there was one and nobody saw it. */
export type TakePage = (answer: unknown) => void;

/** The digest of the manifest that was listed on this connection, where it is known. */
export function listedDigest(listed: ListedTools | undefined, transport: unknown): string | undefined {
  return isObject(transport) ? listed?.get(transport)?.digest : undefined;
}

/**
 * A page is asked for on a connection; `undefined` where its answer belongs to no listing. A digest is known once
 * every page of one listing was seen, from the one without a cursor to the one without a `nextCursor`. What cannot
 * be read is not known, and makes what was known before unknown.
 */
export function pageAsked(
  listed: ListedTools | undefined,
  transport: unknown,
  params: unknown,
): TakePage | undefined {
  if (listed === undefined || !isObject(transport) || !asksForAll(params)) return undefined;
  const known = listed.get(transport) ?? {};
  listed.set(transport, known);
  const cursor = field(params, 'cursor');
  const { open } = known;
  const before = cursor === undefined ? NO_PAGES : open?.cursor === cursor ? open?.listing : undefined;
  return before && ((answer) => take(known, before, answer));
}

/** Where the list was said to be changed meanwhile, this is written to what nobody reads any more. */
function take(known: ListedOnce, before: Listing, answer: unknown): void {
  const { digest } = known;
  known.open = undefined;
  known.digest = undefined;
  const listing = withPage(before, field(answer, 'tools'));
  const next = field(answer, 'nextCursor');
  if (typeof listing === 'string') return;
  if (next === undefined) {
    known.digest = manifestDigest(listing.tools);
  } else if (typeof next === 'string') {
    known.open = { cursor: next, listing };
    known.digest = digest;
  }
}

/** A request that asks for more than a page (a filter, say) may be answered with less than all. */
function asksForAll(params: unknown): boolean {
  return !isObject(params) || Object.keys(params).every((key) => key === 'cursor' || key === '_meta');
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}
