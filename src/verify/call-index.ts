import { canonicalJson } from '../decision/canonical-json.ts';
import { type BoundCall, type Call, isBound } from './calls-of-runs.ts';
import { bindingKey, grouped } from './keys.ts';
import type { Audit } from './sort-audits.ts';
import { project } from './subject.ts';

/** Calls with one subject. There is one list of them, so that many audit records can share it. */
export type CallGroup = readonly BoundCall[];

/** Finds the calls that an audit record may mean, without looking at every one. */
export interface CallIndex {
  /** Calls that did exactly what it says. */
  exact(audit: Audit): CallGroup;
  /** Calls of which it says more than they do themselves, and nothing else; a group, maybe empty, for each set of fields. */
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
  const projected = calls.filter(isBound);
  const groups = grouped(projected, ({ bound }) => bound.binding);
  const digests = new Set(projected.map(({ bound }) => bound.digest));
  const kinds = new Map<string, CallKind>();
  for (const [kind, ofKind] of grouped(calls, (call) => call.kind)) kinds.set(kind, kindOf(ofKind));
  return {
    exact: ({ binding }) => groups.get(binding) ?? NONE,
    lessSpecific: ({ provider, subject, kind }) => {
      const size = Object.keys(subject.target).length;
      const fewer = kinds.get(kind)?.shapes.filter((keys) => keys.length < size) ?? [];
      // A field that the audit record does not state is null in a projection, and no call's target holds null.
      const parts = fewer.map((keys) => ({ ...subject, target: project(subject.target, keys) }));
      return parts.map((part) => groups.get(bindingKey(provider, part)) ?? NONE);
    },
    kindOf: ({ kind }) => kinds.get(kind),
    hasSubject: ({ reference }) => digests.has(reference.subject_digest),
  };
}

function kindOf(calls: readonly Call[]): CallKind {
  const bound = calls.filter(isBound);
  const shapes = new Map<string, readonly string[]>();
  for (const { subject } of bound.map((call) => call.bound)) {
    const keys = Object.keys(subject.target);
    shapes.set(canonicalJson(keys), keys);
  }
  return { shapes: [...shapes.values()], hasUnbound: bound.length < calls.length };
}
