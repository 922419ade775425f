import { type Side, traceIdOf } from './simulate.ts';
import type { Truth } from './truth.ts';

/** What is false in the claims of absence that a document allows. */
export function* untrueClaims(truth: Truth, touched: ReadonlySet<number>): Generator<string> {
  const { no_tool_use, no_undeclared_tool_use } = truth.run.health.claims;
  if (no_tool_use !== 'allowed' && no_undeclared_tool_use !== 'allowed') return;
  for (const side of truth.simulated.sides) {
    if (side.plan.what !== 'client') continue;
    if (isDetached(truth, side))
      yield `call ${side.request} had lost its context, and its absence is claimed`;
    if (isOfUnwatchedRoot(truth, side) && !touched.has(side.request))
      yield `call ${side.request} began where a run root was seen and nobody watched, and its absence is claimed`;
  }
  if (no_undeclared_tool_use !== 'allowed') return;
  const unknown = truth.simulated.sides.filter(({ plan }) => !plan.tool.endsWith('add_deploy_key'));
  for (const side of unknown)
    if (truth.covers(side))
      yield `call ${side.request} is of no known tool, and that there is none is claimed`;
}

/**
 * A call in the process of a run root, while that root was open, in a trace that began there and that nothing makes
 * a run of its own: it may belong to this run. One that shows only at its end that it is a call can be missed by a
 * root that ended before.
 */
function isDetached(truth: Truth, { plan, trace, emitter, at }: Side): boolean {
  const { simulated, run } = truth;
  const { clonedAt, isFork } = simulated.world;
  // Of two clones that share an emitter nobody can tell which of them it was.
  if (clonedAt !== undefined && !isFork) return false;
  const { emitters } = run.health.scope;
  if (emitters.some((entry) => entry.trace === trace) || truth.namedBy(plan) !== undefined) return false;
  const roots = truth.roots(trace);
  if (roots.some(({ what, process }) => what === 'root' || process !== plan.process)) return false;
  const isLate = plan.late && simulated.world.processes[plan.process]?.emitter !== 'installed';
  return emitters.some(
    (entry) =>
      entry.run_root &&
      entry.emitter === emitter &&
      at > BigInt(entry.from) &&
      simulated.rootEnds.some(
        (end) =>
          traceIdOf(end.plan.trace) === entry.trace &&
          end.emitter === emitter &&
          at < end.at &&
          (!isLate || plan.end < end.plan.end),
      ),
  );
}

/** A call in a process without an emitter in which a root of the run was seen. */
function isOfUnwatchedRoot(truth: Truth, { plan, trace, emitter }: Side): boolean {
  if (emitter !== undefined || !truth.run.health.scope.emitters.some((entry) => entry.trace === trace))
    return false;
  return truth
    .roots(traceIdOf(plan.trace))
    .some((root) => root.process === plan.process && truth.hasArrived(root));
}
