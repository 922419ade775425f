import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { cli } from '../cli/run-cli.ts';

// What SECURITY.md says that a sender can do, and cannot, done.

// biome-ignore lint/suspicious/noExplicitAny: reaches into OTLP of every shape.
type Json = any;

const vector = (name: string): string =>
  readFileSync(new URL(`../../conformance/vectors/${name}/traces.jsonl`, import.meta.url), 'utf8');
const parsed = (text: string): Json[] =>
  text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
const lines = (documents: readonly Json[]): string =>
  documents.map((document) => `${JSON.stringify(document)}\n`).join('');
const scopesOf = (documents: readonly Json[]): Json[] =>
  documents.flatMap(({ resourceSpans }) => resourceSpans.flatMap(({ scopeSpans }: Json) => scopeSpans));
const spansOf = (documents: readonly Json[]): Json[] => scopesOf(documents).flatMap(({ spans }) => spans);
const value = (list: Json[], key: string): Json => list.find((entry) => entry.key === key).value;
const text = (key: string, stringValue: string) => ({ key, value: { stringValue } });
const sha256 = (of: string) => `sha256:${createHash('sha256').update(of).digest('hex')}`;
const callOf = (tool: string) => [text('mcp.method.name', 'tools/call'), text('gen_ai.tool.name', tool)];
const CALL = callOf('delete_all');
const DEPLOY_KEY = 'github.add_deploy_key';

/** What is said of the runs in some OTLP, in short. */
async function read(traces: string) {
  const { code, stdout, stderr } = await cli(['surface', '-', '--all-runs'], { stdin: [traces] });
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  return parsed(stdout).map(({ run_id, surface, health }) => ({
    run: run_id,
    calls: surface.observed_tool_decisions.length,
    coverage: health.coverage.state,
    gaps: health.coverage.gaps.map(({ code }: Json) => code),
    noToolUse: health.claims.no_tool_use,
    strangers: health.scope.uncovered_services,
    records: surface.observed_tool_decisions,
  }));
}

const COMPLETE = vector('complete-run');
const LOST = vector('lost-call');
const NONE = vector('zero-calls');
const spanOf = (traces: string, name: string): Json =>
  spansOf(parsed(traces)).find((span) => span.name === name);
const traceOf = (traces: string): string => spansOf(parsed(traces))[0].traceId;
const whole = { coverage: 'complete', gaps: [], strangers: [] };

/** A span that anybody can write who knows the id of a trace. */
function sent(traces: string, span: object, service = 'stranger'): string {
  const { traceId, startTimeUnixNano, endTimeUnixNano } = spansOf(parsed(traces))[0];
  const times = { startTimeUnixNano, endTimeUnixNano };
  const spans = [
    { traceId, spanId: 'abababababababab', name: 'job', kind: 1, ...times, attributes: [], ...span },
  ];
  const resource = { attributes: [text('service.name', service)] };
  return lines([{ resourceSpans: [{ resource, scopeSpans: [{ scope: { name: 'any' }, spans }] }] }]);
}

/** As `docs/record.md` has it: over the digests of the first records, in their order. */
function sealOf(documents: readonly Json[], count: number): string {
  const digests = spansOf(documents)
    .flatMap(({ events }) => events)
    .filter(({ name }) => name === 'assay.tool_decision')
    .map(({ attributes }) => `${value(attributes, 'assay.record.digest').stringValue}\n`);
  return sha256(digests.slice(0, count).join(''));
}

/** Says the records or the checkpoint of a process otherwise, and makes their digests hold. */
function forged(documents: readonly Json[], of: 'record' | 'checkpoint', change: (said: Json) => void): void {
  const event = { record: 'assay.tool_decision', checkpoint: 'assay.tool_observation' }[of];
  for (const span of spansOf(documents)) {
    for (const { attributes } of span.events.filter(({ name }: Json) => name === event)) {
      const said = JSON.parse(value(attributes, `assay.${of}`).stringValue);
      change(said);
      value(attributes, `assay.${of}`).stringValue = JSON.stringify(said);
      const digest = sha256(JSON.stringify(said));
      for (const list of [attributes, span.attributes]) {
        const held = list.find(({ key }: Json) => key === `assay.${of}.digest`);
        if (held !== undefined) held.value.stringValue = digest;
      }
    }
  }
}

