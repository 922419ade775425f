// What every decision record must be by itself: shapes of hashes, and what its fields say together.
const DIGEST = /^sha256:[0-9a-f]{64}$/;
const REASONS = {
  classified: /^classified_(github_deploy_key|slack_add_member|workspace_admin)$/,
  classified_incomplete: /^(missing_required_target_field|unsupported_argument_shape)$/,
  observed_unknown_tool: /^(unknown_tool_name|redacted_secret_argument)$/,
  redaction_failed: /^(redacted_secret_argument|unsupported_argument_shape)$/,
};
/** Per category: what a classified target holds, and what it may hold. */
const TARGETS = {
  github_deploy_key: { must: ['provider', 'owner', 'repo'], may: ['key_title_hash', 'read_only'] },
  slack_add_member: { must: ['provider', 'workspace_id_hash', 'channel_id_hash', 'principal_hash'], may: [] },
  workspace_admin: { must: ['provider', 'workspace_id_hash', 'principal_hash'], may: ['role'] },
};
/** Of a Slack membership either place may be unknown. */
const NULLABLE = ['workspace_id_hash', 'channel_id_hash'];

/** A category of a classifier file, which a checker need not have: what every file is held to. */
const OF_A_FILE = /^[a-z0-9][a-z0-9_-]{0,63}\/[a-z0-9_]{1,64}$/;
const CLASSES = ['privileged_admin_action', 'state_changing_action', 'opaque_execution'];

export function recordFaults(record) {
  const faults = [];
  const must = (holds, message) => holds || faults.push(message);
  const { tool, classification, action, decision, response, redaction, correlation, server } = record;
  const isOfFile = OF_A_FILE.test(tool.category ?? '');
  const reason = isOfFile && classification === 'classified' ? `classified_${tool.category}` : undefined;
  const isReason =
    reason === undefined ? REASONS[classification]?.test(record.reason_code) : record.reason_code === reason;
  must(isReason, 'reason_code does not go with classification');
  must(server.transport === 'mcp', 'server.transport is not mcp');
  const manifest = server.declared_manifest_digest;
  must(manifest === undefined || DIGEST.test(manifest), 'server.declared_manifest_digest is no digest');

  const isSuccess = decision.effect === 'allow' && response.status === 'success';
  must(response.side_effect_asserted === isSuccess, 'side_effect_asserted is not "allowed and successful"');
  must(response.side_effect_verified === false, 'side_effect_verified is not false');
  must(redaction.arguments_redacted === true, 'arguments_redacted is not true');
  must(redaction.secret_material_stored === false, 'secret_material_stored is not false');
  must(['allow', 'deny', 'error'].includes(decision.effect), 'decision.effect is none of the three');
  must(decision.source !== 'none' || decision.enforced === false, 'a decision that nobody made is enforced');

  if (correlation !== undefined) {
    const isPropagated = correlation.basis === 'propagated_trace_context';
    const { traceparent } = correlation;
    must(isPropagated === (traceparent !== null), 'correlation.traceparent does not go with its basis');
    must(
      !isPropagated ||
        /^(?!ff)[0-9a-f]{2}-(?!0{32})[0-9a-f]{32}-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}$/.test(traceparent),
      'correlation.traceparent is not valid',
    );
  }

  const { target } = action;
  const isKnown = tool.category !== null;
  const classes = isOfFile ? CLASSES : ['privileged_admin_action'];
  must(isKnown === classes.includes(action.class), 'action.class does not go with tool.category');
  if (!isKnown) must(target === null, 'an unknown tool has a target');
  for (const [key, value] of Object.entries(target ?? {})) {
    if (key.endsWith('_hashes')) {
      const isList =
        isOfFile && Array.isArray(value) && value.length > 0 && value.every((one) => DIGEST.test(one));
      const isSorted = isList && value.every((one, at) => at === 0 || value[at - 1] < one);
      must(isSorted, `action.target.${key} is no sorted list of hashes`);
    }
    if (!key.endsWith('_hash')) continue;
    const mayBeNull = isOfFile || (tool.category === 'slack_add_member' && NULLABLE.includes(key));
    must(DIGEST.test(value) || (mayBeNull && value === null), `action.target.${key} is no hash`);
  }
  if (classification === 'classified' && TARGETS[tool.category] !== undefined) {
    const shape = TARGETS[tool.category];
    const keys = Object.keys(target ?? {});
    must(
      shape.must.every((key) => keys.includes(key)),
      'action.target lacks a key of its category',
    );
    must(
      keys.every((key) => shape.must.includes(key) || shape.may.includes(key)),
      'action.target has a key of no category',
    );
    must(record.reason_code === `classified_${tool.category}`, 'reason_code names another category');
  }
  return faults;
}
