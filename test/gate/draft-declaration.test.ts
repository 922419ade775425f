import { describe, expect, it } from 'vitest';
import { draftDeclaration } from '../../src/gate/draft-declaration.ts';
import { gate } from '../../src/gate/gate.ts';
import type { ObservedRecord } from '../../src/gate/observed-run.ts';
import { DeclaredSurfaceSchema } from '../../src/schema/declared-surface.ts';
import { reviewed } from './declared.ts';
import { CALLS, OUTCOMES, runOf, surfaceOf, TITLE, TODAY, unknownTool } from './observed.ts';

type Target = NonNullable<ObservedRecord['action']['target']>;

function targetOf({ action: { target } }: ObservedRecord): Target {
  if (target === null) throw new Error('Expected a target');
  return target;
}

const aimed = (record: ObservedRecord, target: Partial<Target>): ObservedRecord => ({
  ...record,
  action: { ...record.action, target: { ...(record.action.target as Target), ...target } as Target },
});

const draft = (...records: readonly ObservedRecord[]) => draftDeclaration([surfaceOf(...records)]);

describe('a draft', () => {
  it('has every target as it was seen, hashes as hashes and what was absent as null', () => {
    const { provider: _, read_only: __, ...target } = targetOf(CALLS.github);
    const bare = {
      ...CALLS.github,
      action: { ...CALLS.github.action, target: { provider: 'github', ...target } },
    };
    const { declared, leftOut } = draft(CALLS.github, bare, CALLS.github, {
      ...CALLS.slack,
      ...OUTCOMES.denied,
    });
    expect(declared.declared_tool_actions).toEqual([
      {
        id: 'github_deploy_key.allow',
        provider: 'github',
        action_class: 'github_deploy_key',
        allowed_targets: [
          { ...target, read_only: false },
          { ...target, read_only: null },
        ],
        allowed_effects: ['allow'],
      },
      {
        id: 'slack_add_member.deny',
        provider: 'slack',
        action_class: 'slack_add_member',
        allowed_targets: [
          {
            workspace_id_hash: targetOf(CALLS.slack).workspace_id_hash,
            channel_id_hash: null,
            principal_hash: targetOf(CALLS.slack).principal_hash,
          },
        ],
        allowed_effects: ['deny'],
      },
    ]);
    expect(leftOut).toEqual({ incomplete: 0, undecided: 0, deniedUnknown: 0, unwritable: 0 });
    expect(declared).not.toHaveProperty('reviewed_tools');
    expect(declared.schema).toBe('assay.declared_tool_surface.v0');
    const turned = draft({ ...CALLS.slack, ...OUTCOMES.denied }, bare, CALLS.github);
    expect(turned.declared).toEqual(declared);
  });

  it('groups by what was decided on a target', () => {
    const other = aimed(CALLS.github, { repo: 'other' });
    const fourth = aimed(CALLS.github, { repo: 'fourth' });
    const { declared } = draft(
      { ...CALLS.github, ...OUTCOMES.allowed },
      { ...CALLS.github, ...OUTCOMES.denied },
      { ...fourth, ...OUTCOMES.denied },
      { ...fourth, ...OUTCOMES.allowed },
      { ...other, ...OUTCOMES.denied },
      // It took no effect, so it is drafted as what it was.
      { ...aimed(CALLS.github, { repo: 'third' }), ...OUTCOMES['denied without enforcement'] },
    );
    expect(
      declared.declared_tool_actions.map(({ id, allowed_effects, allowed_targets }) => [
        id,
        allowed_effects,
        allowed_targets.map(({ repo }) => repo),
      ]),
    ).toEqual([
      ['github_deploy_key.allow', ['allow'], ['third']],
      ['github_deploy_key.allow_or_deny', ['allow', 'deny'], ['fourth', 'prod-repo']],
      ['github_deploy_key.deny', ['deny'], ['other']],
    ]);
  });

  it('counts what it leaves out', () => {
    const { declared, leftOut } = draft(
      { ...CALLS.incomplete, ...OUTCOMES.allowed },
      { ...CALLS.incomplete, ...OUTCOMES.failed },
      CALLS.redactionFailed,
      { ...CALLS.github, ...OUTCOMES.failed },
      unknownTool('lookup', OUTCOMES.failed),
      unknownTool('search', OUTCOMES.failed),
      unknownTool('lookup', OUTCOMES.denied),
      unknownTool('search', OUTCOMES.denied),
      unknownTool('count', OUTCOMES.denied),
    );
    expect(declared.declared_tool_actions).toEqual([]);
    expect(declared).not.toHaveProperty('reviewed_tools');
    expect(leftOut).toEqual({ incomplete: 3, undecided: 3, deniedUnknown: 3, unwritable: 0 });
  });

  it.each<[title: string, target: Partial<Target>]>([
    ['a name that would allow any', { owner: '*' }],
    ['a blank name', { repo: ' ' }],
    ['a name that records do not carry', { repo: 'a\u0007b' }],
    ['a flag that is none', { read_only: 'false' }],
    ['a name that is none', { owner: true }],
    ['a hash that is none', { key_title_hash: true }],
    ['a hash of another length', { key_title_hash: 'sha256:aa' }],
    ['a hash and more', { key_title_hash: `${TITLE}a` }],
    ['more and a hash', { key_title_hash: `sha256:${TITLE}` }],
  ])('never writes %s down', (_title, target) => {
    const { declared, leftOut } = draft(aimed(CALLS.github, target));
    expect(declared.declared_tool_actions).toEqual([]);
    expect(leftOut.unwritable).toBe(1);
  });

  it('never writes a call without a target down', () => {
    const { declared, leftOut } = draft({
      ...CALLS.github,
      action: { ...CALLS.github.action, target: null },
    });
    expect(declared.declared_tool_actions).toEqual([]);
    expect(leftOut.unwritable).toBe(1);
  });

  it('names each unknown tool once, says why it is high-risk, and gives no reason', () => {
    const secret = unknownTool('create_webhook', { reason_code: 'redacted_secret_argument' });
    const { declared, highRisk } = draft(
      unknownTool('lookup'),
      unknownTool('create_webhook'),
      secret,
      // What a call gave away is not undone by another that gave nothing.
      unknownTool('create_webhook'),
      unknownTool('lookup'),
      unknownTool('rotate_all'),
    );
    expect(declared.reviewed_tools).toEqual([
      { server: 'github', tool: 'create_webhook', reason: '' },
      { server: 'github', tool: 'lookup', reason: '' },
      { server: 'github', tool: 'rotate_all', reason: '' },
    ]);
    expect(highRisk).toEqual(['redacted_secret_argument', undefined, 'high_risk_name']);
    expect(DeclaredSurfaceSchema.safeParse(declared).success).toBe(false);
    expect(DeclaredSurfaceSchema.safeParse(reviewed(declared)).success).toBe(true);
  });

  it('gives providers of one class an id each', () => {
    const others = ['other', 'third'].map((provider) => aimed(CALLS.github, { provider }));
    const actions = draft(CALLS.github, ...others).declared.declared_tool_actions;
    expect(actions.map(({ id, provider }) => [id, provider])).toEqual([
      ['github_deploy_key.allow', 'github'],
      ['github_deploy_key.allow.2', 'other'],
      ['github_deploy_key.allow.3', 'third'],
    ]);
  });

  it('knows the classes of the loaded classifiers alone', () => {
    const none = draftDeclaration([surfaceOf(CALLS.github)], []);
    expect(none).toMatchObject({ declared: { declared_tool_actions: [] }, leftOut: { unwritable: 1 } });
  });

  it('once reviewed does not let anything else pass', () => {
    const { declared } = draft(CALLS.github);
    for (const other of [
      aimed(CALLS.github, { repo: 'other' }),
      aimed(CALLS.github, { read_only: true }),
      { ...CALLS.github, ...OUTCOMES.denied },
      unknownTool('lookup'),
    ]) {
      expect(gate([runOf(other)], declared, { today: TODAY }).verdict).not.toBe('pass');
    }
  });
});
