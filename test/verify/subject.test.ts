import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { CLASSIFIERS } from '../../src/classify/registry.ts';
import { bindingDigest, callSubject, presentSubject } from '../../src/verify/subject.ts';
import type { VerifiableRecord } from '../../src/verify/verifiable-run.ts';
import { CALLS, CHANNEL, SUBJECTS, targeted } from './observed.ts';

const FIXTURES = new URL('../../fixtures/', import.meta.url);
const read = (path: string) => JSON.parse(readFileSync(new URL(path, FIXTURES), 'utf8'));

describe('the binding digest', () => {
  it('has the known answer', () => {
    expect(bindingDigest(SUBJECTS.github)).toBe(
      'sha256:31f2007b91477601789c8803c3e32912a8a4510851cc55397d49a65bbc5e4ec3',
    );
  });

  // The digests in the fixtures are another implementation's: Python's json and hashlib.
  it.each([
    ['github_deploy_key', 'github_deploy_key_allow'],
    ['slack_add_member', 'slack_add_member_allow'],
    ['workspace_admin', 'workspace_admin_allow'],
  ])('of %s is that of the call in the reference case', (audit, stem) => {
    const { subject, binding_digest } = read(`verify/${audit}.json`);
    const [record] = read(`reference/${stem}.surface.json`).observed_tool_decisions;
    expect(bindingDigest(subject)).toBe(binding_digest);
    const own = callSubject(record, CLASSIFIERS);
    expect(own).toEqual(subject);
    expect(own && bindingDigest(own)).toBe(binding_digest);
  });

  it('does not depend on the order of members', () => {
    const { target, ...rest } = SUBJECTS.github;
    const turned = Object.fromEntries(Object.entries(target).reverse());
    expect(bindingDigest({ target: turned, ...rest })).toBe(bindingDigest(SUBJECTS.github));
  });
});

const { provider: _, ...slackTarget } = CALLS.slack.action.target ?? { provider: '' };

describe('the subject of a call', () => {
  it.each<[string, VerifiableRecord, unknown]>([
    ['github: the binding fields, not the request', CALLS.github, SUBJECTS.github],
    ['github without a title', CALLS.untitled, SUBJECTS.untitled],
    ['slack: null is not present', CALLS.slack, SUBJECTS.slack],
    [
      'slack: undefined is not present either',
      targeted(CALLS.slack, { provider: 'slack', ...slackTarget, channel_id_hash: undefined as never }),
      SUBJECTS.slack,
    ],
    [
      'slack, a channel of a workspace',
      targeted(CALLS.slack, { provider: 'slack', ...slackTarget, channel_id_hash: CHANNEL }),
      { ...SUBJECTS.slack, target: { ...SUBJECTS.slack.target, channel_id_hash: CHANNEL } },
    ],
    ['workspace', CALLS.workspace, SUBJECTS.workspace],
    ['an unknown tool', CALLS.unknown, undefined],
    ['an incomplete target', CALLS.incomplete, undefined],
    ['a target of which a field was lost', CALLS.redactionFailed, undefined],
    [
      'all fields that are needed, and a field that was lost',
      { ...CALLS.untitled, classification: 'redaction_failed' },
      undefined,
    ],
    [
      'classified and not complete',
      targeted(CALLS.github, { provider: 'github', owner: 'org', repo: null }),
      undefined,
    ],
    [
      'classified without either scope',
      targeted(CALLS.slack, { provider: 'slack', ...slackTarget, workspace_id_hash: null }),
      undefined,
    ],
    ['another category', { ...CALLS.github, tool: { name: 'add_deploy_key', category: 'other' } }, undefined],
    ['no target', { ...CALLS.github, action: { ...CALLS.github.action, target: null } }, undefined],
    ['no class', { ...CALLS.github, action: { ...CALLS.github.action, resource_type: null } }, undefined],
    ['no verb', { ...CALLS.github, action: { ...CALLS.github.action, verb: null } }, undefined],
  ])('%s', (_title, record, expected) => {
    expect(callSubject(record, CLASSIFIERS)).toEqual(expected);
  });

  it('is none where the category has no binding fields', () => {
    const withoutBinding = CLASSIFIERS.map(({ bindingFields, ...rule }) => rule);
    expect(callSubject(CALLS.github, withoutBinding)).toBeUndefined();
  });
});

describe('what a subject says to be null', () => {
  it('counts as not present', () => {
    const target = { ...SUBJECTS.slack.target, channel_id_hash: null };
    expect(presentSubject({ ...SUBJECTS.slack, target })).toEqual(SUBJECTS.slack);
  });
});

describe('every classifier', () => {
  it.each(CLASSIFIERS.map((rule) => [rule.category, rule] as const))(
    '%s binds by fields of its own, and by all that it needs',
    (_category, { bindingFields = [], fields, required }) => {
      const keys = fields.map(({ key }) => key);
      expect(bindingFields.length).toBeGreaterThan(0);
      expect(keys).toEqual(expect.arrayContaining([...bindingFields]));
      expect(bindingFields).toEqual(expect.arrayContaining(required.flatMap(({ anyOf }) => anyOf)));
      // A flag is a property of the request, not of the effect.
      expect(fields.filter(({ as }) => as === 'flag').some(({ key }) => bindingFields.includes(key))).toBe(
        false,
      );
    },
  );
});
