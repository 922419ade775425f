// node stdio-server.cjs RECEIVED: the GitHub-like server over stdio, as somebody else's server would be started.
const { argv } = require('node:process');
const { StdioServerTransport } = require('@modelcontextprotocol/sdk/server/stdio.js');
const { createGithubServer } = require('./github-server.cjs');

createGithubServer({ received: argv[2] }).connect(new StdioServerTransport());
