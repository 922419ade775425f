import { describe, expect, it } from 'vitest';
import { canonicalJson } from '../../src/decision/canonical-json.ts';
import { RunSurface, surfaceText } from '../../src/run/run-surface.ts';

const RECORDS = ['{"classification":"classified","tool":{"name":"é \\" \\\\"}}', '{"zeta":[1,null,{}]}'];

describe('the surface of a run', () => {
  it.each([[[]], [RECORDS.slice(0, 1)], [RECORDS]])('is written as what it holds: %#', (records) => {
    const surface = new RunSurface(records);
    expect(surfaceText(surface)).toBe(canonicalJson(JSON.parse(JSON.stringify(surface))));
    expect(surface.observed_tool_decisions).toEqual(records.map((record) => JSON.parse(record)));
  });

  it('that was read is written canonically too', () => {
    const { schema, non_claims, observed_tool_decisions } = new RunSurface(RECORDS);
    const read = { schema, observed_tool_decisions, non_claims };
    expect(surfaceText(read)).toBe(surfaceText(new RunSurface(RECORDS)));
  });
});
