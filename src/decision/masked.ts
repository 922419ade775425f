import { idLabel } from '../redact/label.ts';
import { hasSecretShape } from '../redact/secret-shapes.ts';
import type { RecordDecision, Target } from './record.ts';

/** What stands in reports where a name of another producer's record holds a secret; ours are stored so. */
export const MASKED = '[masked]';

export function masked(text: string): string {
  return hasSecretShape(text) ? MASKED : text;
}

/** Two ids that differ stay apart. */
export function maskedId(id: string): string {
  return hasSecretShape(id) ? idLabel(id) : id;
}

export function maskedDecision(decision: RecordDecision): RecordDecision {
  const { source, rule_id } = decision;
  const safe = { source: masked(source), rule_id: rule_id === null ? null : masked(rule_id) };
  return safe.source === source && safe.rule_id === rule_id ? decision : { ...decision, ...safe };
}

export function maskedTarget(target: Target): Target {
  const isSafe = Object.values(target).every((value) => typeof value !== 'string' || masked(value) === value);
  if (isSafe) return target;
  const fields = Object.entries(target).map(([key, value]) => [
    key,
    typeof value === 'string' ? masked(value) : value,
  ]);
  return Object.fromEntries(fields) as Target;
}
