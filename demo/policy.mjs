// A policy layer between client and server, as a gateway or a proxy would be: it sees every request before it
// leaves, decides, enforces, and says what it did on the span of the call.
import { trace } from '@opentelemetry/api';
import { observeToolCall, recordDecision } from 'assay-otel';

const SOURCE = 'assay-mcp-server';
const REFUSED = -32010;

/** First match wins. A call that no rule names goes through, and nothing is said about it. */
const RULES = [
  {
    id: 'tool.github.deploy_key.allow.prod',
    tools: ['github.add_deploy_key'],
    when: ({ owner, repo }) => owner === 'acme' && repo !== undefined,
    credentialAlias: 'github-prod-admin',
  },
  {
    id: 'tool.github.deploy_key.deny.external',
    tools: ['github.add_deploy_key'],
    when: ({ owner }) => owner !== undefined && owner !== 'acme',
    effect: 'deny',
  },
  {
    id: 'tool.slack.member.allow.staff',
    tools: ['slack.add_member'],
    credentialAlias: 'slack-bot',
  },
  {
    id: 'tool.slack.invite.deny.guests',
    tools: ['slack.invite'],
    // Breaks where the call names no user by `profile.email`: a policy layer can fail, too.
    when: ({ profile }) => !profile.email.endsWith('@acme.example'),
    effect: 'deny',
  },
  {
    id: 'tool.workspace.admin.allow.oncall',
    tools: ['grant_admin'],
    credentialAlias: 'workspace-oncall',
  },
  {
    id: 'tool.workspace.external.deny',
    tools: ['invite_external'],
    effect: 'deny',
  },
  {
    id: 'tool.workspace.token.deny',
    tools: ['create_workspace_token'],
    effect: 'deny',
    logOnly: true,
  },
];

/** Puts the policy layer before a client transport: `tools/call` passes only where the rules let it. */
export function withPolicy(transport) {
  const forward = transport.send.bind(transport);
  transport.send = async (message, options) => {
    if (message.method !== 'tools/call') return forward(message, options);
    const verdict = judge(message.params);
    const span = trace.getActiveSpan();
    if (span !== undefined && verdict.decision !== undefined) {
      recordDecision(span, verdict.decision);
      // The alias names the credential that the layer would now put in; its value is nobody's business.
      observeToolCall(span, { credentialAlias: verdict.credentialAlias });
    }
    if (verdict.passes) return forward(message, options);
    queueMicrotask(() => {
      transport.onmessage?.({
        jsonrpc: '2.0',
        id: message.id,
        error: { code: REFUSED, message: 'Refused by policy' },
      });
    });
  };
  return transport;
}

function judge({ name, arguments: args = {} }) {
  let rule;
  try {
    rule = RULES.find(({ tools, when }) => tools.includes(name) && (when === undefined || when(args)));
  } catch {
    return { passes: false, decision: { effect: 'error', source: SOURCE, enforced: true } };
  }
  if (rule === undefined) return { passes: true };
  const { id: ruleId, effect = 'allow', logOnly = false, credentialAlias } = rule;
  if (effect === 'deny' && logOnly) {
    const decision = { effect: 'allow', source: SOURCE, ruleId, enforced: false, advisedEffect: 'deny' };
    return { passes: true, decision };
  }
  return {
    passes: effect === 'allow',
    decision: { effect, source: SOURCE, ruleId, enforced: true },
    credentialAlias,
  };
}
