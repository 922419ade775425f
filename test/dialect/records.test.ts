import { describe, expect, it } from 'vitest';
import { DEFAULTS } from '../../src/config.ts';
import { observe } from '../../src/pipeline.ts';
import type { SpanView } from '../../src/span/view.ts';
import { leaving } from './leaving.ts';
import { fixtureDialects, loadFixtures } from './load-fixture.ts';

/** Every secret, and every content that must not leave, says so itself. */
const PLANTED = 'FAKE';

function recordsOf(spans: readonly SpanView[], toolSpans: 'mcp' | 'all') {
  return spans.map((span) => {
    const observed = observe(span, { ...DEFAULTS, toolSpans });
    return observed.is === 'call' ? observed : undefined;
  });
}

describe.each(fixtureDialects())('records of %s', (dialect) => {
  const fixtures = loadFixtures(dialect);

  it.each(fixtures.filter(({ records }) => records !== undefined))('$name', ({ spans, records }) => {
    const told = recordsOf(spans, 'all').flatMap((call) => {
      if (call === undefined) return [];
      const { action, classification, correlation, decision, detail, reason_code, response, server, tool } =
        call.record;
      return {
        tool: tool.name,
        server: server.id,
        classification,
        reason_code,
        detail,
        target: action.target,
        decision,
        status: response.status,
        side_effect_asserted: response.side_effect_asserted,
        correlation: correlation?.basis,
      };
    });
    expect(JSON.parse(JSON.stringify(told))).toEqual(records);
  });

  it('by default a call that is proven gives the same record', () => {
    for (const { spans } of fixtures) {
      const all = recordsOf(spans, 'all');
      for (const [index, call] of recordsOf(spans, 'mcp').entries()) {
        if (call !== undefined) expect(all[index]?.record).toEqual(call.record);
      }
    }
  });

  it('hold nothing that was planted, nor do the spans that leave with them', () => {
    for (const { name, spans } of fixtures) {
      for (const [index, call] of recordsOf(spans, 'all').entries()) {
        const span = spans[index];
        if (call === undefined || span === undefined) continue;
        expect([name, JSON.stringify(call.record).includes(PLANTED)]).toEqual([name, false]);
        expect([name, JSON.stringify(leaving(span)).includes(PLANTED)]).toEqual([name, false]);
      }
    }
  });
});
