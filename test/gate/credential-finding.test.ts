import { describe, expect, it } from 'vitest';
import { gate } from '../../src/gate/gate.ts';
import type { ObservedRecord } from '../../src/gate/observed-run.ts';
import { SECRET_SAMPLES } from '../redact/secrets.ts';
import { declared, GITHUB } from './declared.ts';
import { CALLS, runOf, TODAY } from './observed.ts';

const withAlias = (credential_alias: string | null): ObservedRecord => ({
  ...CALLS.github,
  redaction: { ...CALLS.github.redaction, credential_alias },
});
const secret = SECRET_SAMPLES[0]?.hit ?? '';

function found(call: ObservedRecord, actions = [GITHUB]) {
  const surface = declared(actions, { declared_credentials: { 'ci-bot': { scopes: [] } } });
  return gate([runOf(call)], surface, { today: TODAY }).findings;
}

describe('a finding about a credential', () => {
  it.each<[title: string, alias: string | null, row: string, shown: string | null]>([
    ['the one that falls short', 'ci-bot', 'credential_scope.insufficient', 'ci-bot'],
    ['one that is not declared', 'other', 'credential_alias.unknown', 'other'],
    ['null where the call names none', null, 'credential_scope.unknown', null],
    ['a mask where the name holds a secret', secret, 'credential_alias.unknown', '[masked]'],
  ])('says which one: %s', (_title, alias, row, shown) => {
    expect(found(withAlias(alias))).toMatchObject([{ row, credential_alias: shown }]);
  });

  it('alone says it', () => {
    const findings = found(withAlias('ci-bot'), []);
    expect(findings.map((finding) => [finding.row, 'credential_alias' in finding])).toEqual([
      ['new_privileged_tool_action', false],
      ['credential_scope.insufficient', true],
    ]);
  });
});
