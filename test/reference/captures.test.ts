import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { CASE_NAMES } from '../../fixtures/capture/scenario.mjs';
import { recordOf, surfaceOf } from './surface-of.ts';

const directory = 'fixtures/reference';
const read = (file: string) => readFileSync(`${directory}/${file}`, 'utf8');

/** The seven reference cases. */
const SEED_CASES = [
  'github_deploy_key_allow',
  'github_deploy_key_deny',
  'github_deploy_key_incomplete',
  'slack_add_member_allow',
  'workspace_admin_allow',
  'unknown_tool_observed',
  'redacted_and_sanitized',
];

describe('reference captures', () => {
  it('are seven, each with its surface', () => {
    expect(CASE_NAMES).toEqual(SEED_CASES);
    const files = SEED_CASES.flatMap((name) => [`${name}.otlp.json`, `${name}.surface.json`]);
    expect(readdirSync(directory).sort()).toEqual(files.sort());
  });

  it.each(SEED_CASES)('%s gives its surface byte for byte', async (name) => {
    expect(await surfaceOf([read(`${name}.otlp.json`)])).toBe(read(`${name}.surface.json`));
  });

  it.each([
    ['github_deploy_key_allow', 'classified', 'classified_github_deploy_key', 'allow', 'success'],
    ['github_deploy_key_deny', 'classified', 'classified_github_deploy_key', 'deny', 'blocked'],
    [
      'github_deploy_key_incomplete',
      'classified_incomplete',
      'missing_required_target_field',
      'allow',
      'error',
    ],
    ['slack_add_member_allow', 'classified', 'classified_slack_add_member', 'allow', 'success'],
    ['workspace_admin_allow', 'classified', 'classified_workspace_admin', 'allow', 'success'],
    ['unknown_tool_observed', 'observed_unknown_tool', 'unknown_tool_name', 'allow', 'success'],
    ['redacted_and_sanitized', 'classified', 'classified_github_deploy_key', 'allow', 'success'],
  ])('%s is %s, %s, %s, %s', async (name, classification, reasonCode, effect, status) => {
    const record = await recordOf([read(`${name}.otlp.json`)]);
    expect(record.classification).toBe(classification);
    expect(record.reason_code).toBe(reasonCode);
    expect(record.decision.effect).toBe(effect);
    expect(record.response.status).toBe(status);
  });

  it('github_deploy_key_allow is the published example', () => {
    const surface = JSON.parse(read('github_deploy_key_allow.surface.json'));
    const digest = expect.stringMatching(/^sha256:[0-9a-f]{64}$/);
    expect(surface).toEqual({
      schema: 'assay.tool_decision_surface.v0',
      observed_tool_decisions: [
        {
          server: { id: 'github', transport: 'mcp', declared_manifest_digest: digest },
          tool: { name: 'github.add_deploy_key', category: 'github_deploy_key' },
          classification: 'classified',
          reason_code: 'classified_github_deploy_key',
          action: {
            class: 'privileged_admin_action',
            verb: 'create',
            resource_type: 'github_deploy_key',
            target: {
              provider: 'github',
              owner: 'org',
              repo: 'prod-repo',
              key_title_hash: digest,
              read_only: false,
            },
            // What this project adds to the published shape.
            required_scope: 'repo:deploy_key:write',
          },
          decision: {
            effect: 'allow',
            source: 'assay-mcp-server',
            rule_id: 'tool.github.deploy_key.allow.prod',
            enforced: true,
          },
          response: { status: 'success', side_effect_asserted: true, side_effect_verified: false },
          redaction: {
            arguments_redacted: true,
            credential_alias: 'github-prod-admin',
            secret_material_stored: false,
          },
          correlation: { basis: 'none', traceparent: null, source_class: null },
        },
      ],
      non_claims: [
        'does not prove SaaS-side persistence without external audit evidence',
        'does not infer tool actions outside observed MCP proxy traffic',
        'does not expose raw secrets or tokens',
      ],
    });
  });

  it('redacted_and_sanitized names its credential by alias and lists what was sanitised', async () => {
    const record = await recordOf([read('redacted_and_sanitized.otlp.json')]);
    expect(record.redaction).toEqual({
      arguments_redacted: true,
      credential_alias: 'github-prod-admin',
      secret_material_stored: false,
      sanitized_fields: ['action.target.repo', 'tool.name'],
    });
  });
});
