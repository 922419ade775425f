import type { ClassifierRule } from '../classify/rule.ts';
import { documentDigest } from '../decision/document-digest.ts';
import type { AuditSubject } from './audit-record.ts';
import { bindingKey, inCodeUnits, kindKey } from './keys.ts';
import { bindingDigest, callSubject } from './subject.ts';
import type { CallReference } from './tool-verification.ts';
import type { VerifiableRecord, VerifiableRun, VerifiableSurface } from './verifiable-run.ts';

/** One run, once, and its calls in the order of its surface. */
export interface RunCalls {
  readonly runId: string | null;
  readonly surface: VerifiableSurface;
  readonly surfaceDigest: string | null;
  readonly calls: readonly Call[];
}

/** One call, and what an audit record is compared with. */
export interface Call {
  readonly record: VerifiableRecord;
  readonly reference: CallReference;
  readonly kind: string;
  /** `undefined` where the call cannot be projected. */
  readonly bound: BoundSubject | undefined;
  /** That its effect took place would contradict what was decided or answered. */
  readonly isRefused: boolean;
}

interface BoundSubject {
  readonly subject: AuditSubject;
  readonly digest: string;
  readonly binding: string;
}

/** A call that can be compared. */
export interface BoundCall extends Call {
  readonly bound: BoundSubject;
}

export function isBound(call: Call): call is BoundCall {
  return call.bound !== undefined;
}

/** The runs in canonical order, whatever the order they came in, and which of them each input is. */
export interface OrderedRuns {
  readonly runs: readonly RunCalls[];
  /** By position of the input. */
  readonly runOf: readonly RunCalls[];
}

/**
 * Runs by id, then by the digest of their surface. The same surface of the same id is the same run; without an id, two
 * equal surfaces may be two runs, and are.
 */
export function orderRuns(
  inputs: readonly VerifiableRun[],
  classifiers: readonly ClassifierRule[],
): OrderedRuns {
  const byKey = new Map<string, RunCalls>();
  const runOf = inputs.map(({ runId, surface }, index) => {
    const surfaceDigest = documentDigest(surface);
    const isNamed = runId !== null && surfaceDigest !== null;
    const key = JSON.stringify(isNamed ? [runId, surfaceDigest] : index);
    const known = byKey.get(key);
    if (known !== undefined) return known;
    const calls = surface.observed_tool_decisions.map((record, position) =>
      callOf(record, runId, position, classifiers),
    );
    const run = { runId, surface, surfaceDigest, calls };
    byKey.set(key, run);
    return run;
  });
  return { runs: [...byKey.values()].sort(inRunOrder), runOf };
}

function inRunOrder(one: RunCalls, other: RunCalls): number {
  return inCodeUnits(orderKey(one), orderKey(other));
}

/** Two JSON texts of ids differ before either of them ends, so that the ids are compared first. */
function orderKey({ runId, surfaceDigest }: RunCalls): string {
  return JSON.stringify([runId, surfaceDigest]);
}

function callOf(
  record: VerifiableRecord,
  runId: string | null,
  position: number,
  classifiers: readonly ClassifierRule[],
): Call {
  const { server, tool, action, decision, response } = record;
  const { target, resource_type, verb } = action;
  const subject = callSubject(record, classifiers);
  return {
    record,
    reference: {
      run_id: runId,
      record: position,
      server: server.id,
      tool: tool.name,
      category: tool.category,
      target,
      decision,
      status: response.status,
    },
    kind: kindKey(target?.provider ?? null, resource_type, verb),
    bound: target && subject ? boundSubject(target.provider, subject) : undefined,
    isRefused: decision.effect !== 'allow' || REFUSED.includes(response.status),
  };
}

const REFUSED: readonly string[] = ['blocked', 'error'];

function boundSubject(provider: string, subject: AuditSubject): BoundSubject {
  return { subject, digest: bindingDigest(subject), binding: bindingKey(provider, subject) };
}
