import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { KnownCandidate } from '../../src/classify/candidate.ts';
import { classify } from '../../src/classify/classify.ts';
import { CLASSIFIERS } from '../../src/classify/registry.ts';
import { redactCandidate } from '../../src/redact/redact-target.ts';
import { hasSecretShape } from '../../src/redact/secret-shapes.ts';
import { targetHash } from '../../src/redact/target-hash.ts';
import { callWith } from '../classify/observed-calls.ts';
import { SECRET_SAMPLES } from './secrets.ts';

type Arguments = Readonly<Record<string, unknown>>;

const SECRET = SECRET_SAMPLES[0]?.hit ?? '';
const LONG = 'x'.repeat(257);

function known(toolName: string, fields: Arguments): KnownCandidate {
  const candidate = classify(callWith(toolName, fields), {});
  if (!candidate.known) throw new Error('Expected the tool name to be known');
  return candidate;
}

const redact = (toolName: string, fields: Arguments) => redactCandidate(known(toolName, fields));

describe('a secret in a projected field', () => {
  it.each(SECRET_SAMPLES)('fails redaction, in plain and hashed: $name, sample %#', ({ hit }) => {
    expect(redact('add_deploy_key', { owner: `o ${hit}`, repo: 'r', title: `t ${hit}` })).toEqual({
      state: 'redaction_failed',
      reasonCode: 'redacted_secret_argument',
      target: { provider: 'github', repo: 'r' },
      sanitizedFields: [],
    });
  });

  const hashOf = (domain: string) => targetHash(domain, 'a');
  const workspace = { workspace_id_hash: hashOf('slack_workspace') };
  it.each<[what: string, tool: string, fields: Arguments, target: Arguments]>([
    [
      'in a hashed field',
      'add_deploy_key',
      { owner: 'o', repo: 'r', title: SECRET },
      { owner: 'o', repo: 'r' },
    ],
    [
      'in one plain field, the others kept and sanitised',
      'add_deploy_key',
      { owner: SECRET, repo: 'r\u0000', title: 'a', read_only: false },
      { repo: 'r\ufffd', key_title_hash: hashOf('github_key_title'), read_only: false },
    ],
    ['in the only field of an incomplete call', 'add_deploy_key', { owner: SECRET }, {}],
    ['in one field of an incomplete call', 'add_deploy_key', { owner: 'o', title: SECRET }, { owner: 'o' }],
    ['beside a value that is too long', 'add_deploy_key', { owner: SECRET, repo: LONG }, {}],
    [
      'in a value that is too long',
      'add_deploy_key',
      { owner: `${LONG} ${SECRET}`, repo: 'r' },
      { repo: 'r' },
    ],
    ['in the alias that would be projected', 'invite', { workspace_id: 'a', user_id: SECRET }, workspace],
    [
      'in an alias that would not be projected',
      'invite',
      { workspace_id: 'a', user_id: 'a', user: SECRET },
      workspace,
    ],
    [
      'beside a conflict, the conflicting field left out',
      'invite',
      { workspace_id: SECRET, channel_id: 'a', user_id: 'a', user: 'b' },
      { channel_id_hash: hashOf('slack_channel') },
    ],
    [
      'in a scope of Slack: a field left out is not null',
      'invite',
      { channel_id: SECRET, workspace_id: 'a', user: 'a' },
      { ...workspace, principal_hash: hashOf('slack_principal') },
    ],
    [
      'in the role',
      'grant_admin',
      { org: 'a', user: 'a', role: SECRET },
      { workspace_id_hash: hashOf('workspace'), principal_hash: hashOf('workspace_principal') },
    ],
  ])('%s', (_what, tool, fields, target) => {
    const redacted = redact(tool, fields);
    expect(redacted).toMatchObject({ state: 'redaction_failed', reasonCode: 'redacted_secret_argument' });
    expect(redacted).not.toHaveProperty('detail');
    expect(redacted.target).toEqual({ provider: redacted.target.provider, ...target });
  });

  it.each([
    ['that is not projected', { owner: 'o', repo: 'r', key: SECRET, token: SECRET }],
    ['under a flag', { owner: 'o', repo: 'r', read_only: SECRET }],
    ['under a field of another type', { owner: 'o', repo: 'r', title: [SECRET] }],
  ])('does not matter in a value %s', (_what, fields) => {
    const redacted = redact('add_deploy_key', fields);
    expect(redacted.state).toBe('classified');
    expect(redacted.target).toEqual({ provider: 'github', owner: 'o', repo: 'r' });
  });

  it('is found in the sanitised form as well', () => {
    const redacted = redact('add_deploy_key', { owner: 'https://user:\u000bpassword@host', repo: 'r' });
    expect(redacted.reasonCode).toBe('redacted_secret_argument');
  });
});

describe('redaction of any arguments', () => {
  const canary = fc.constantFrom(...SECRET_SAMPLES.map(({ hit }) => hit));
  const text = fc.oneof(
    { arbitrary: fc.string({ unit: 'binary' }), weight: 3 },
    { arbitrary: fc.constantFrom('a', 'A ', ' ', '', LONG, '\u0000', '\ud800'), weight: 3 },
    { arbitrary: fc.tuple(fc.string(), canary).map(([before, hit]) => `${before} ${hit}`), weight: 2 },
  );
  const value = fc.oneof({ arbitrary: text, weight: 3 }, fc.boolean(), fc.jsonValue(), fc.array(canary));
  const aliases = CLASSIFIERS.flatMap(({ fields }) => fields.flatMap((field) => [...field.aliases]));
  const fields = fc.dictionary(fc.oneof(fc.constantFrom(...aliases), fc.constant('token'), text), value);

  it.each(CLASSIFIERS)('$category: one state, a safe target, nothing that the rule does not name', (rule) => {
    fc.assert(
      fc.property(fields, (args) => {
        const redacted = redact(Object.keys(rule.verbs)[0] ?? '', args);
        expect(['classified', 'classified_incomplete', 'redaction_failed']).toContain(redacted.state);
        expect(redacted.state === 'classified').toBe(redacted.reasonCode === `classified_${rule.category}`);
        expect(redacted.target.provider).toBe(rule.provider);
        for (const [key, stored] of Object.entries(redacted.target)) {
          if (key === 'provider') continue;
          const field = rule.fields.find((candidate) => candidate.key === key);
          expect(field).toBeDefined();
          if (field?.as === 'flag') expect(typeof stored).toBe('boolean');
          if (field?.as === 'hashed' && stored !== null) expect(stored).toMatch(/^sha256:[0-9a-f]{64}$/);
          if (field?.as === 'plain') expect(stored).toSatisfy(isSafePlain);
        }
      }),
      { numRuns: 500 },
    );
  });

  it.each(CLASSIFIERS)('$category: a secret under any alias always fails redaction', (rule) => {
    const strings = rule.fields.filter(({ as }) => as !== 'flag').flatMap((field) => [...field.aliases]);
    fc.assert(
      fc.property(fields, fc.constantFrom(...strings), canary, (args, alias, hit) => {
        const redacted = redact(Object.keys(rule.verbs)[0] ?? '', { ...args, [alias]: hit });
        expect(redacted.reasonCode).toBe('redacted_secret_argument');
        const field = rule.fields.find((candidate) => candidate.aliases.includes(alias));
        expect(redacted.target).not.toHaveProperty(field?.key ?? '');
      }),
    );
  });

  function isSafePlain(stored: unknown): boolean {
    return (
      typeof stored === 'string' &&
      !hasSecretShape(stored) &&
      stored.isWellFormed() &&
      !/[\0-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]/.test(stored)
    );
  }
});
