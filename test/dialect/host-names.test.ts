import { describe, expect, it } from 'vitest';
import { DEFAULTS } from '../../src/config.ts';
import { observe } from '../../src/pipeline.ts';
import { toolLeaf } from '../../src/span/tool-name.ts';
import { spanView } from './span.ts';

const KEY = 'github_deploy_key';
const MEMBER = 'slack_add_member';
const UUID = '3cc059b9-6f3a-4b5e-9c0d-0d2f4b8a7e11';

/**
 * How hosts and gateways write a tool's name. A single `_` or `-` is part of a name, so a namespace that one of
 * them ends is told from the leaf only by a server that the span names elsewhere; nothing is guessed.
 */
interface Form {
  readonly host: string;
  readonly name: string;
  readonly leaf: string;
  /** What the span says of the server beside the tool's name. */
  readonly known?: string;
  readonly server: string;
  readonly category: string | null;
}

const FORMS: readonly Form[] = [
  {
    host: 'a server of an SDK, bare',
    name: 'add_deploy_key',
    leaf: 'add_deploy_key',
    server: 'unknown',
    category: KEY,
  },
  {
    host: 'Claude Code, Codex, LangChain adapters',
    name: 'mcp__github__add_deploy_key',
    leaf: 'add_deploy_key',
    server: 'github',
    category: KEY,
  },
  {
    host: 'Claude Code, a server of a plug-in',
    name: 'mcp__plugin_github_github__add_deploy_key',
    leaf: 'add_deploy_key',
    server: 'plugin_github_github',
    category: KEY,
  },
  {
    host: 'Claude Code, a connector',
    name: 'mcp__claude_ai_Slack__invite',
    leaf: 'invite',
    server: 'claude_ai_Slack',
    category: MEMBER,
  },
  {
    host: 'Claude Code, a connector whose tool repeats its name',
    name: 'mcp__claude_ai_Slack__slack_send_message',
    leaf: 'slack_send_message',
    server: 'claude_ai_Slack',
    category: null,
  },
  {
    host: 'Claude Code, a server by its UUID',
    name: `mcp__${UUID}__add_deploy_key`,
    leaf: 'add_deploy_key',
    server: UUID,
    category: KEY,
  },
  {
    host: 'Goose',
    name: 'github__add_deploy_key',
    leaf: 'add_deploy_key',
    server: 'github',
    category: KEY,
  },
  {
    host: 'Codex, a server whose name was not clean',
    name: 'mcp__my_github_1f9c2ab3__add_deploy_key',
    leaf: 'add_deploy_key',
    server: 'my_github_1f9c2ab3',
    category: KEY,
  },
  {
    host: 'Codex, a tool whose name was not clean',
    name: 'mcp__github__add_deploy_key_1f9c2ab3',
    leaf: 'add_deploy_key_1f9c2ab3',
    server: 'github',
    category: null,
  },
  {
    host: 'OpenAI Agents SDK',
    name: 'mcp_github__add_deploy_key',
    leaf: 'add_deploy_key',
    server: 'mcp_github',
    category: KEY,
  },
  {
    host: 'OpenAI Agents SDK, shortened',
    name: 'mcp_github__add_deploy_k_1f9c2ab3',
    leaf: 'add_deploy_k_1f9c2ab3',
    server: 'mcp_github',
    category: null,
  },
  {
    host: 'VS Code, Cursor',
    name: 'mcp_github_add_deploy_key',
    leaf: 'mcp_github_add_deploy_key',
    server: 'unknown',
    category: null,
  },
  {
    host: 'VS Code, its server known by the name that it writes',
    name: 'mcp_github_add_deploy_key',
    leaf: 'mcp_github_add_deploy_key',
    known: 'mcp_github',
    server: 'mcp_github',
    category: KEY,
  },
  {
    host: 'VS Code, its server known by another',
    name: 'mcp_github_add_deploy_key',
    leaf: 'mcp_github_add_deploy_key',
    known: 'github',
    server: 'github',
    category: null,
  },
  {
    host: 'GitHub Copilot',
    name: 'github-mcp-server-add_deploy_key',
    leaf: 'github-mcp-server-add_deploy_key',
    server: 'unknown',
    category: null,
  },
  {
    host: 'GitHub Copilot, its server known',
    name: 'github-mcp-server-add_deploy_key',
    leaf: 'github-mcp-server-add_deploy_key',
    known: 'github-mcp-server',
    server: 'github-mcp-server',
    category: KEY,
  },
  {
    host: 'Envoy AI Gateway, Docker MCP Gateway',
    name: 'github__add_deploy_key',
    leaf: 'add_deploy_key',
    known: 'github-backend',
    server: 'github-backend',
    category: KEY,
  },
  {
    host: 'AgentCore',
    name: 'github___add_deploy_key',
    leaf: 'add_deploy_key',
    server: 'github',
    category: KEY,
  },
  {
    host: 'AgentCore through Strands',
    name: 'gateway_github___add_deploy_key',
    leaf: 'add_deploy_key',
    server: 'gateway_github',
    category: KEY,
  },
  {
    host: 'agentgateway, FastMCP, Mastra, CrewAI, ToolHive',
    name: 'github_add_deploy_key',
    leaf: 'github_add_deploy_key',
    server: 'unknown',
    category: null,
  },
  {
    host: 'the same, the server known',
    name: 'github_add_deploy_key',
    leaf: 'github_add_deploy_key',
    known: 'github',
    server: 'github',
    category: KEY,
  },
  {
    host: 'the same, another server known',
    name: 'github_add_deploy_key',
    leaf: 'github_add_deploy_key',
    known: 'git',
    server: 'git',
    category: null,
  },
  {
    host: 'a namespace and the server once more',
    name: 'mcp__gateway__github_add_deploy_key',
    leaf: 'github_add_deploy_key',
    known: 'github',
    server: 'github',
    category: KEY,
  },
  {
    host: 'a namespace that is not a server known otherwise',
    name: 'mcp__github__github_add_deploy_key',
    leaf: 'github_add_deploy_key',
    server: 'github',
    category: null,
  },
  {
    host: 'IBM ContextForge, by its slug',
    name: 'github-add-deploy-key',
    leaf: 'github-add-deploy-key',
    known: 'github',
    server: 'github',
    category: null,
  },
  {
    host: 'LiteLLM, separator `-`',
    name: 'github-add_deploy_key',
    leaf: 'github-add_deploy_key',
    known: 'github',
    server: 'github',
    category: KEY,
  },
  {
    host: 'LiteLLM, separator `--`, of which one is more than the rule takes off',
    name: 'github--add_deploy_key',
    leaf: 'github--add_deploy_key',
    known: 'github',
    server: 'github',
    category: null,
  },
  {
    host: 'LiteLLM, separator `_`',
    name: 'github_add_deploy_key',
    leaf: 'github_add_deploy_key',
    known: 'github',
    server: 'github',
    category: KEY,
  },
  {
    host: 'LiteLLM, separator `.`',
    name: 'github.add_deploy_key',
    leaf: 'add_deploy_key',
    known: 'github',
    server: 'github',
    category: KEY,
  },
  {
    host: 'Assay and other policy engines',
    name: 'github.add_deploy_key',
    leaf: 'add_deploy_key',
    server: 'github',
    category: KEY,
  },
  {
    host: 'ChatGPT apps',
    name: 'mcp.github.add_deploy_key',
    leaf: 'add_deploy_key',
    server: 'github',
    category: KEY,
  },
  {
    host: 'Spring AI, the server shortened',
    name: 'g_add_deploy_key',
    leaf: 'g_add_deploy_key',
    server: 'unknown',
    category: null,
  },
  {
    host: 'Semantic Kernel',
    name: 'GitHub-add_deploy_key',
    leaf: 'GitHub-add_deploy_key',
    server: 'unknown',
    category: null,
  },
  {
    host: 'Semantic Kernel, its plug-in known as the server',
    name: 'GitHub-add_deploy_key',
    leaf: 'GitHub-add_deploy_key',
    known: 'GitHub',
    server: 'GitHub',
    category: KEY,
  },
  {
    host: 'Semantic Kernel, the server known in another case',
    name: 'GitHub-add_deploy_key',
    leaf: 'GitHub-add_deploy_key',
    known: 'github',
    server: 'github',
    category: null,
  },
  {
    host: 'path style',
    name: 'github/add_deploy_key',
    leaf: 'add_deploy_key',
    server: 'github',
    category: KEY,
  },
  {
    host: 'path style, deeper',
    name: 'acme/github/add_deploy_key',
    leaf: 'add_deploy_key',
    server: 'acme/github',
    category: KEY,
  },
  {
    host: 'with a colon',
    name: 'github:add_deploy_key',
    leaf: 'add_deploy_key',
    server: 'github',
    category: KEY,
  },
];

