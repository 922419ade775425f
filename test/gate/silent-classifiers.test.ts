import { describe, expect, it } from 'vitest';
import type { DeclaredAction } from '../../src/gate/declared-surface.ts';
import { type GateOptions, gate } from '../../src/gate/gate.ts';
import type { ObservedRecord, ObservedRun } from '../../src/gate/observed-run.ts';
import { SurfaceDiffSchema } from '../../src/schema/surface-diff.ts';
import { rulesWith } from '../classifier-file/files.ts';
import { declared, GITHUB } from './declared.ts';
import { CALLS, healthOf, OUTCOMES, surfaceOf, TODAY, unknownTool } from './observed.ts';

const VERSION = 'crm@sha256:aa';
/** `delete_contact` and `contact_write` of `crm-mcp` and `crm`. */
const RULES = { ...rulesWith(), versions: ['assay.classifiers.v0', VERSION] };

const on = (server: string, name: string, changes: Partial<ObservedRecord> = {}): ObservedRecord => ({
  ...unknownTool(name),
  ...OUTCOMES.allowed,
  server: { id: server, transport: 'mcp' },
  ...changes,
});

function gated(
  records: readonly ObservedRecord[],
  versions: readonly string[] = ['assay.classifiers.v0'],
  actions: readonly DeclaredAction[] = [],
  options: Partial<GateOptions> = {},
) {
  const surface = surfaceOf(...records);
  const document = healthOf(surface, { classifier_version: versions });
  const run: ObservedRun = { lineRunId: 'job', surface, health: { state: 'read', document } };
  return gate([run], declared(actions), { today: TODAY, classifiers: RULES, ...options });
}

