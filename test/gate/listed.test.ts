import { describe, expect, it } from 'vitest';
import { fingerprint } from '../../src/gate/fingerprint.ts';
import { gate } from '../../src/gate/gate.ts';
import { SECRET_SAMPLES } from '../redact/secrets.ts';
import { declared, GITHUB, SLACK } from './declared.ts';
import { CALLS, OUTCOMES, runOf, TODAY, unknownTool } from './observed.ts';

const lookup = { server: 'github', tool: 'lookup', reason: 'reads a public index' };
const webhook = { ...lookup, tool: 'create_webhook', until: '2027-01-01', high_risk: true };

describe('what is no finding', () => {
  it('is listed with the call that it is said of, as the record has it', () => {
    const call = { ...CALLS.github, ...OUTCOMES.undecided };
    const { matched } = gate([runOf(CALLS.slack, call)], declared([GITHUB]), { today: TODAY });
    expect(matched).toEqual([
      {
        run_id: 'job',
        record: 1,
        server: 'github',
        tool: 'github.add_deploy_key',
        category: 'github_deploy_key',
        target: CALLS.github.action.target,
        decision: { effect: 'allow', source: 'none', rule_id: null, enforced: false },
        actions: ['github'],
      },
    ]);
  });

  it('is listed with the first 100 of the actions that allow it, and how many more there are', () => {
    const actions = Array.from({ length: 130 }, (_, at) => ({ ...GITHUB, id: `a${at}` }));
    const { matched, unobserved } = gate([runOf(CALLS.github)], declared(actions), { today: TODAY });
    expect(matched).toMatchObject([{ more_actions: 30 }]);
    expect(matched[0]?.actions).toEqual(actions.slice(0, 100).map(({ id }) => id));
    expect(unobserved).toEqual([]);
  });

  it('is listed with all of them, and no more, where there are 100', () => {
    const actions = Array.from({ length: 100 }, (_, at) => ({ ...GITHUB, id: `a${at}` }));
    const [call] = gate([runOf(CALLS.github)], declared(actions), { today: TODAY }).matched;
    expect(call?.actions).toHaveLength(100);
    expect(call).not.toHaveProperty('more_actions');
  });

  it('is listed with the review that names it', () => {
    const run = runOf(unknownTool('lookup'), unknownTool('create_webhook'));
    const surface = declared([], { reviewed_tools: [lookup, webhook] });
    const { reviewed } = gate([run], surface, { today: TODAY });
    expect(reviewed.map(({ tool, reason, until, high_risk }) => [tool, reason, until, high_risk])).toEqual([
      ['lookup', 'reads a public index', null, false],
      ['create_webhook', 'reads a public index', '2027-01-01', true],
    ]);
  });

  it('is a declared action that nobody observed, in any run', () => {
    const actions = [GITHUB, SLACK, { ...GITHUB, id: 'other', allowed_targets: [{ owner: 'other' }] }];
    const denied = { ...CALLS.slack, ...OUTCOMES.denied };
    const diff = gate([runOf(CALLS.github), runOf(denied)], declared(actions), { today: TODAY });
    expect(diff.unobserved).toEqual([{ id: 'other', index: 2 }]);
    expect(diff.verdict).toBe('pass');
  });
});

describe('a finding', () => {
  it('holds no secret that another producer wrote into a name, and is the same finding all the same', () => {
    const secret = SECRET_SAMPLES[0]?.hit ?? '';
    const call = {
      ...CALLS.github,
      server: { ...CALLS.github.server, id: `s ${secret}` },
      tool: { ...CALLS.github.tool, name: `t ${secret}` },
      action: { ...CALLS.github.action, target: { provider: 'github', owner: secret, repo: 'r' } },
      decision: { effect: 'allow', source: secret, rule_id: secret, enforced: true } as const,
      redaction: { ...CALLS.github.redaction, credential_alias: secret },
    };
    const credentials = { declared_credentials: { known: { scopes: [] } } };
    const runs = [runOf(call), runOf(CALLS.github)].map((run, at) => ({
      ...run,
      lineRunId: `${at} ${secret}`,
    }));
    const diff = gate(runs, declared([], credentials), { today: TODAY });
    expect(JSON.stringify(diff)).not.toContain(secret);
    expect(diff.findings[0]).toMatchObject({
      server: '[masked]',
      tool: '[masked]',
      target: { provider: 'github', owner: '[masked]', repo: 'r' },
      decision: { source: '[masked]', rule_id: '[masked]' },
      fingerprint: fingerprint('new_privileged_tool_action', call),
    });
    expect(new Set(diff.runs.map(({ run_id }) => run_id)).size).toBe(2);
  });

  it('names the run by its line, else by its health, else by its file', () => {
    const run = runOf(unknownTool('lookup'));
    const missing = { ...run, health: { state: 'missing' } } as const;
    const runs = [
      { ...run, lineRunId: 'job', stem: 'x' },
      { ...run, lineRunId: undefined, stem: 'x' },
      { ...missing, lineRunId: undefined, stem: 'x' },
      { ...missing, lineRunId: undefined },
    ];
    const { findings } = gate(runs, declared([]), { today: TODAY, acceptCoverage: 'unknown' });
    expect(findings.map(({ run_id }) => run_id)).toEqual(['job', 'job', 'x', null]);
  });

  it('is made of a known tool without a target too', () => {
    const call = { ...CALLS.github, action: { ...CALLS.github.action, target: null } };
    const { findings } = gate([runOf(call)], declared([GITHUB]), { today: TODAY });
    expect(findings.map(({ row, nearest }) => [row, nearest?.key])).toEqual([
      ['new_privileged_tool_action', 'provider'],
    ]);
  });
});
