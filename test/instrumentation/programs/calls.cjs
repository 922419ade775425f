// The same session whoever instruments it: tools listed, one called twice, the second time in vain.
const { z } = require('zod');

const ARGUMENTS = { owner: 'org', repo: 'prod', title: 'ci-key', read_only: false, key: 'k' };

exports.makeServer = (McpServer) => {
  const server = new McpServer({ name: 'files', version: '1.0.0' });
  server.registerTool(
    'add_deploy_key',
    { inputSchema: z.object({ owner: z.string(), fail: z.boolean().optional() }).loose() },
    ({ fail }) => ({ content: [{ type: 'text', text: 'done' }], isError: fail === true }),
  );
  return server;
};

exports.makeClient = (Client) => new Client({ name: 'agent', version: '1.0.0' });

exports.connect = async (client, server, InMemoryTransport) => {
  const [clientSide, serverSide] = InMemoryTransport.createLinkedPair();
  await Promise.all([server.connect(serverSide), client.connect(clientSide)]);
};

exports.callTools = async (client) => {
  await client.listTools();
  await client.callTool({ name: 'add_deploy_key', arguments: ARGUMENTS });
  await client.callTool({ name: 'add_deploy_key', arguments: { ...ARGUMENTS, fail: true } });
};

/** Both ends of one session, from construction to the last call; `as` is done to each before it connects. */
exports.session = async ({ Client, McpServer, InMemoryTransport }, as = { client() {}, server() {} }) => {
  const client = exports.makeClient(Client);
  const server = exports.makeServer(McpServer);
  as.client(client);
  as.server(server);
  await exports.connect(client, server, InMemoryTransport);
  await exports.callTools(client);
  await client.close();
};
