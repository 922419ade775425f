import { describe, expect, it } from 'vitest';
import { canonicalJson } from '../../src/decision/canonical-json.ts';
import { digestOf } from '../../src/decision/codec.ts';
import { gate } from '../../src/gate/gate.ts';
import type { ObservedRecord } from '../../src/gate/observed-run.ts';
import { declared } from './declared.ts';
import { CALLS, OUTCOMES, runOf, TODAY, unknownTool } from './observed.ts';

const withAlias = (credential_alias: string | null): ObservedRecord => ({
  ...CALLS.github,
  redaction: { ...CALLS.github.redaction, credential_alias },
});
const reason = 'redacted_secret_argument';
const secretOfKnown = { ...CALLS.redactionFailed, ...OUTCOMES.allowed };
const secretOfUnknown = unknownTool('lookup', { reason_code: reason });

const ofFile = (verb: string): ObservedRecord => ({
  ...CALLS.github,
  tool: { name: 'label_write', category: 'crm/label' },
  action: { ...CALLS.github.action, verb },
});

/** A baseline that was written long ago holds only as long as these stay what they are. */
describe('a fingerprint, beside row, server, tool, category and target', () => {
  it.each<[title: string, row: string, call: ObservedRecord, more: Readonly<Record<string, string>>]>([
    [
      'a credential that the call names',
      'credential_alias.unknown',
      withAlias('ci-bot'),
      { credential_alias: 'ci-bot' },
    ],
    ['nothing where it names none', 'credential_scope.unknown', withAlias(null), {}],
    ['nothing of the credential in another row', 'new_privileged_tool_action', withAlias('ci-bot'), {}],
    ['a secret given to an unknown tool', 'unclassified.high_risk', secretOfUnknown, { reason }],
    ['nothing of an unknown tool without one', 'unclassified.high_risk', unknownTool('create_webhook'), {}],
    ['nothing of a secret given to a known tool', 'inconclusive_tool_target.undeclared', secretOfKnown, {}],
    [
      'the verb of a category of a classifier file',
      'new_privileged_tool_action',
      ofFile('create'),
      { verb: 'create' },
    ],
    ['another verb of it', 'new_privileged_tool_action', ofFile('delete'), { verb: 'delete' }],
  ])('is over %s', (_title, row, call, more) => {
    const { findings } = gate([runOf(call)], declared([], { declared_credentials: {} }), { today: TODAY });
    const finding = findings.find((one) => one.row === row);
    const { server, tool, action } = call;
    const named = { server: server.id, tool: tool.name, category: tool.category, target: action.target };
    expect(finding?.fingerprint).toBe(digestOf(canonicalJson({ row, ...named, ...more })));
  });
});
