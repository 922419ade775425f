import { canonicalJson } from '../decision/canonical-json.ts';
import type { Call } from './calls-of-runs.ts';
import { bindingKey, grouped } from './keys.ts';
import type { Audit } from './sort-audits.ts';
import { isPresent, project } from './subject.ts';

/** Calls with one subject. There is one list of them, so that many audit records can share it. */
export type CallGroup = readonly Call[];

/** Finds the calls that an audit record may mean, without looking at every one. */
export interface CallIndex {
  /** Calls that did exactly what it says. */
  exact(audit: Audit): CallGroup;
  /** Calls of which it says more than they do themselves, and nothing else; one group for each set of their fields. */
  lessSpecific(audit: Audit): readonly CallGroup[];
  /** What is known of the calls of its provider, class and verb; `undefined` where there are none. */
  kindOf(audit: Audit): CallKind | undefined;
  /** Whether a call, at whatever provider, has its subject. */
  hasSubject(audit: Audit): boolean;
}

export interface CallKind {
  /** The sets of fields that their targets have: few, whatever the number of calls. */
  readonly shapes: readonly (readonly string[])[];
  /** Of some of them it cannot be told what exactly they did. */
  readonly hasUnbound: boolean;
}

const NONE: CallGroup = [];

export function callIndex(calls: readonly Call[]): CallIndex {
  const projected = calls.filter(({ bound }) => bound !== undefined);
  const groups = grouped(projected, ({ bound }) => bound?.binding ?? '');
  const digests = new Set(projected.map(({ bound }) => bound?.digest));
  const kinds = new Map<string, CallKind>();
  for (const [kind, ofKind] of grouped(calls, (call) => call.kind ?? '')) kinds.set(kind, kindOf(ofKind));
  return {
    exact: ({ binding }) => groups.get(binding) ?? NONE,
    lessSpecific: ({ provider, subject, kind }) => {
      const { target } = subject;
      const size = Object.keys(target).length;
      const within = (keys: readonly string[]) =>
        keys.length < size && keys.every((key) => isPresent(target, key));
      return (kinds.get(kind)?.shapes ?? []).filter(within).flatMap((keys) => {
        const group = groups.get(bindingKey(provider, { ...subject, target: project(target, keys) }));
        return group === undefined ? [] : [group];
      });
    },
    kindOf: ({ kind }) => kinds.get(kind),
    hasSubject: ({ reference }) => digests.has(reference.subject_digest),
  };
}

function kindOf(calls: readonly Call[]): CallKind {
  const shapes = new Map<string, readonly string[]>();
  for (const { bound } of calls) {
    if (bound === undefined) continue;
    const keys = Object.keys(bound.subject.target);
    shapes.set(canonicalJson(keys), keys);
  }
  return { shapes: [...shapes.values()], hasUnbound: calls.some(({ bound }) => bound === undefined) };
}
