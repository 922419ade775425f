import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CANARY } from '../../scripts/fuzz/targets.ts';
import {
  ConfigError,
  DecisionEventError,
  decodeToolDecision,
  observeToolCall,
  observeToolCalls,
  recordDecision,
  ToolDecisionSpanExporter,
  targetHash,
  toolDecisionPipeline,
} from '../../src/index.ts';
import { TargetHashError } from '../../src/redact/target-hash.ts';
import { validateArtifact } from '../../src/schema/artifact.ts';
import { ndjsonSink } from '../../src/sinks/index.ts';
import { memoryExporter } from '../sdk/line.ts';
import { emitted, factsOf } from '../sinks/emitting.ts';
import { anything, thrownBy } from './anything.ts';

describe('"." with anything in its arguments', () => {
  it('hands over and decides without a throw', () => {
    fc.assert(
      fc.property(anything, anything, (span, given) => {
        expect(thrownBy(() => observeToolCall(span as never, given as never))).toBeUndefined();
        expect(thrownBy(() => recordDecision(span as never, given as never))).toBeUndefined();
      }),
      { numRuns: 500 },
    );
  });

  it('never takes a span from the host that its sampler took', () => {
    const inner = fc.constantFrom(0, 1, 2);
    const mode = fc.constantFrom<'record' | 'sample'>('record', 'sample');
    const attributes = fc.dictionary(
      fc.oneof(fc.string(), fc.constantFrom('mcp.method.name', 'gen_ai.tool.name')),
      anything,
    );
    fc.assert(
      fc.property(
        inner,
        mode,
        fc.string({ unit: 'binary' }),
        attributes,
        anything,
        (decision, how, name, bag, other) => {
          const sampler = observeToolCalls(
            { shouldSample: () => ({ decision }), toString: () => 'host' },
            { mode: how },
          );
          const { shouldSample } = sampler as unknown as {
            shouldSample(...args: unknown[]): { decision: number };
          };
          const taken = shouldSample.call(sampler, other, '0'.repeat(32), name, 1, bag, other).decision;
          expect(taken).toBeGreaterThanOrEqual(decision);
          expect(taken).toBeLessThanOrEqual(2);
        },
      ),
      { numRuns: 500 },
    );
  });

  it('exports anything as spans without a throw, and answers once', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(anything, { maxLength: 3 }), async (spans) => {
        const exporter = new ToolDecisionSpanExporter(memoryExporter());
        const answers: unknown[] = [];
        await new Promise<void>((resolve) => {
          exporter.export(spans as never, (result) => {
            answers.push(result);
            resolve();
          });
        });
        await exporter.forceFlush();
        expect(answers).toHaveLength(1);
      }),
      { numRuns: 300 },
    );
  });

  it('builds a pipeline of anything, or says in words what is wrong', () => {
    fc.assert(
      fc.property(
        fc.dictionary(
          fc.constantFrom('exporter', 'scrub', 'allowAttributes', 'sinks', 'carrier', 'x'),
          anything,
        ),
        (options) => {
          const error = thrownBy(() => toolDecisionPipeline(options as never));
          if (error !== undefined) expect(error).toBeInstanceOf(ConfigError);
        },
      ),
      { numRuns: 500 },
    );
  });

  it('hashes strings under a domain, and throws one error for the rest', () => {
    fc.assert(
      fc.property(anything, anything, (domain, value) => {
        const error = thrownBy(() =>
          expect(targetHash(domain as never, value as never)).toMatch(/^sha256:[0-9a-f]{64}$/),
        );
        if (error === undefined) return;
        expect(error).toBeInstanceOf(TargetHashError);
        expect((error as Error).message).not.toContain(CANARY);
      }),
      { numRuns: 1000 },
    );
  });

  it('decodes anything as an event, or throws one error', () => {
    const attributes = fc.dictionary(
      fc.constantFrom('assay.record', 'assay.record.digest', 'assay.sequence', '__proto__'),
      anything,
    );
    fc.assert(
      fc.property(fc.constantFrom('assay.tool_decision', CANARY), attributes, (name, bag) => {
        const error = thrownBy(() => decodeToolDecision({ name, attributes: bag as never }));
        expect(error).toBeInstanceOf(DecisionEventError);
        expect((error as Error).message).not.toContain(CANARY);
      }),
      { numRuns: 500 },
    );
  });
});

describe('"./sinks" with any ids and names', () => {
  it('writes a run as one line that reads back', async () => {
    const text = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.constantFrom('\n', '\r\n{}', '\u2028', '../x', '__proto__', '\0'),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(text, { maxLength: 3 }), text, async (tools, runId) => {
        const run = emitted(
          factsOf(tools.length === 0 ? ['search'] : tools, runId === '' ? undefined : runId),
        );
        let written = '';
        const stream = {
          write(piece: string, done: () => void) {
            written += piece;
            done();
          },
        };
        await ndjsonSink(stream).write(run);
        expect(written.endsWith('\n')).toBe(true);
        expect(written.slice(0, -1)).not.toContain('\n');
        expect(validateArtifact(JSON.parse(written))).toEqual([]);
      }),
      { numRuns: 100 },
    );
  });
});
