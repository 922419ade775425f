import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { describe, expect, it } from 'vitest';
import { ARTIFACTS, type ArtifactName } from '../../src/schema/artifact.ts';
import { SCENARIOS } from '../report/scenarios.ts';
import { documentsIn } from '../run/stated.ts';
import { fullState } from '../run/states.ts';
import { EXPLANATION } from '../schema/explanation-document.ts';
import { HEALTH } from '../schema/health-documents.ts';
import { mutations } from '../schema/mutations.ts';
import { callAttributes, documentOf, pair, spanOf } from './reading-documents.ts';

type Json = Record<string, unknown>;

/** Put in the place of every value of a valid document. */
const REPLACEMENTS: readonly unknown[] = [
  ...[null, 0, 1, -1, 1.5, 1e300, 2 ** 53, '', ' ', 'x', 'deny', true, false, '\ud800', 'é'],
  ...['sha256:', 'sha256:aB', 'sha256:aa\n', '0123456789abcdef\n', '1\n', '00', '99999999999999999999'],
  ...[[], [1], [1, 2], [1, 2, 3], ['1', 2], {}, { a: 1 }, [[1, 2]], [[1]], [[1, 2, 3]], [null], ['']],
];

function seeds(): Record<ArtifactName, Json> {
  const attributes = callAttributes(
    'add_deploy_key',
    pair('gen_ai.tool.call.arguments', '{"owner":"o","repo":"r"}'),
  );
  const [run] = documentsIn([documentOf([spanOf(attributes)])]);
  const { runId: run_id, surface, health, index } = run ?? expect.fail('no run');
  const record = structuredClone(surface.observed_tool_decisions[0]) as unknown as Record<string, Json>;
  record.server = { ...record.server, declared_manifest_digest: 'sha256:00' };
  record.decision = { ...record.decision, advised_effect: 'deny' };
  record.redaction = { ...record.redaction, sanitized_fields: ['tool.name'] };
  const nullable = { verification_source: null, verification_subject_digest: 'sha256:aa' };
  record.response = { ...record.response, side_effect: { asserted: true, level: 'x', ...nullable } };
  return {
    'tool-decision-surface.v0': surface as unknown as Json,
    'tool-observation-index.v0': index as unknown as Json,
    'decision-record.v0': { ...record, detail: 'x' },
    'tool-observation-health.v0': HEALTH.partial as unknown as Json,
    'checkpoint.v0': CHECKPOINT,
    'tool-observation-emission.v0': EMISSION,
    'tool-observation-state.v0': fullState() as unknown as Json,
    'surface-line.v0': { run_id, surface, health, index, emission: { ...EMISSION, run_id } },
    'declared-tool-surface.v0': DECLARED,
    'tool-surface-baseline.v0': BASELINE,
    'tool-surface-diff.v0': diffOf(),
    'provider-audit-record.v0': AUDIT,
    'tool-classifiers.v0': CLASSIFIER_FILE,
    'span-explanation.v0': EXPLANATION,
  };
}

/** What a gate says of two runs, with a list of each kind filled. */
function diffOf(): Json {
  const { accepted, fail } = SCENARIOS;
  const { findings, runs, matched } = fail?.diff ?? expect.fail('no diff');
  const found = findings.filter(
    ({ nearest, expected }, at) => at === 0 || nearest !== null || expected !== null,
  );
  const lists = { findings: found.slice(0, 3), runs: runs.slice(0, 1), matched: matched.slice(0, 1) };
  const { verdict: _, ...diff } = accepted?.diff ?? expect.fail('no diff');
  return structuredClone({ ...diff, ...lists }) as unknown as Json;
}

