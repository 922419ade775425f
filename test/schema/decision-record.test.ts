import { describe, expect, it } from 'vitest';
import { validateArtifact } from '../../src/schema/artifact.ts';
import { DecisionRecordSchema } from '../../src/schema/decision-record.ts';
import { RECORDS } from './records.ts';

type Change = readonly [path: string, value: unknown];
const ABSENT = Symbol('absent');
const HASH = 'sha256:00';

/** A copy of `record` with values put at dotted paths. */
function changed(record: object, changes: readonly Change[]): unknown {
  const copy = structuredClone(record);
  for (const [path, value] of changes) {
    const steps = path.split('.');
    const last = steps.pop() ?? '';
    let at = copy as Record<string, unknown>;
    for (const step of steps) at = at[step] as Record<string, unknown>;
    if (value === ABSENT) delete at[last];
    else at[last] = value;
  }
  return copy;
}

const pathsOf = (document: unknown) => validateArtifact(document).map(({ path }) => path);

describe('a valid record', () => {
  it.each(Object.entries(RECORDS))('%s', (_name, record) => {
    expect(validateArtifact(record)).toEqual([]);
  });

  it.each<[string, object, readonly Change[]]>([
    ['without correlation', RECORDS.github, [['correlation', ABSENT]]],
    ['without required_scope', RECORDS.github, [['action.required_scope', ABSENT]]],
    ['without required_scope, unknown tool', RECORDS.unknown, [['action.required_scope', ABSENT]]],
    ['without detail', RECORDS.githubIncomplete, [['detail', ABSENT]]],
    ['with a short digest', RECORDS.github, [['server.declared_manifest_digest', 'sha256:1111']]],
    ['with a digest in capitals', RECORDS.github, [['action.target.key_title_hash', 'sha256:AB']]],
    [
      'without the optional target keys',
      RECORDS.github,
      [
        ['action.target.key_title_hash', ABSENT],
        ['action.target.read_only', ABSENT],
      ],
    ],
    [
      'with unknown fields',
      RECORDS.github,
      [
        ['later', 1],
        ['tool.later', 1],
        ['response.later', 1],
      ],
    ],
    [
      'with side_effect',
      RECORDS.github,
      [
        [
          'response.side_effect',
          { asserted: true, level: 'asserted', verification_source: null, verification_subject_digest: null },
        ],
      ],
    ],
    [
      'verified',
      RECORDS.github,
      [
        ['response.side_effect_verified', true],
        [
          'response.side_effect',
          {
            asserted: true,
            level: 'verified',
            verification_source: 'provider_audit_import',
            verification_subject_digest: HASH,
          },
        ],
      ],
    ],
    ['with both Slack scopes', RECORDS.slack, [['action.target.channel_id_hash', HASH]]],
    ['without a role', RECORDS.workspace, [['action.target.role', ABSENT]]],
    ['incomplete with the provider alone', RECORDS.githubIncomplete, [['action.target.owner', ABSENT]]],
    ['incomplete, arguments not captured', RECORDS.githubIncomplete, [['detail', 'arguments_not_captured']]],
    ['incomplete, arguments truncated', RECORDS.githubIncomplete, [['detail', 'arguments_truncated']]],
    [
      'incomplete, conflicting',
      RECORDS.githubIncomplete,
      [
        ['reason_code', 'unsupported_argument_shape'],
        ['detail', 'conflicting_target_fields'],
      ],
    ],
    [
      'incomplete, too large',
      RECORDS.githubIncomplete,
      [
        ['reason_code', 'unsupported_argument_shape'],
        ['detail', 'arguments_too_large'],
      ],
    ],
    [
      'incomplete, no object',
      RECORDS.githubIncomplete,
      [
        ['reason_code', 'unsupported_argument_shape'],
        ['detail', ABSENT],
      ],
    ],
    [
      'redaction failed for length',
      RECORDS.redactionFailed,
      [
        ['reason_code', 'unsupported_argument_shape'],
        ['detail', 'projected_value_too_long'],
      ],
    ],
    ['unknown with a secret key', RECORDS.unknown, [['reason_code', 'redacted_secret_argument']]],
    ['a deny that is not enforced, for the gate to judge', RECORDS.slack, [['decision.enforced', false]]],
  ])('%s', (_title, record, changes) => {
    expect(validateArtifact(changed(record, changes))).toEqual([]);
  });

  it('keeps unknown fields when it passes through', () => {
    const record = changed(RECORDS.github, [
      ['later', 1],
      ['action.target.later', 2],
    ]);
    expect(DecisionRecordSchema.safeParse(changed(RECORDS.github, [['later', 1]])).data).toHaveProperty(
      'later',
      1,
    );
    expect(pathsOf(record)).toEqual(['action.target']);
  });
});

