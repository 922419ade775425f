import type { CallReference } from '../../gate/surface-diff.ts';
import type { TargetValue } from '../../redact/redact-target.ts';
import type { Quote } from './quote.ts';

/** `github.add_deploy_key on github`. */
export function toolWords({ tool, server }: Pick<CallReference, 'tool' | 'server'>, quote: Quote): string {
  if (tool === null) return 'no call';
  return server === null ? quote(tool) : `${quote(tool)} on ${quote(server)}`;
}

const MOST_FIELDS = 12;

/** `owner: org, repo: prod-repo`: hashes stand as they are, `null` is nothing. */
export function targetWords({ target }: Pick<CallReference, 'target'>, quote: Quote): string {
  if (target === null) return 'not known';
  const fields = Object.entries(target);
  const shown = fields
    .slice(0, MOST_FIELDS)
    .map(([key, value]) => `${quote(key)}: ${valueWords(value, quote)}`);
  const beyond = fields.length - shown.length;
  return `${shown.join(', ')}${beyond > 0 ? ` and ${beyond} more` : ''}`;
}

function valueWords(value: TargetValue, quote: Quote): string {
  if (typeof value === 'string') return quote(value);
  if (typeof value !== 'object' || value === null) return String(value);
  const beyond = value.length - MOST_FIELDS;
  const members = value.slice(0, MOST_FIELDS).map(quote).join(', ');
  return `[${members}${beyond > 0 ? ` and ${beyond} more` : ''}]`;
}

/** Who decided what. `allow` with the source `none` says that nobody did: that never reads as if somebody had. */
export function decisionWords({ decision }: Pick<CallReference, 'decision'>, quote: Quote): string {
  if (decision === null) return 'none';
  const { effect, source, enforced, rule_id: rule, advised_effect: advised } = decision;
  if (effect === 'allow' && source === 'none') return 'allowed (no decision observed)';
  const by = source === 'none' ? '' : ` by ${quote(source)}`;
  const notes = [
    ...(rule === null || rule === undefined ? [] : [`rule ${quote(rule)}`]),
    ...(advised === 'deny' ? ['advised to deny'] : []),
    ...(effect === 'deny' && enforced !== true ? ['not enforced'] : []),
  ];
  const words = {
    allow: `allowed${by}`,
    deny: `denied${by}`,
    error: by === '' ? 'not decided' : `not decided${by}, which failed`,
  };
  return `${words[effect]}${notes.length > 0 ? ` (${notes.join(', ')})` : ''}`;
}