const CHECKPOINT: Json = {
  ...{ emitter: '0123456789abcdef', epoch: '1-0123456789abcdef', ordinal: 1, numbered: 5 },
  ...{ withdrawn: [[1, 1]], open: [[2, 3]], open_roots: ['0123456789abcdef'], root: null, run_root: null },
  ...{ run: null, final: false, resumed: false, seal: 'sha256:00', unrecorded: 0, detached_calls: 0 },
  instrumentation: [
    { scope: 'a', version: '', vantage: 'client', basis: 'seen', covers: 'process', since: '1' },
  ],
  ...{ sampler: 'observing', not_sampled: 0, read_in_process: true, limits: ['a'], hooks_missed: 0 },
  ...{ scrub: 'strict', policy_hook: false, classifier_version: ['x'], initialize_seen: true },
  ...{ tools_list_seen: true, from: '1', until: '2' },
};

const EMISSION: Json = {
  ...{ schema: 'assay.tool_observation_emission.v0', run_id: 'job', revision: 2, supersedes: 1 },
  ...{ closed_by: 'idle', fragment: true, emitted_by: 'x' },
};

const DECLARED: Json = {
  schema: 'assay.declared_tool_surface.v0',
  declared_tool_actions: [
    {
      ...{ id: 'a', provider: 'github', action_class: 'github_deploy_key', required_decision: 'x' },
      ...{ allowed_targets: [{ owner: 'o', read_only: false, title: null }], allowed_effects: ['allow'] },
    },
  ],
  reviewed_tools: [{ server: 's', tool: 't', reason: 'r', until: '2027-01-31', high_risk: true }],
  declared_credentials: { a: { scopes: ['x'] } },
  expected_services: ['s'],
};

const BASELINE: Json = {
  schema: 'assay.tool_surface_baseline.v0',
  accepted: [{ fingerprint: `sha256:${'0'.repeat(64)}`, reason: 'r', until: '2027-01-31' }],
};

const AUDIT: Json = {
  ...{ schema: 'assay.provider_audit_record.v0', provider: 'github', record_id: 'r' },
  subject: { action_class: 'github_deploy_key', verb: 'create', target: { owner: 'o', repo: null } },
  binding_digest: 'sha256:aa',
};

const CLASSIFIER_FILE: Json = {
  schema: 'assay.tool_classifiers.v0',
  ...{ name: 'crm', servers: ['crm-mcp'], reviewed: '2026-11-30', sources: [{ what: 'its schema' }] },
  categories: [
    {
      id: 'crm/contact_deletion',
      provider: 'crm',
      resource_type: 'contact',
      required_scope: null,
      tools: { delete_contact: 'delete', contact_write: { argument: 'method', verbs: { purge: 'purge' } } },
      fields: [{ key: 'contact_hash', from: ['contact.id'], as: 'hashed', domain: 'crm_contact' }],
      required: [{ any_of: ['contact_hash'] }],
      cases: [{ name: 'x', call: { tool: 'delete_contact' }, record: { classification: 'classified' } }],
    },
  ],
};

/** Readers of these look at every key of a target themselves. */
const BY_RULES: readonly ArtifactName[] = ['declared-tool-surface.v0', 'provider-audit-record.v0'];

describe('the published schemas judge each field as the readers do', () => {
  it.each(Object.entries(seeds()) as [ArtifactName, Json][])('%s', (name, seed) => {
    const file = new URL(`../../schemas/${name}.json`, import.meta.url);
    const ajv = new Ajv2020({ strict: false });
    addFormats.default(ajv);
    const accepts = ajv.compile(JSON.parse(readFileSync(file, 'utf8')));
    let refused = 0;
    for (const document of mutations(seed, REPLACEMENTS)) {
      const issues = ARTIFACTS[name].safeParse(document).error?.issues ?? [];
      // Rules over several fields are the readers', `custom` ones; of some of them a schema can say a part.
      const isWrong = issues.some(({ code }) => code !== 'custom');
      if (isWrong) refused += 1;
      const isRefused = !accepts(document);
      const agrees = isWrong ? isRefused : !isRefused || (BY_RULES.includes(name) && issues.length > 0);
      if (!agrees) expect.fail(JSON.stringify(issues.map(({ path }) => path)));
    }
    expect(refused).toBeGreaterThan(100);
  });
});
