import { describe, expect, it } from 'vitest';
import { fasterThan } from '../../bench/faster.mjs';
import { NOTES } from '../../bench/performance-notes.mjs';
import { performancePage } from '../../bench/performance-page.mjs';

const candidate = (name: string, low: number, median: number, high: number) => ({
  name,
  spread: { low, median, high },
});
const OURS = candidate('ours', 10, 12, 15);

describe('which of the others are faster', () => {
  it.each([
    [
      'by more than the spread',
      candidate('Quick 1.0', 1, 2, 9.9),
      'Faster than “ours” by more than the spread (why stands below): Quick 1.0.',
    ],
    [
      'within the spread',
      candidate('Near 1.0', 8, 11, 13),
      'None of the others is faster than “ours” by more than the spread. Faster within the spread: Near 1.0.',
    ],
    [
      'as fast',
      candidate('Same 1.0', 10, 12, 15),
      'None of the others is faster than “ours” by more than the spread.',
    ],
    [
      'slower',
      candidate('Slow 1.0', 20, 30, 40),
      'None of the others is faster than “ours” by more than the spread.',
    ],
  ])('%s', (_name, other, said) => {
    expect(fasterThan(OURS, [other])).toBe(said);
  });

  it('each of them is named, whatever stands between', () => {
    const others = [
      candidate('Slow', 20, 30, 40),
      candidate('First', 1, 2, 3),
      candidate('Near', 8, 11, 13),
      candidate('Second', -1, 2, 3),
    ];
    expect(fasterThan(OURS, others)).toBe(
      'Faster than “ours” by more than the spread (why stands below): First; Second. Faster within the spread: Near.',
    );
  });

  it('is on the page, below their table and above why', () => {
    const row = (what: string) => ({ what, budget: '–', measured: '1 µs', isOver: false });
    const said = fasterThan(OURS, [candidate('Sentry 10', 1, 2, 3)]);
    const entries = [{ title: 'Calls', notes: [] }, row('ours'), row('Sentry 10'), { remark: said }];
    const result = { name: 'processors', day: '2026-01-01', before: '0.1', after: '0.2', entries };
    const page = performancePage([result]);
    const places = ['| Sentry 10 |', said, '**Sentry**'].map((text) => page.indexOf(text));
    expect(places.every((place) => place >= 0)).toBe(true);
    expect(places).toEqual([...places].sort((a, b) => a - b));
  });

  it('why is said of every processor that stands beside ours', () => {
    const why = NOTES.after.processors?.join('\n') ?? '';
    for (const name of ['Langfuse', 'OpenInference-Vercel', 'Logfire', 'Sentry'])
      expect(why).toContain(`**${name}**`);
  });

  it('of the receiver, which has one other beside it, the page says it in words', () => {
    expect(NOTES.after.receiver?.join('\n')).toMatch(/^The Collector is faster/);
  });
});
