import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { classify } from '../../src/classify/classify.ts';
import { canonicalJson } from '../../src/decision/canonical-json.ts';
import { encodeRecord } from '../../src/decision/codec.ts';
import { decide } from '../../src/decision/decide.ts';
import { redactCandidate } from '../../src/redact/redact-target.ts';
import type { Decision, ObservedCall, ResponseStatus } from '../../src/span/observed-call.ts';

const CALL: ObservedCall = {
  dialect: 'semantic-conventions',
  vantage: 'client',
  toolName: 'github.add_deploy_key',
  serverId: 'github',
  serverIdFromName: false,
  arguments: {
    state: 'captured',
    fields: { owner: 'org', repo: 'prod-repo', title: 'ci-key', read_only: true },
  },
  status: 'success',
  correlation: { basis: 'none' },
  decision: undefined,
  credentialAlias: undefined,
  declaredManifestDigest: undefined,
  conflicts: [],
  plainNames: [],
};

function recordOf(call: Partial<ObservedCall>, decision?: Decision) {
  const whole = { ...CALL, ...call };
  const candidate = classify(whole, {});
  return decide(
    whole,
    candidate.known ? { candidate, target: redactCandidate(candidate) } : { candidate, target: undefined },
    decision,
  );
}

const allow: Decision = { effect: 'allow', source: 'gateway', enforced: true };
const deny: Decision = { effect: 'deny', source: 'gateway', ruleId: 'r', enforced: true };
const logOnly: Decision = { effect: 'allow', source: 'gateway', enforced: false, advisedEffect: 'deny' };
const failed: Decision = { effect: 'error', source: 'gateway', enforced: false };

describe('asserted is not verified', () => {
  it.each<[string, ResponseStatus, Decision | undefined, ResponseStatus, boolean]>([
    ['nobody decided, success', 'success', undefined, 'success', true],
    ['nobody decided, error', 'error', undefined, 'error', false],
    ['nobody decided, unknown', 'unknown', undefined, 'unknown', false],
    ['allowed, success', 'success', allow, 'success', true],
    ['allowed, timeout', 'timeout', allow, 'timeout', false],
    ['denied, error', 'error', deny, 'blocked', false],
    ['denied, unknown', 'unknown', deny, 'blocked', false],
    ['denied, and yet a result', 'success', deny, 'success', false],
    ['advised to deny, success', 'success', logOnly, 'success', true],
    ['policy failed, success', 'success', failed, 'success', false],
  ])('%s', (_what, status, decision, expected, asserted) => {
    expect(recordOf({ status }, decision).response).toEqual({
      status: expected,
      side_effect_asserted: asserted,
      side_effect_verified: false,
    });
  });

  it('an unknown tool that succeeded asserts its side effect as well', () => {
    expect(recordOf({ toolName: 'drop_everything' })).toMatchObject({
      classification: 'observed_unknown_tool',
      response: { side_effect_asserted: true },
    });
  });
});

describe('decision', () => {
  it('says so where nobody decided', () => {
    expect(recordOf({}).decision).toEqual({
      effect: 'allow',
      source: 'none',
      rule_id: null,
      enforced: false,
    });
  });

  it('keeps what a log-only layer advised', () => {
    expect(recordOf({}, logOnly).decision).toEqual({
      advised_effect: 'deny',
      effect: 'allow',
      enforced: false,
      rule_id: null,
      source: 'gateway',
    });
  });
});

describe('labels', () => {
  const token = `ghp_${'a'.repeat(36)}`;
  it.each([
    ['tool.name', { toolName: `x ${token}` }, undefined],
    ['server.id', { serverId: token }, undefined],
    ['redaction.credential_alias', { credentialAlias: token }, undefined],
    ['decision.source', {}, { ...allow, source: token }],
    ['decision.rule_id', {}, { ...allow, ruleId: token }],
  ])('%s in the shape of a secret is masked and listed', (path, call, decision) => {
    const record = recordOf(call, decision);
    expect(JSON.stringify(record)).not.toContain(token);
    expect(record.redaction.sanitized_fields).toEqual([path]);
  });

  it('lists what it sanitised, sorted, and classifies by the raw name', () => {
    const record = recordOf({
      toolName: 'git\u0007hub.add_deploy_key',
      arguments: { state: 'captured', fields: { owner: 'o\u001b[31m', repo: 'r' } },
    });
    expect(record).toMatchObject({
      tool: { name: 'git\ufffdhub.add_deploy_key', category: 'github_deploy_key' },
      action: { target: { owner: 'o\ufffd[31m' } },
      redaction: { sanitized_fields: ['action.target.owner', 'tool.name'] },
    });
  });

  it('names what is missing "unknown"', () => {
    expect(recordOf({ toolName: undefined, serverId: undefined })).toMatchObject({
      server: { id: 'unknown' },
      tool: { name: 'unknown', category: null },
    });
  });

  it.each([
    [`sha256:${'0'.repeat(64)}`, true],
    ['sha256:xyz', false],
    ['anything else', false],
  ])('a manifest digest is kept only as a digest: %s', (declaredManifestDigest, kept) => {
    expect(recordOf({ declaredManifestDigest }).server.declared_manifest_digest !== undefined).toBe(kept);
  });
});

it('members stand in canonical order, so that the record is its own RFC 8785 form', () => {
  const args = fc.dictionary(
    fc.constantFrom('owner', 'repo', 'title', 'user', 'workspace_id', 'role', 'token'),
    fc.string(),
  );
  const names = fc.constantFrom('add_deploy_key', 'invite', 'change_role', 'other', 'a\u0000b');
  fc.assert(
    fc.property(
      args,
      names,
      fc.constantFrom(allow, deny, logOnly, failed, undefined),
      (fields, toolName, decision) => {
        const record = recordOf(
          {
            toolName,
            arguments: { state: 'captured', fields },
            credentialAlias: 'alias',
            declaredManifestDigest: `sha256:${'0'.repeat(64)}`,
          },
          decision,
        );
        expect(encodeRecord(record).record).toBe(canonicalJson(record));
      },
    ),
  );
});
