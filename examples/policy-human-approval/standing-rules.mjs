// Rules that are being tried: they advise and stop nothing. As the `policy` hook of the processor they see the tool, the server
// and the target as the record will have it, never arguments.

/** The decision about a call on which nobody decided, or nothing. */
export function standingRules({ toolName, target }) {
  if (toolName !== 'add_deploy_key' || target?.read_only !== false) return undefined;
  return {
    effect: 'allow',
    source: 'standing-rules',
    ruleId: 'deploy-keys.read-only',
    enforced: false,
    advisedEffect: 'deny',
  };
}