describe('an unknown tool that a loaded classifier file knows', () => {
  const without = 'record_made_without_classifier';
  const unbound = 'classifier_not_bound';

  it.each<[title: string, record: ObservedRecord, versions: readonly string[], why: string, tool?: string]>([
    ['was recorded without the file', on('crm-mcp', 'contact_write'), [], without],
    ['under a namespace', on('crm', 'mcp__crm__contact_write'), [], without],
    ['behind the id of its server', on('crm', 'crm_contact_write'), [], without],
    ['or with another version of it', on('crm', 'contact_write'), ['crm@sha256:bb'], without],
    ['is on another server', on('my-crm', 'contact_write'), [], unbound],
    ['with the same file', on('my-crm', 'contact_write'), [VERSION], unbound],
    ['is bound elsewhere by the process', on('crm', 'contact_write'), [VERSION], unbound],
  ])('%s', (_title, record, versions, why) => {
    const diff = gated([record], versions);
    expect(diff.findings).toMatchObject([{ row: 'unclassified.other', reason: why }]);
    expect(diff.silent_classifiers).toEqual([
      { file: 'crm', server: record.server.id, why, tools: ['contact_write'] },
    ]);
    expect(SurfaceDiffSchema.safeParse(diff).error).toBeUndefined();
  });

  it('keeps row, level, code and fingerprint', () => {
    const records = [on('my-crm', 'delete_contact'), on('crm', 'contact_write', OUTCOMES.denied)];
    const [here, builtIn] = [gated(records), gated(records, [], [], { classifiers: undefined })];
    const kept = ({ findings }: typeof here) =>
      findings.map(({ row, level, code, fingerprint }) => [row, level, code, fingerprint]);
    expect(kept(here)).toEqual(kept(builtIn));
    expect(here.findings.map(({ row, reason }) => [row, reason])).toEqual([
      ['unclassified.high_risk', unbound],
      ['unclassified.denied', without],
    ]);
    expect(builtIn).not.toHaveProperty('silent_classifiers');
  });

  it('is told once for each file and server, with all tools', () => {
    const records = ['delete_contact', 'contact_write', 'contact_write'].map((name) => on('my-crm', name));
    expect(gated(records).silent_classifiers).toEqual([
      { file: 'crm', server: 'my-crm', why: unbound, tools: ['contact_write', 'delete_contact'] },
    ]);
  });

  it('is told in the order of files, servers and reasons, whatever the order of the calls', () => {
    const names = ['my-crm', 'a-crm', 'crm', 'z-crm'];
    const told = (order: readonly string[]) => {
      const records = order.map((server) => on(server, 'contact_write'));
      return gated(records).silent_classifiers?.map(({ server }) => server);
    };
    expect(told(names)).toEqual(['a-crm', 'crm', 'my-crm', 'z-crm']);
    expect(told([...names].reverse())).toEqual(told(names));
  });

  it('is told where only one of several rows is about its name, and not where it is reviewed', () => {
    const reviewed_tools = [
      { server: 'my-crm', tool: 'contact_write', reason: 'reads', until: '2026-11-30' },
    ];
    const surface = surfaceOf(on('my-crm', 'contact_write'));
    const document = healthOf(surface, { classifier_version: [] });
    const run: ObservedRun = { lineRunId: 'job', surface, health: { state: 'read', document } };
    const judged = (today: string) =>
      gate([run], { ...declared([]), reviewed_tools }, { today, classifiers: RULES });
    // An old review says more than a name.
    expect(judged('2026-12-01').findings).toMatchObject([{ reason: 'review_expired' }]);
    for (const today of ['2026-11-30', '2026-12-01']) {
      expect(judged(today)).not.toHaveProperty('silent_classifiers');
    }
  });

  it.each([
    ['with another separator', 'crm.contact_write', true],
    ['with the id as a part of it', 'mycrm_contact_write', false],
    ['with the id behind it', 'contact_write_crm', false],
    ['with the id alone', 'crm_', false],
    ['with a hyphen', 'crm-contact_write', true],
    ['with neither', 'crmXcontact_write', false],
    ['with some other word of the same length', 'abc_contact_write', false],
  ])('is known behind the id of its server as calls are: %s', (_title, name, isKnown) => {
    expect(gated([on('crm', name)]).silent_classifiers !== undefined).toBe(isKnown);
  });

  it.each<[title: string, record: ObservedRecord]>([
    ['a tool that no file knows', on('crm', 'lookup')],
    ['a tool of a built-in category, bound elsewhere', on('crm', 'add_member')],
    ['a call that is known', { ...CALLS.github, ...OUTCOMES.allowed }],
  ])('is not %s', (_title, record) => {
    const { findings, ...diff } = gated([record]);
    expect(findings.map(({ reason }) => reason)).not.toContain(without);
    expect(diff).not.toHaveProperty('silent_classifiers');
  });

  it('says of a secret among the arguments that it was there', () => {
    const record = on('crm', 'contact_write', { reason_code: 'redacted_secret_argument' });
    expect(gated([record]).findings).toMatchObject([{ reason: 'redacted_secret_argument' }]);
  });
});

describe('an action whose classifier file is not loaded', () => {
  const call: ObservedRecord = {
    ...CALLS.github,
    ...OUTCOMES.allowed,
    tool: { name: 'remove', category: 'files/removal' },
    action: { ...CALLS.github.action, target: { provider: 'files' } },
  };
  const other = { ...GITHUB, id: 'other', provider: 'files', action_class: 'files/other' };
  const removal = { ...other, id: 'removal', action_class: 'files/removal' };

  it('is nearest, and declared for the class', () => {
    const diff = gated([call], [], [GITHUB, other, removal]);
    expect(diff.findings).toMatchObject([
      {
        row: 'new_privileged_tool_action',
        nearest: {
          action: 'removal',
          index: 2,
          key: 'action_class',
          class_declared: true,
          class_not_loaded: true,
        },
      },
    ]);
    expect(SurfaceDiffSchema.safeParse(diff).error).toBeUndefined();
  });

  it('may have been the call, so that it is not unobserved', () => {
    const ids = gated([call], [], [GITHUB, other, removal]).unobserved.map(({ id }) => id);
    expect(ids).toEqual(['github', 'other']);
  });
});
