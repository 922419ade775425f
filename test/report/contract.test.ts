import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { REPORTERS, reporterOf } from '../../src/report/registry.ts';
import type { Report } from '../../src/report/report.ts';
import { GUARANTEES } from './guarantees.ts';
import { hostileReport, PAYLOADS } from './hostile.ts';
import { SCENARIOS } from './scenarios.ts';

/** Everything that can move, hide or reorder text; a newline of ours is none. */
const DOES_NOT_SHOW = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/u;

const REPORTS: readonly (readonly [string, Report])[] = [
  ...Object.entries(SCENARIOS),
  ...Object.entries(PAYLOADS).map(([name, payload]) => [name, hostileReport(payload)] as const),
];

describe('the registry', () => {
  it('has formats of different names, each with what it guarantees', () => {
    const formats = REPORTERS.map(({ format }) => format);
    expect(new Set(formats).size).toBe(formats.length);
    expect([...formats].sort()).toEqual(Object.keys(GUARANTEES).sort());
  });

  it('finds a reporter by its format', () => {
    for (const reporter of REPORTERS) expect(reporterOf(reporter.format)).toBe(reporter);
    for (const other of ['', 'xml', '__proto__', 'constructor']) expect(reporterOf(other)).toBeUndefined();
  });

  it.each(REPORTERS)('$format says in one line what it is for', ({ summary, extension, mediaType }) => {
    expect(summary).toMatch(/^[^\n]{10,90}$/);
    expect(extension).toMatch(/^[a-z]+$/);
    expect(mediaType).toMatch(/^[a-z]+\/[a-z+.-]+$/);
  });
});

describe.each(REPORTERS)('the $format reporter', ({ format, render }) => {
  const guarantee = GUARANTEES[format];

  it.each(REPORTS)('keeps its format: %s', (_name, report) => {
    const text = render(report);
    expect(text.replaceAll('\n', '')).not.toMatch(DOES_NOT_SHOW);
    expect(text).toMatch(/[^\n]\n$/);
    guarantee?.(text, report);
  });

  it.each(REPORTS)('gives the same bytes for the same report: %s', (_name, report) => {
    const { lineOf, file } = report.declared;
    const copy = structuredClone({ ...report, declared: { file } });
    expect(render({ ...copy, declared: { file, lineOf } })).toBe(render(report));
  });

  it('keeps its format whatever the names are', () => {
    const anything = fc.oneof(fc.string({ unit: 'binary', maxLength: 40 }), fc.string({ maxLength: 200 }));
    fc.assert(
      fc.property(anything, (payload) => {
        const report = hostileReport(payload);
        const text = render(report);
        expect(text.replaceAll('\n', '')).not.toMatch(DOES_NOT_SHOW);
        guarantee?.(text, report);
      }),
      { seed: 20260731, numRuns: 25 },
    );
  });

  it('never says that somebody allowed what nobody decided', () => {
    const text = render(SCENARIOS.compared as Report);
    if (format === 'json') {
      expect(JSON.parse(text).findings[0].decision).toMatchObject({ effect: 'allow', source: 'none' });
    } else {
      expect(text).toContain('allowed (no decision observed)');
      expect(text).not.toMatch(/allowed by [`"]*none/);
    }
  });
});

/** JSON is the whole diff, and the page holds a long name once in full. */
const HOLD_NAMES_WHOLE = ['json', 'html'];

describe('long names', () => {
  it.each(REPORTERS.filter(({ format }) => !HOLD_NAMES_WHOLE.includes(format)))(
    'are cut by the $format reporter',
    ({ render }) => {
      for (const [name, payload] of Object.entries(PAYLOADS)) {
        expect(render(hostileReport(payload)).length, name).toBeLessThan(200_000);
      }
    },
  );
});