describe('whoever may send spans can', () => {
  it('send an old run again as a new one, its claims of absence too', async () => {
    const replayed = NONE.replaceAll(traceOf(NONE), 'f'.repeat(32));
    expect(await read(replayed)).toMatchObject([
      { run: 'f'.repeat(32), calls: 0, ...whole, noToolUse: 'allowed' },
    ]);
  });

  it('say in a record what nobody has verified', async () => {
    const documents = parsed(COMPLETE);
    forged(documents, 'record', ({ response }) => {
      response.side_effect_verified = response.side_effect_asserted;
    });
    const seal = sealOf(documents, 4);
    forged(documents, 'checkpoint', (checkpoint) => Object.assign(checkpoint, { seal }));
    const [run] = await read(lines(documents));
    expect(run).toMatchObject({ calls: 4, ...whole });
    expect(run?.records[0].response.side_effect_verified).toBe(true);
  });

  it('put a call into a run, of a service that is told to be unknown', async () => {
    const [run] = await read(NONE + sent(NONE, { kind: 3, attributes: CALL }));
    expect(run).toMatchObject({ ...whole, calls: 1, noToolUse: 'blocked', strangers: ['stranger'] });
  });

  it('give a run another name, and a gap', async () => {
    const [run] = await read(COMPLETE + sent(COMPLETE, { attributes: [text('assay.run.id', 'other')] }));
    expect(run).toMatchObject({ run: 'other', calls: 4, coverage: 'partial', gaps: ['run_not_sealed'] });
  });

  it.each([
    [
      'denied, by the word of a policy layer',
      { name: 'agt.policy.evaluate', attributes: [text('agt.policy.action', 'deny')] },
      ['deny', 'success'],
    ],
    [
      'failed, by the span of a server',
      { name: 'tools/call', kind: 2, attributes: [...callOf(DEPLOY_KEY), text('error.type', 'tool_error')] },
      ['allow', 'error'],
    ],
  ])('have a call of a complete run read as %s', async (_, span, [effect, status]) => {
    const parentSpanId = spanOf(COMPLETE, `tools/call ${DEPLOY_KEY}`).spanId;
    const said = ({ decision, response }: Json) => [decision.effect, response.status];
    const [before] = await read(COMPLETE);
    expect(before?.records.map(said)[0]).toEqual(['allow', 'success']);
    const [run] = await read(COMPLETE + sent(COMPLETE, { ...span, parentSpanId }));
    expect(run).toMatchObject({ calls: 4, coverage: 'complete' });
    expect(run?.records.map(said)[0]).toEqual([effect, status]);
  });

  it('take a lost call back in the name of its process, and make the run complete', async () => {
    expect(await read(LOST)).toMatchObject([
      { coverage: 'partial', gaps: ['seal_mismatch', 'sequence_gap'] },
    ]);
    expect(await read(LOST + withdrawal(LOST, 3))).toMatchObject([{ calls: 3, ...whole }]);
  });
});

/** A later checkpoint of the process, by which only the first calls were made and the fourth was taken back. */
function withdrawal(traces: string, kept: number): string {
  const documents = parsed(traces);
  const seal = sealOf(documents, kept);
  for (const scope of scopesOf(documents)) {
    scope.spans = scope.spans.filter(({ name }: Json) => name.startsWith('invoke_agent'));
    for (const span of scope.spans) [span.parentSpanId, span.spanId] = [span.spanId, 'cdcdcdcdcdcdcdcd'];
  }
  forged(documents, 'checkpoint', (checkpoint) => {
    const until = String(BigInt(checkpoint.until) + 1n);
    Object.assign(checkpoint, { ordinal: 2, root: 'cdcdcdcdcdcdcdcd', until, withdrawn: [[4, 4]], seal });
  });
  return lines(documents);
}

describe('whoever may send spans cannot', () => {
  it('make anything of what was sent before by sending it again', async () => {
    expect(await read(COMPLETE + COMPLETE)).toEqual(await read(COMPLETE));
  });

  it('put a call into a run in the name of a service that is observed, unless it forges checkpoints', async () => {
    const [run] = await read(COMPLETE + sent(COMPLETE, { kind: 3, attributes: CALL }, 'agent'));
    expect(run).toMatchObject({ calls: 5, coverage: 'partial', gaps: ['emitter_missing'] });
  });

  it.each([
    [
      'by a span under its id',
      sent(COMPLETE, { spanId: spanOf(COMPLETE, 'tools/call search').spanId, kind: 3, attributes: CALL }),
      'complete',
    ],
    ['by taking it back', withdrawal(COMPLETE, 3), 'partial'],
  ])('take out a call that has arrived, %s', async (_, added, coverage) => {
    const [before] = await read(COMPLETE);
    const [run] = await read(COMPLETE + added);
    expect(run?.records).toEqual(before?.records);
    expect(run?.coverage).toBe(coverage);
  });

  it('change a run whose ids it does not know', async () => {
    const other = sent(COMPLETE, { traceId: 'e'.repeat(32), kind: 3, attributes: CALL });
    expect(await read(COMPLETE + other)).toEqual(expect.arrayContaining(await read(COMPLETE)));
  });
});

describe('whoever passes spans on', () => {
  const withoutSearch = () => {
    const documents = parsed(COMPLETE);
    for (const scope of scopesOf(documents)) {
      scope.spans = scope.spans.filter(({ name }: Json) => name !== 'tools/call search');
    }
    return documents;
  };

  it('cannot leave a call out unseen', async () => {
    expect(await read(lines(withoutSearch()))).toMatchObject([
      { calls: 3, coverage: 'partial', gaps: ['seal_mismatch', 'sequence_gap'] },
    ]);
  });

  it('can, where it writes the checkpoint anew', async () => {
    const documents = withoutSearch();
    const seal = sealOf(documents, 3);
    forged(documents, 'checkpoint', (checkpoint) => Object.assign(checkpoint, { numbered: 3, seal }));
    expect(await read(lines(documents))).toMatchObject([{ calls: 3, ...whole }]);
  });
});
