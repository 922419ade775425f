// Asks Cedar about a tool call. The id of a policy is the name of its file.
import { readdirSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { isAuthorized } from '@cedar-policy/cedar-wasm/nodejs';

const SOURCE = 'cedar';
const enforced = policiesIn('enforced');
const onTrial = { ...enforced, ...policiesIn('log-only') };

/** The decision about a call, as a record has it. */
export function decide({ name, arguments: { owner, repo, read_only, ticket } = {} }) {
  const call = {
    principal: { type: 'Agent', id: 'release-agent' },
    action: { type: 'Action', id: name },
    resource: { type: 'Repository', id: `${owner}/${repo}` },
    // Only what the policies ask for: key material is none of it.
    context: { read_only, ...(ticket !== undefined && { ticket }) },
    entities: [
      {
        uid: { type: 'Repository', id: `${owner}/${repo}` },
        attrs: {},
        parents: [{ type: 'Organization', id: owner }],
      },
    ],
  };
  const verdict = ask(call, enforced);
  if (verdict === undefined) return { effect: 'error', source: SOURCE, enforced: true };
  const [ruleId] = verdict.rules;
  if (verdict.effect === 'deny') return { effect: 'deny', source: SOURCE, ruleId, enforced: true };
  const advice = ask(call, onTrial);
  if (advice?.effect !== 'deny') return { effect: 'allow', source: SOURCE, ruleId, enforced: true };
  return { effect: 'allow', source: SOURCE, ruleId: advice.rules[0], enforced: false, advisedEffect: 'deny' };
}

/**
 * `{ effect, rules }`, or nothing where Cedar could not say. A policy that fails is left out by Cedar, so that an answer
 * beside which a policy failed is no answer: what failed might have been what forbids.
 */
function ask(call, staticPolicies) {
  const answer = isAuthorized({ ...call, policies: { staticPolicies } });
  if (answer.type !== 'success' || answer.response.diagnostics.errors.length > 0) return undefined;
  const { decision, diagnostics } = answer.response;
  return { effect: decision, rules: diagnostics.reason };
}

function policiesIn(folder) {
  const url = new URL(`policies/${folder}/`, import.meta.url);
  const files = readdirSync(url).sort();
  return Object.fromEntries(
    files.map((file) => [basename(file, '.cedar'), readFileSync(new URL(file, url), 'utf8')]),
  );
}
