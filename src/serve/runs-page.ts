import type { RunSight } from '../aggregator/followed-run.ts';
import { canonicalJson } from '../decision/canonical-json.ts';
import { surfaceLine } from '../run/surface-line.ts';
import type { LiveRuns } from './live-runs.ts';
import { Refusal } from './refusal.ts';

const DEFAULT_PAGE = 100;
const LARGEST_PAGE = 1_000;

/**
 * One page of the runs whose evidence is held, in the order of their ids: those with anything of ours in them. `next` is
 * the `after` of the following page, null at the end.
 */
export function runsPage(runs: LiveRuns, query: URLSearchParams): string {
  const limit = limitOf(query.get('limit'));
  const after = query.get('after') ?? '';
  const found = [...runs.runs()].filter(({ id, speaks }) => speaks && id > after).sort(byId);
  const page = found.slice(0, limit);
  const next = found.length > limit ? (page.at(-1)?.id ?? null) : null;
  return `${canonicalJson({ next, runs: page.map((run) => described(run, runs)) })}\n`;
}

/** One run as a line of `surface`, as the evidence has it now; with its emission where nothing came since. */
export function runLine(runs: LiveRuns, id: string): string {
  const run = runs.run(id);
  if (run === undefined) {
    throw new Refusal(
      404,
      'not_found',
      'Expected the id of a run that is open or has closed lately, got another; see /runs',
    );
  }
  const emission = run.closedAt === undefined ? undefined : runs.recent.of(id)?.emission;
  return `${surfaceLine({ ...run.documents(), emission })}\n`;
}

function described(run: RunSight, runs: LiveRuns) {
  const { id, closedAt, revision, firstAt, lastAt, traces } = run;
  const facts = run.facts();
  return {
    run_id: id,
    state: closedAt === undefined ? 'open' : 'closed',
    revision,
    coverage: runs.recent.of(id)?.coverage ?? null,
    traces: traces.size,
    spans: facts.length,
    call_spans: facts.filter(({ calls }) => calls !== undefined).length,
    first_seen: time(firstAt),
    last_seen: time(lastAt),
  };
}

function time(milliseconds: number): string {
  return new Date(milliseconds).toISOString();
}

function byId(a: RunSight, b: RunSight): number {
  return a.id < b.id ? -1 : 1;
}

function limitOf(text: string | null): number {
  const limit = text === null ? DEFAULT_PAGE : Number(text);
  if (Number.isInteger(limit) && limit >= 1 && limit <= LARGEST_PAGE) return limit;
  throw new Refusal(
    400,
    'bad_address',
    `Expected \`limit\` to be a whole number from 1 to ${LARGEST_PAGE}, got another`,
  );
}