describe('an invalid record', () => {
  it.each<[string, object, readonly Change[], readonly string[]]>([
    ['no server id', RECORDS.github, [['server.id', '']], ['server.id']],
    ['another transport', RECORDS.github, [['server.transport', 'http']], ['server.transport']],
    [
      'a digest of another kind',
      RECORDS.github,
      [['server.declared_manifest_digest', 'md5:00']],
      ['server.declared_manifest_digest'],
    ],
    ['an unknown state', RECORDS.github, [['classification', 'not_observed']], ['classification']],
    ['an unknown category', RECORDS.github, [['tool.category', 'other']], ['tool.category']],
    [
      "another category's reason",
      RECORDS.github,
      [['reason_code', 'classified_workspace_admin']],
      ['reason_code'],
    ],
    ['a reason of another state', RECORDS.github, [['reason_code', 'unknown_tool_name']], ['reason_code']],
    ['no reason', RECORDS.github, [['reason_code', ABSENT]], ['reason_code']],
    ['a detail where none belongs', RECORDS.github, [['detail', 'arguments_truncated']], ['detail']],
    ["another category's detail", RECORDS.githubIncomplete, [['detail', 'missing_slack_scope']], ['detail']],
    [
      'a detail of another reason',
      RECORDS.githubIncomplete,
      [['detail', 'conflicting_target_fields']],
      ['detail'],
    ],
    ['a detail for a secret', RECORDS.redactionFailed, [['detail', 'projected_value_too_long']], ['detail']],
    ['a detail of an unknown tool', RECORDS.unknown, [['detail', 'arguments_truncated']], ['detail']],
    ['a known tool without category', RECORDS.github, [['tool.category', null]], ['tool.category']],
    ['a known tool, unclassified', RECORDS.github, [['action.class', 'unclassified']], ['action.class']],
    ['a verb of another category', RECORDS.github, [['action.verb', 'grant']], ['action.verb']],
    [
      'a resource type of another category',
      RECORDS.github,
      [['action.resource_type', 'workspace_role']],
      ['action.resource_type'],
    ],
    [
      'a scope of another category',
      RECORDS.github,
      [['action.required_scope', 'workspace:admin']],
      ['action.required_scope'],
    ],
    [
      'a null scope of a known tool',
      RECORDS.github,
      [['action.required_scope', null]],
      ['action.required_scope'],
    ],
    ['no target', RECORDS.github, [['action.target', null]], ['action.target']],
    ['another provider', RECORDS.github, [['action.target.provider', 'gitlab']], ['action.target.provider']],
    [
      'classified without a required field',
      RECORDS.github,
      [['action.target.repo', ABSENT]],
      ['action.target.repo'],
    ],
    ['an empty label', RECORDS.github, [['action.target.owner', '']], ['action.target.owner']],
    [
      'a flag that is a string',
      RECORDS.github,
      [['action.target.read_only', 'true']],
      ['action.target.read_only'],
    ],
    [
      'a raw value under a hashed key',
      RECORDS.github,
      [['action.target.key_title_hash', 'ci-key']],
      ['action.target.key_title_hash'],
    ],
    [
      'a raw value under a key of its own',
      RECORDS.slack,
      [['action.target.channel_id', 'C0']],
      ['action.target'],
    ],
    [
      'Slack without one of its keys',
      RECORDS.slack,
      [['action.target.channel_id_hash', ABSENT]],
      ['action.target.channel_id_hash'],
    ],
    [
      'Slack without any scope',
      RECORDS.slack,
      [['action.target.workspace_id_hash', null]],
      ['action.target.workspace_id_hash'],
    ],
    [
      'Slack with a null principal',
      RECORDS.slack,
      [['action.target.principal_hash', null]],
      ['action.target.principal_hash'],
    ],
    [
      'incomplete with more than it may keep',
      RECORDS.githubIncomplete,
      [['action.target.repo', 'prod-repo']],
      ['action.target'],
    ],
    [
      'an unknown tool with a category',
      RECORDS.unknown,
      [['tool.category', 'github_deploy_key']],
      ['tool.category'],
    ],
    [
      'an unknown tool with an action',
      RECORDS.unknown,
      [['action', RECORDS.github.action]],
      ['action.class', 'action.verb', 'action.resource_type', 'action.target', 'action.required_scope'],
    ],
    [
      'an unknown effect',
      RECORDS.github,
      [['decision.effect', 'maybe']],
      ['decision.effect', 'response.side_effect_asserted'],
    ],
    [
      'an advised deny that was enforced',
      RECORDS.workspace,
      [['decision.enforced', true]],
      ['decision.enforced'],
    ],
    [
      'an advised deny beside a deny',
      RECORDS.slack,
      [['decision.advised_effect', 'deny']],
      ['decision.effect', 'decision.enforced'],
    ],
    ['an unknown status', RECORDS.slack, [['response.status', 'maybe']], ['response.status']],
    [
      'an assertion of a denied call',
      RECORDS.slack,
      [['response.side_effect_asserted', true]],
      ['response.side_effect_asserted'],
    ],
    [
      'no assertion of an allowed success',
      RECORDS.github,
      [['response.side_effect_asserted', false]],
      ['response.side_effect_asserted'],
    ],
    [
      'arguments that are not redacted',
      RECORDS.github,
      [['redaction.arguments_redacted', false]],
      ['redaction.arguments_redacted'],
    ],
    [
      'stored secrets',
      RECORDS.github,
      [['redaction.secret_material_stored', true]],
      ['redaction.secret_material_stored'],
    ],
    [
      'an unknown basis',
      RECORDS.github,
      [['correlation.basis', 'guessed']],
      ['correlation.basis', 'correlation.traceparent', 'correlation.source_class'],
    ],
    [
      'a traceparent without basis',
      RECORDS.github,
      [['correlation.basis', 'none']],
      ['correlation.traceparent', 'correlation.source_class'],
    ],
    [
      'a basis without traceparent',
      RECORDS.github,
      [['correlation.traceparent', null]],
      ['correlation.traceparent'],
    ],
    [
      'a traceparent of zeros',
      RECORDS.github,
      [['correlation.traceparent', `00-${'0'.repeat(32)}-${'0'.repeat(16)}-00`]],
      ['correlation.traceparent'],
    ],
    [
      'a basis without source class',
      RECORDS.github,
      [['correlation.source_class', null]],
      ['correlation.source_class'],
    ],
    [
      'a side effect without level',
      RECORDS.github,
      [['response.side_effect', { asserted: true }]],
      ['response.side_effect.level'],
    ],
    [
      'parts missing',
      RECORDS.github,
      [
        ['server', ABSENT],
        ['action', ABSENT],
        ['redaction', 7],
      ],
      ['server', 'action', 'redaction'],
    ],
  ])('%s', (_title, record, changes, paths) => {
    expect(pathsOf(changed(record, changes)).sort()).toEqual([...paths].sort());
  });

  it('names type and expectation, and a value only where it is a mistyped word', () => {
    const messages = (changes: readonly Change[]) =>
      validateArtifact(changed(RECORDS.slack, changes)).map(({ message }) => message);
    expect(messages([['decision.effect', 'denny']])).toEqual([
      'Expected `decision.effect` to be "allow", "deny" or "error", got "denny"',
    ]);
    expect(messages([['decision.effect', 'Bearer Canary-1']])).toEqual([
      'Expected `decision.effect` to be "allow", "deny" or "error", got another string',
    ]);
    expect(messages([['decision.enforced', 1]])).toEqual([
      'Expected `decision.enforced` to be a boolean, got a number',
    ]);
    expect(messages([['action.target.principal_hash', 'canary']])).toEqual([
      'Expected `action.target.principal_hash` to be "sha256:" and hex digits, got another string',
    ]);
    expect(messages([['action.target.canary', 'canary']])).toEqual([
      'Expected `action.target` to be an object of `provider`, `workspace_id_hash`, `channel_id_hash`, `principal_hash` alone with this classification, got one with another key',
    ]);
  });
});
