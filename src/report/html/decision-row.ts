import { masked, maskedDecision, maskedTarget } from '../../decision/masked.ts';
import type { ObservedRecord } from '../../gate/observed-run.ts';
import { type CallPlace, placeKey } from '../run-places.ts';
import { callCell, decisionCell, spansText, targetCell, timeText } from './call-cells.ts';
import { outcomeCell } from './outcome-cell.ts';
import type { Page } from './page.ts';
import { html, joined } from './safe-html.ts';
import type { MarkedRow } from './table.ts';

/** One record of a surface: what was called, of what, who decided, what it was judged to be, and where to look. */
export function decisionRow(page: Page, record: ObservedRecord, place: CallPlace): MarkedRow {
  const { names } = page;
  const { tool, server, action, decision, response, classification, detail } = record;
  // As in findings: secrets in the names of another producer's record are masked.
  const call = { tool: masked(tool.name), server: masked(server.id), category: tool.category };
  const words = [classification, ...(detail === undefined ? [] : [detail])].map((word) => names.show(word));
  const trace = page.places.trace(place);
  return {
    id: `call-${placeKey(place)}`,
    cells: [
      html`${place.record}`,
      html`${callCell(page, call)}<div class="also">${joined(words, html`, `)}</div>`,
      targetCell(page, { target: action.target && maskedTarget(action.target) }),
      html`${decisionCell(page, { decision: maskedDecision(decision) })}<div class="also">response: ${names.show(response.status)}</div>`,
      outcomeCell(page, place),
      trace === undefined
        ? html`<span class="none">not indexed</span>`
        : html`${names.show(trace.trace_id)}<div class="also">${spansText(page, trace)}</div><div class="also">${timeText(page, trace)}</div>`,
    ],
  };
}
