import type { Health, ScopeEntry } from '../../run/health.ts';
import { amount } from './amount.ts';
import { timeHtml } from './call-cells.ts';
import { folding } from './folding.ts';
import type { Page } from './page.ts';
import { type Html, html, joined, NOTHING } from './safe-html.ts';
import { table } from './table.ts';
import { utcTime } from './utc-time.ts';

const MOST_ENTRIES = 50;
/** A scope longer than this is folded on a screen. */
const MOST_OPEN = 5;
const MOST_SERVICES = 50;
const MOST_ATTESTED = 10;

/** What a claim is about: calls that began in these times, through what is attested. */
export function scopeHtml(page: Page, { emitters, uncovered_services }: Health['scope']): Html {
  return html`${emitters.length === 0 ? NOTHING : entriesHtml(page, emitters)}${
    uncovered_services.length === 0 ? NOTHING : uncovered(page, uncovered_services)
  }`;
}

function entriesHtml(page: Page, entries: readonly ScopeEntry[]): Html {
  const { shown, rest } = page.leftOut.bound(entries, MOST_ENTRIES, 'parts of scopes', HEALTH);
  const rows = shown.map((entry) => [
    emitterCell(page, entry),
    html`<ul><li>${time(page, entry.from)}</li><li>${time(page, entry.until)}</li></ul>`,
    attestedCell(page, entry),
    page.names.show(entry.trace),
  ]);
  const columns = ['Emitter', 'From, until', 'Attested', 'Trace'];
  const caption = 'What a claim about this run is about';
  return folding(
    html`Scope: ${amount(entries.length, 'part')}`,
    html`${table({ kind: 'scope', caption, columns, rows })}${rest}`,
    entries.length <= MOST_OPEN,
  );
}

const HEALTH = 'The health document has all of them.';

function emitterCell({ names }: Page, { emitter, service, run_root }: ScopeEntry): Html {
  const who = service === null ? html`no service named` : names.show(service);
  return html`${who}<div class="also">emitter ${names.show(emitter)}${run_root ? ', where the run began' : ''}</div>`;
}

function attestedCell({ names, leftOut }: Page, { attested, from }: ScopeEntry): Html {
  if (attested.length === 0) return html`nobody vouches that its calls are seen`;
  const { shown, rest } = leftOut.bound(attested, MOST_ATTESTED, 'attestations', HEALTH);
  const items = shown.map(({ vantage, covers, scope, since }) => {
    const what = covers === 'process' ? 'the whole process' : 'one object';
    const late = isLater(since, from)
      ? html`, since ${timeHtml(names.show(since), utcTime(since))}`
      : NOTHING;
    return html`<li>${vantage} calls of ${what}, through ${names.show(scope)}${late}</li>`;
  });
  return html`<ul>${items}</ul>${rest}`;
}

function time({ names }: Page, nanoseconds: string): Html {
  return timeHtml(names.show(nanoseconds), utcTime(nanoseconds));
}

/** Of times as decimal strings. */
function isLater(one: string, other: string): boolean {
  return one.length > other.length || (one.length === other.length && one > other);
}

function uncovered({ names, leftOut }: Page, services: readonly string[]): Html {
  const { shown, rest } = leftOut.bound(services, MOST_SERVICES, 'services', HEALTH);
  return html`<p>Not in scope, since no emitter speaks for it: ${joined(
    shown.map((service) => names.show(service)),
    html`, `,
  )}.</p>
${rest}`;
}
