import { LIST_MEMBERS } from '../../classify/argument-path.ts';
import type { CallReference } from '../../gate/surface-diff.ts';
import type { TargetValue } from '../../redact/redact-target.ts';
import type { IndexEntry } from '../../run/index-document.ts';
import { placeKey } from '../run-places.ts';
import { decisionWords } from '../words/call-words.ts';
import { amount } from './amount.ts';
import type { Page } from './page.ts';
import { prose } from './prose.ts';
import { runId } from './run-order.ts';
import { type Html, html, joined, NOTHING } from './safe-html.ts';
import { duration, utcTime } from './utc-time.ts';

/** What is written of a call, the same wherever it is. */

const MOST_FIELDS = 24;
const MOST_SPANS = 12;

type Named = Pick<Page, 'names' | 'leftOut'>;
type Tool = Pick<CallReference, 'tool' | 'server'>;

export function toolName({ names }: Page, { tool, server }: Tool): Html {
  if (tool === null) return html`<span class="none">no call</span>`;
  return server === null ? names.show(tool) : html`${names.show(tool)} on ${names.show(server)}`;
}

/** The tool, the server and what a classifier makes of them. */
export function callCell(page: Page, call: Tool & Pick<CallReference, 'category'>): Html {
  const { category } = call;
  const kind = category === null ? html`no category` : page.names.show(category);
  return html`${toolName(page, call)}<div class="also">${kind}</div>`;
}

/** Every field of a target as it is recorded: hashes stay hashes. */
export function targetCell({ names, leftOut }: Named, { target }: Pick<CallReference, 'target'>): Html {
  if (target === null) return html`<span class="none">not known</span>`;
  const { shown, rest } = leftOut.bound(Object.entries(target), MOST_FIELDS, 'fields of targets');
  const fields = shown.map(
    ([key, value]) =>
      html`<div><dt>${names.show(key)}</dt> <dd>${valueHtml({ names, leftOut }, value)}</dd></div>`,
  );
  return html`<dl class="fields">${joined(fields, html` `)}</dl>${rest}`;
}

function valueHtml({ names, leftOut }: Named, value: TargetValue): Html {
  if (typeof value === 'string') return names.show(value);
  if (typeof value !== 'object' || value === null) return unnamed(value);
  const { shown, rest } = leftOut.bound(value, LIST_MEMBERS, 'members of lists');
  const members = joined(
    shown.map((member) => names.show(member)),
    html`, `,
  );
  return html`${members}${rest}`;
}

/** What is no text looks like none: the word `true` in a record is not the boolean. */
function unnamed(value: boolean | null): Html {
  return value === null ? html`<span class="none">no value</span>` : html`<i>${String(value)}</i>`;
}

/** Who decided what, or that nobody did. */
export function decisionCell({ names }: Page, call: Pick<CallReference, 'decision'>): Html {
  return prose(names, (quote) => decisionWords(call, quote));
}

/** `trace …, span …` of a call; `undefined` where no index leads there. */
export function traceOf(page: Page, call: CallReference): Html | undefined {
  const entry = page.places.traceOf(call);
  return entry && traceText(page, entry);
}

/** Spans are outermost first. */
function traceText(page: Page, entry: IndexEntry): Html {
  return html`trace ${page.names.show(entry.trace_id)}, ${spansText(page, entry)}`;
}

export function spansText({ names, leftOut }: Page, { span_ids: ids }: IndexEntry): Html {
  const { shown, rest } = leftOut.bound(ids, MOST_SPANS, 'span ids', 'The index has all of them.');
  const spans = joined(
    shown.map((id) => names.show(id)),
    html`, `,
  );
  return html`${ids.length === 1 ? 'span' : 'spans'} ${spans}${rest}`;
}

/** When a call began and how long it took. */
export function timeText({ names }: Page, { start_time_unix_nano: from, duration_nano }: IndexEntry): Html {
  const length = duration(duration_nano);
  return html`${timeHtml(names.show(from), utcTime(from))}${length === undefined ? NOTHING : `, ${length}`}`;
}

/** A time for people; what it was written from where it is none. */
export function timeHtml(otherwise: Html, time: string | undefined): Html {
  if (time === undefined) return otherwise;
  return html`<time datetime="${time}">${time.replace('T', ' ').replace('Z', ' UTC')}</time>`;
}

/** `job, record 3`, which leads to the decision where that is listed. */
export function callLink(page: Page, call: CallReference): Html {
  const run = runName(page, call.run_id);
  if (call.record === null) return run;
  const place = page.places.place(call);
  const record = `record ${call.record}`;
  return place === undefined || !page.shownCalls.has(place)
    ? html`${run}, ${record}`
    : html`${run}, <a href="#call-${placeKey(place)}">${record}</a>`;
}

/** A run, which leads to its coverage where its id says which it is. */
export function runLink(page: Page, id: string | null): Html {
  const { places, runOrder } = page;
  const run = places.run(id);
  const name = runName(page, id);
  return run === undefined || !runOrder.isListed(run) ? name : html`<a href="#${runId(run)}">${name}</a>`;
}

export function runName({ names }: Page, id: string | null): Html {
  return id === null ? html`<span class="none">without an id</span>` : names.show(id);
}

/** How many calls, in how many runs. */
export function callCount(calls: readonly CallReference[]): Html {
  const runs = new Set(calls.map(({ run_id }) => run_id)).size;
  return html`${amount(calls.length, 'call')}${runs > 1 ? ` in ${amount(runs, 'run')}` : ''}`;
}
