// What the user wants, and what a scripted model makes of it.
const canaries = require('./canaries.json');

/** The user's words, by run. A scripted model answers `clean` with `CALLS`, one by one, and `quiet` with a sentence. */
const PROMPTS = {
  clean: 'Give CI a deploy key for acme/prod-api, and open an issue about the old one.',
  quiet: 'Book a meeting room for Tuesday.',
};

/** The tool calls of the clean run, in order. Secrets stand in arguments, as a careless model puts them there. */
const CALLS = [
  {
    tool: 'add_deploy_key',
    arguments: {
      owner: 'acme',
      repo: 'prod-api',
      title: 'ci-key',
      key: canaries.privateKey,
      read_only: true,
      auth: { token: canaries.token },
    },
  },
  {
    tool: 'create_issue',
    arguments: {
      owner: 'acme',
      repo: 'prod-api',
      title: 'Rotate the old deploy key',
      body: `Its note says: ${canaries.phrase}`,
    },
  },
];

/** What the model asks for where a policy decides: three keys and one that nobody can decide on, each with a secret. */
const CALLS_TO_DECIDE = [
  deployKey({ owner: 'acme', repo: 'prod-api', read_only: true }), // allowed
  deployKey({ owner: 'contractor', repo: 'prod-api-fork', read_only: true }), // denied
  deployKey({ owner: 'acme', repo: 'payments', read_only: true }), // not decided
  deployKey({ owner: 'acme', repo: 'prod-web', read_only: false }), // advised against, in log-only mode
];

function deployKey(target) {
  return { tool: 'add_deploy_key', arguments: { ...target, title: 'ci-key', key: canaries.privateKey } };
}

module.exports = { CALLS, CALLS_TO_DECIDE, PROMPTS };
