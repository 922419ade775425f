import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type InstalledProject, installedProject } from './installed-project.ts';

/** The files that docs/gate.md shows, as a newcomer takes them: whole, in a project of their own. */
const doc = readFileSync(new URL('../../docs/gate.md', import.meta.url), 'utf8');
const snippets = [...doc.matchAll(/^```js\n([\s\S]*?)^```$/gm)].flatMap(([, text = '']) =>
  text.includes('expectWithinDeclared(') ? [text] : [],
);
const snippet = (word: string) => snippets.find((text) => text.includes(word)) ?? '';

const IMPORTS = [
  ['{ Client }', '@modelcontextprotocol/sdk/client/index.js'],
  ['{ InMemoryTransport }', '@modelcontextprotocol/sdk/inMemory.js'],
  ['{ McpServer }', '@modelcontextprotocol/sdk/server/mcp.js'],
  ['{ instrumentClient }', 'assay-otel/mcp'],
  ['{ z }', 'zod'],
] as const;

/** An agent that adds one deploy key. */
const AGENT = `async function runAgent() {
  const server = new McpServer({ name: 'github', version: '1.0.0' });
  const inputSchema = { owner: z.string(), repo: z.string(), title: z.string(), read_only: z.boolean() };
  server.registerTool('github.add_deploy_key', { inputSchema }, async () => ({ content: [] }));
  const client = instrumentClient(new Client({ name: 'agent', version: '1.0.0' }));
  const [near, far] = InMemoryTransport.createLinkedPair();
  await server.connect(far);
  await client.connect(near);
  const args = { owner: 'acme', repo: 'prod-api', title: 'ci-key', read_only: true };
  await client.callTool({ name: 'github.add_deploy_key', arguments: args });
  await client.close();
}
`;

const declaredFor = (repo: string) => `schema: assay.declared_tool_surface.v0
declared_tool_actions:
  - id: keys
    provider: github
    action_class: github_deploy_key
    allowed_effects: [allow]
    allowed_targets: [{ owner: acme, repo: ${repo} }]
`;

let project: InstalledProject;
beforeAll(() => {
  project = installedProject([
    'jest@30.5.2',
    'vitest@4.1.12',
    '@modelcontextprotocol/sdk@1.32.2',
    '@opentelemetry/sdk-node@0.223.0',
    '@opentelemetry/sdk-trace-base@2.12.1',
  ]);
  const imports = IMPORTS.map(([names, from]) => `import ${names} from '${from}';\n`).join('');
  const requires = IMPORTS.map(([names, from]) => `const ${names} = require('${from}');\n`).join('');
  project.write('agent.mjs', `${imports}export ${AGENT}`);
  project.write('agent.cjs', `${requires}${AGENT}exports.runAgent = runAgent;\n`);
  project.write('vitest.test.mjs', snippet("from 'vitest'"));
  project.write('jest.test.cjs', snippet('./agent.cjs'));
  project.write('jest.config.json', '{ "testMatch": ["**/jest.test.cjs"] }');
});
afterAll(() => project.remove());

describe.each([
  ['vitest', ['vitest', 'run', 'vitest.test.mjs']],
  ['Jest', ['jest', '--ci', '--config', 'jest.config.json']],
])('the file for %s', (_name, command) => {
  it('passes where the agent does what is declared, and throws the report where it does not', () => {
    project.write('declared.yaml', declaredFor('prod-api'));
    expect(project.run('npx', '--no-install', ...command)).toMatchObject({ code: 0 });
    project.write('declared.yaml', declaredFor('other'));
    const { code, stdout, stderr } = project.run('npx', '--no-install', ...command);
    expect(code).toBe(1);
    expect(stdout + stderr).toContain('nearest: keys (declared.yaml, line 3): repo does not fit');
  });
});
