// The runs behind the published vectors, for make-vectors.mjs.
export const VOUCHED = { instrumentation: 'configured', sampler: 'declared' };
const DEPLOY_KEY = { owner: 'org', repo: 'prod-repo', title: 'ci-key', read_only: false };
export const CALLS = [
  ['github.add_deploy_key', DEPLOY_KEY],
  ['slack.add_member', { workspace_id: 'T0123', channel_id: 'C0123', user_id: 'alice@example.com' }],
  ['github.delete_repo', { owner: 'org' }],
  ['search', { query: 'open incidents' }],
];
const KNOWN = CALLS.slice(0, 2);

/** Whatever the query says is run, and never read. */
const SEARCH_FILE = {
  schema: 'assay.tool_classifiers.v0',
  name: 'search',
  servers: ['*'],
  categories: [
    {
      ...{ id: 'search/query', provider: 'search', class: 'opaque_execution', resource_type: 'index' },
      ...{ required_scope: null, tools: { search: 'run' }, required: [] },
      fields: [
        { key: 'index', from: ['index'], as: 'plain' },
        { key: 'team_hashes', from: ['teams[]'], as: 'hashed', domain: 'search_team' },
      ],
    },
    {
      ...{ id: 'search/repository', provider: 'github', class: 'privileged_admin_action' },
      ...{ resource_type: 'repository', required_scope: null, consequence: 'one_way_terminal' },
      tools: { delete_repo: { argument: 'how', verbs: { now: 'delete' } } },
      fields: [{ key: 'owner', from: ['owner'], as: 'plain' }],
      required: [{ any_of: ['owner'] }],
      kept_when_incomplete: ['owner'],
    },
  ],
};