/** Names that end or begin like a tool that is known, or are one in other words or letters. */
const OTHER_TOOLS = [
  'readd_deploy_key',
  're_add_deploy_key',
  'add_deploy_keys',
  'add_deploy_key_',
  'add-deploy-key',
  'addDeployKey',
  'AddDeployKey',
  'ADD_DEPLOY_KEY',
  'deploy_key_add',
  'repos_create_deploy_key',
  'create-a-deploy-key',
  'add_deploy_key ',
  'add_deploy_key\u200b',
];

function recordOf(name: string, known?: string) {
  const attributes = {
    'mcp.method.name': 'tools/call',
    'gen_ai.tool.name': name,
    ...(known !== undefined && { 'mcp.server.name': known }),
  };
  const observed = observe(spanView({ attributes }), DEFAULTS);
  if (observed.is !== 'call') throw new Error('Expected a call');
  return observed.record;
}

describe('the names that hosts give to tools', () => {
  it.each(FORMS)('$host: $name', ({ name, leaf, known, server, category }) => {
    const { tool, server: recorded } = recordOf(name, known);
    expect({ leaf: toolLeaf(name), server: recorded.id, category: tool.category }).toEqual({
      leaf,
      server,
      category,
    });
  });

  it.each(OTHER_TOOLS)('%s is not a deploy key', (name) => {
    for (const prefix of ['', 'github.', 'mcp__github__', 'github_', 'github-']) {
      expect([prefix, recordOf(prefix + name, 'github').tool.category]).toEqual([prefix, null]);
    }
  });
});
