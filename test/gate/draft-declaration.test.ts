import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CLASSIFIERS } from '../../src/classify/registry.ts';
import type { DeclaredSurface } from '../../src/gate/declared-surface.ts';
import { draftDeclaration } from '../../src/gate/draft-declaration.ts';
import { gate } from '../../src/gate/gate.ts';
import { isComplete, isKnown, type ObservedRecord } from '../../src/gate/observed-run.ts';
import { DeclaredSurfaceSchema } from '../../src/schema/declared-surface.ts';
import { runs as arbitraryRuns } from './arbitrary.ts';
import { CALLS, healthOf, OUTCOMES, runOf, surfaceOf, TODAY, unknownTool } from './observed.ts';

/** As a person leaves a draft who has looked at everything and lets all of it be. */
function reviewed(declared: DeclaredSurface): DeclaredSurface {
  const reviews = declared.reviewed_tools?.map((review) => ({ ...review, reason: 'seen', high_risk: true }));
  return { ...declared, ...(reviews && { reviewed_tools: reviews }) };
}

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
  });

  it('groups by what was decided on a target', () => {
    const other = aimed(CALLS.github, { repo: 'other' });
    const { declared } = draft(
      { ...CALLS.github, ...OUTCOMES.denied },
      { ...CALLS.github, ...OUTCOMES.allowed },
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
      ['github_deploy_key.allow_or_deny', ['allow', 'deny'], ['prod-repo']],
      ['github_deploy_key.deny', ['deny'], ['other']],
    ]);
  });

  it('counts what it leaves out', () => {
    const { declared, leftOut } = draft(
      { ...CALLS.incomplete, ...OUTCOMES.allowed },
      CALLS.redactionFailed,
      { ...CALLS.github, ...OUTCOMES.failed },
      unknownTool('lookup', OUTCOMES.failed),
      unknownTool('lookup', OUTCOMES.denied),
    );
    expect(declared.declared_tool_actions).toEqual([]);
    expect(leftOut).toEqual({ incomplete: 2, undecided: 2, deniedUnknown: 1, unwritable: 0 });
  });

  it.each<[title: string, target: Partial<Target>]>([
    ['a name that would allow any', { owner: '*' }],
    ['a blank name', { repo: ' ' }],
    ['a name that records do not carry', { repo: 'a\u0007b' }],
    ['a hash of another length', { key_title_hash: 'sha256:aa' }],
  ])('never writes %s down', (_title, target) => {
    const { declared, leftOut } = draft(aimed(CALLS.github, target));
    expect(declared.declared_tool_actions).toEqual([]);
    expect(leftOut.unwritable).toBe(1);
  });

  it('names each unknown tool once, says why it is high-risk, and gives no reason', () => {
    const secret = unknownTool('create_webhook', { reason_code: 'redacted_secret_argument' });
    const { declared, highRisk } = draft(
      unknownTool('lookup'),
      unknownTool('create_webhook'),
      secret,
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
    const other = aimed(CALLS.github, { provider: 'other' });
    const ids = draft(CALLS.github, other).declared.declared_tool_actions.map(({ id }) => id);
    expect(ids).toEqual(['github_deploy_key.allow', 'github_deploy_key.allow.2']);
  });

  it('knows the classes of the loaded classifiers alone', () => {
    const none = draftDeclaration([surfaceOf(CALLS.github)], []);
    expect(none).toMatchObject({ declared: { declared_tool_actions: [] }, leftOut: { unwritable: 1 } });
  });

  it('is valid, the same in any order, and once reviewed lets its own surfaces pass where nothing is open', () => {
    let passed = 0;
    fc.assert(
      fc.property(arbitraryRuns, (list) => {
        const surfaces = list.flatMap(({ surface }) => surface ?? []);
        const { declared } = draftDeclaration(surfaces, CLASSIFIERS);
        expect(draftDeclaration(surfaces.toReversed()).declared).toEqual(declared);
        expect(DeclaredSurfaceSchema.safeParse(reviewed(declared)).error).toBeUndefined();
        const complete = surfaces.map((surface) => ({
          surface,
          health: { state: 'read', document: healthOf(surface) } as const,
        }));
        const diff = gate(complete, reviewed(declared), { today: TODAY });
        const records = surfaces.flatMap((surface) => surface.observed_tool_decisions);
        const isDecided = ({ decision, response }: ObservedRecord) =>
          decision.effect !== 'error' || response.status === 'success';
        const isOpen = records.some(
          (record) => (isKnown(record) && !isComplete(record)) || !isDecided(record),
        );
        if (surfaces.length === 0 || isOpen) return;
        expect(diff.verdict).toBe('pass');
        passed += 1;
      }),
      { numRuns: 500, seed: 20_261_130 },
    );
    expect(passed).toBeGreaterThan(50);
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