/** Per vector: what the run does and what the pipeline did to it. The sentences are for `vectors/index.json`. */
export const VECTORS = {
  'complete-run': {
    says: 'One process makes four calls, one of them denied, and everything it said arrived: complete.',
    calls: CALLS,
  },
  'known-tools': {
    says: 'Complete, and every call is of a known tool with a whole target: nothing undeclared may be claimed.',
    calls: KNOWN,
    foreign: {},
  },
  'tools-of-a-file': {
    says: 'Two calls are of categories of a classifier file, one of them opaque: complete, and the file is named.',
    calls: [
      ['github.add_deploy_key', DEPLOY_KEY],
      ['search', { query: 'open incidents', index: 'tickets', teams: ['red', 'blue'] }],
      ['github.delete_repo', { owner: 'org' }],
    ],
    classifiers: [SEARCH_FILE],
  },
  'zero-calls': {
    says: 'The agent lists the tools and calls none: complete, and that no tool was used may be claimed.',
    calls: [],
    foreign: {},
  },
  'lost-call': {
    says: 'The span of the last call was dropped: its number is missing and the seal does not hold.',
    calls: CALLS,
    lose: (span) => (numberOf(span) === 4 ? undefined : span),
  },
  'lost-event': {
    says: 'The second call arrived as a span with its numbers, and without its event.',
    calls: CALLS,
    lose: (span) => (numberOf(span) === 2 ? { ...span, events: [] } : span),
  },
  'lost-checkpoint': {
    says: 'The root arrived without its event: its emitter never said how many calls there were.',
    calls: CALLS,
    lose: (span) => (isRoot(span) ? { ...span, events: [] } : span),
  },
  'lost-root': {
    says: 'The root was dropped, and with it the checkpoint: not even the run began where anybody saw it.',
    calls: CALLS,
    lose: (span) => (isRoot(span) ? undefined : span),
  },
  'cut-event': {
    says: 'A limit on the way cut the record of the first call: its digest does not hold, so it is no evidence.',
    calls: CALLS,
    lose: (span) => (numberOf(span) === 1 ? cut(span) : span),
    isRefused: true,
  },
  'log-records': {
    says: 'Records leave as log records in place of span events, and both signals arrived: complete.',
    calls: KNOWN,
    carrier: 'log',
  },
  'log-record-alone': {
    says: 'Of the second call the log record arrived, and its span was dropped: what it was below is not known.',
    calls: KNOWN,
    carrier: 'log',
    lose: (span) => (numberOf(span) === 2 ? undefined : span),
  },
  'repeated-batch': {
    says: 'All spans came twice and out of order, as a retry leaves them: still complete.',
    calls: CALLS,
    repeat: true,
  },
  'two-processes': {
    says: 'Agent and server are instrumented: each call is two spans, and one record.',
    calls: KNOWN,
    server: 'instrumented',
  },
  conflict: {
    says: 'Two attributes of one span name different tools: the record stands, and the run is in conflict.',
    calls: KNOWN,
    foreign: { 'mcp.tool.name': 'other_tool' },
  },
  'one-number-twice': {
    says: 'Two spans carry one number of one emitter, as two clones of a process write it: both stand, in conflict.',
    calls: KNOWN,
    double: (span) => (numberOf(span) === 2 ? { ...span, spanId: '00f067aa0ba902b7' } : undefined),
  },
  'sampler-unknown': {
    says: 'The operator vouches for the instrumentation and not for the sampler, which may drop calls in silence.',
    calls: KNOWN,
    foreign: {},
    attest: { instrumentation: 'configured' },
  },
  'not-attested': {
    says: 'Spans of MCP are seen and numbered, and nobody vouches that there are no other clients.',
    calls: KNOWN,
    foreign: {},
    attest: {},
  },
  'call-outlasts-root': {
    says: 'A call ended after the root, and its span carries the last checkpoint: complete.',
    calls: KNOWN,
    leaveOpen: true,
  },
  'open-call': {
    says: 'A call was open when the last checkpoint that arrived was written: not final.',
    calls: KNOWN,
    leaveOpen: true,
    lose: (span) => (numberOf(span) === 3 ? undefined : span),
  },
  'root-not-sampled': {
    says: 'The sampler drops all but calls: a span of its own carries the checkpoint for the root. Complete.',
    calls: KNOWN,
    sampling: 'sample',
  },
  'read-in-process': {
    says: 'Nothing is sampled and a reader in the process saw it all; of whoever reads what left, both calls are missed.',
    calls: KNOWN,
    sampling: 'record',
  },
  'shut-down': {
    says: 'The process was shut down while a call and the root were open: what it said then is not final.',
    calls: KNOWN,
    leaveOpen: true,
    isShutDown: true,
  },
  'detached-call': {
    says: 'The only call lost its context and began a trace of its own: the run of the root may claim no absence.',
    calls: KNOWN.slice(0, 1),
    foreign: {},
    isDetached: true,
  },
  'unwatched-root': {
    says: 'An ingress that nobody watches began the trace: complete, and no absence may be claimed.',
    calls: [],
    foreign: {},
    hasIngress: true,
    runId: 'order-4711',
    runIsTrace: true,
  },
  'run-of-two-processes': {
    says: 'Two processes make a trace each for one run, and each says at its end which it had: complete.',
    calls: KNOWN,
    agents: 2,
    runId: 'nightly-2026-12-01',
    isSealed: true,
  },
  'lost-run-seal': {
    says: 'Of two processes that made traces for one run, one lost what it said at its end: not sealed.',
    calls: KNOWN,
    agents: 2,
    runId: 'nightly-2026-12-02',
    isSealed: true,
    lose: (span, n) => (n === 1 && isSeal(span) ? undefined : span),
  },
  'run-not-sealed': {
    says: 'The root names a run that is wider than its trace, and nothing says which parts it has.',
    calls: KNOWN,
    runId: 'nightly-2026-11-30',
  },
};

function isRoot(span) {
  return span.parentSpanId === undefined;
}

function isSeal(span) {
  return span.events.some(({ name }) => name === 'assay.run_end');
}

function numberOf(span) {
  return span.attributes.find(({ key }) => key === 'assay.sequence')?.value.intValue;
}

function cut(span) {
  const shorter = (attribute) =>
    attribute.key === 'assay.record'
      ? { ...attribute, value: { stringValue: attribute.value.stringValue.slice(0, 256) } }
      : attribute;
  const events = span.events.map((event) => ({ ...event, attributes: event.attributes.map(shorter) }));
  return { ...span, events };
}
