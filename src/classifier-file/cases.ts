import type {
  ClassifierCase,
  ExpectedHash,
  ExpectedValue,
  ToolClassifiers,
} from '../classify/classifier-document.ts';
import { classify } from '../classify/classify.ts';
import { compileClassifiers } from '../classify/compile.ts';
import { type RuleSet, ruleSet } from '../classify/rule-set.ts';
import { decide } from '../decision/decide.ts';
import type { DecisionRecord } from '../decision/record.ts';
import { redactCandidate, type TargetValue } from '../redact/redact-target.ts';
import { targetHash } from '../redact/target-hash.ts';
import type { ObservedCall } from '../span/observed-call.ts';
import type { ClassifierProblem } from './problem.ts';

/** Runs every case of a file against its rules and the built-in ones, as a process would; what differs, by name alone. */
export function caseProblems(file: ToolClassifiers): readonly ClassifierProblem[] {
  const rules = ruleSet(compileClassifiers(file), []);
  return file.categories.flatMap(({ id, servers = file.servers, cases = [] }, category) =>
    cases.flatMap((entry, index) =>
      differences(entry, { id, servers }, recordOf(entry, rules)).map(({ path, message }) => ({
        path: ['categories', category, 'cases', index, 'record', ...path],
        message,
      })),
    ),
  );
}

/** The record that the call of a case gets. */
export function recordOf({ call }: Pick<ClassifierCase, 'call'>, rules: RuleSet): DecisionRecord {
  const observed: ObservedCall = {
    dialect: 'case',
    vantage: 'client',
    toolName: call.tool,
    serverId: call.server,
    serverIdFromName: false,
    arguments:
      call.arguments === undefined
        ? { state: 'not_captured' }
        : { state: 'captured', fields: call.arguments },
    status: 'unknown',
    correlation: { basis: 'none' },
    decision: undefined,
    credentialAlias: undefined,
    declaredManifestDigest: undefined,
    conflicts: [],
    plainNames: [],
  };
  const candidate = classify(observed, {}, rules);
  const redacted = candidate.known
    ? { candidate, target: redactCandidate(candidate) }
    : { candidate, target: undefined };
  return decide(observed, redacted, undefined);
}

function differences(
  { call, record: expected }: ClassifierCase,
  { id, servers }: { readonly id: string; readonly servers: readonly string[] },
  { classification, reason_code, detail, tool, action }: DecisionRecord,
): readonly ClassifierProblem[] {
  const problems: ClassifierProblem[] = [];
  const differs = (path: readonly string[], message: string): void => void problems.push({ path, message });
  if (classification !== expected.classification) {
    const isElsewhere = !servers.includes('*') && !servers.includes(call.server ?? 'unknown');
    const why = isElsewhere ? ', since its `server` is none of `servers`' : '';
    differs(['classification'], `what the call gives: "${classification}" (${detail ?? reason_code})${why}`);
    return problems;
  }
  if (classification !== 'observed_unknown_tool' && tool.category !== id) {
    differs([], `a record of this category: the tool is claimed by \`${tool.category}\``);
    return problems;
  }
  const said = { reason_code, detail, verb: action.verb };
  for (const [key, value] of Object.entries(said)) {
    const wanted = expected[key as keyof typeof said];
    if (wanted !== undefined && wanted !== value) differs([key], `what the call gives: "${value ?? 'none'}"`);
  }
  if (expected.target === undefined) return problems;
  const target = Object.entries(action.target ?? {}).filter(([key]) => key !== 'provider');
  const found = new Map<string, TargetValue>(target);
  for (const key of new Set([...Object.keys(expected.target), ...found.keys()])) {
    const wanted = Object.hasOwn(expected.target, key) ? expected.target[key] : undefined;
    const value = found.get(key);
    if (wanted === undefined) differs(['target'], `with \`${key}\` too, which the target of the call has`);
    else if (value === undefined) differs(['target', key], 'absent, as in the target of the call');
    else if (!isSame(wanted, value)) differs(['target', key], 'what the target of the call holds');
  }
  return problems;
}

function isSame(wanted: ExpectedValue, value: TargetValue): boolean {
  if (Array.isArray(wanted)) {
    const hashes = [...new Set(wanted.map(resolved))].sort();
    return (
      Array.isArray(value) && hashes.length === value.length && hashes.every((hash, at) => hash === value[at])
    );
  }
  return resolved(wanted as Exclude<ExpectedValue, readonly unknown[]>) === value;
}

function resolved<Value>(value: Value | ExpectedHash): Value | string {
  const isHash = typeof value === 'object' && value !== null && 'domain' in value;
  return isHash ? targetHash((value as ExpectedHash).domain, (value as ExpectedHash).of) : (value as Value);
}
