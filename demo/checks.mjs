// What must hold of the evidence, and of what it says of itself.
import { callSpansOf, carriesDecision } from './calls.mjs';
import { RUNS } from './observe.mjs';
import { check } from './transcript.mjs';

/** What the agents know of their calls, held against what was received and what was made of it. */
export function checkEvidence(runs, { spans, codes }) {
  const [whole, , lossy] = runs;
  const { made, forwarded } = whole.told;
  const [clients, servers] = ['client', 'server'].map((vantage) => seenFrom(whole, vantage));
  check(clients === made, `${whole.runId}: ${made} calls made, ${clients} recorded by the client`);
  check(
    servers === forwarded,
    `${whole.runId}: ${forwarded} calls let through, ${servers} recorded by their server`,
  );
  const { told, calls } = lossy;
  check(
    told.lost === 1 && calls.length === told.made - 1,
    `${lossy.runId}: ${told.made} calls made, ${told.lost} export lost, ${calls.length} calls in the surface`,
  );
  const callSpans = callSpansOf(spans);
  const intact = callSpans.filter(carriesDecision).length;
  check(
    intact === callSpans.length,
    `${callSpans.length} call spans received, ${intact} with an intact decision record`,
  );
  const indexed = new Set(runs.flatMap(({ index }) => index.records.flatMap(({ span_ids }) => span_ids)));
  check(
    callSpans.every(({ spanId }) => indexed.has(spanId)),
    'every one of them is in a surface',
  );
  check(codes.surface === 0 && codes.validate === 0, 'every document is valid');
}

/** What health must say of the three runs: no more than is true, and no less. */
export function checkHealth(runs) {
  const states = runs.map(({ health }) => health.coverage.state);
  check(
    String(states) === 'complete,complete,partial',
    `coverage: ${runs.map(({ runId }, at) => `${runId} is ${states[at]}`).join(', ')}`,
  );
  const claims = { no_tool_use: 'no tool use', no_undeclared_tool_use: 'no undeclared tool use' };
  for (const [claim, words] of Object.entries(claims)) {
    const may = runs.filter(({ health }) => health.claims[claim] === 'allowed').map(({ runId }) => runId);
    check(String(may) === RUNS.noneMade, `"${words}" may be claimed only of: ${may.join(', ') || 'none'}`);
  }
  const lossy = runs.at(-1);
  const gaps = gapsByService(lossy.health);
  check(
    String(gaps['access-reviewer']) === 'seal_mismatch,sequence_gap 2',
    `${lossy.runId}: health tells of the lost export: nothing was seen of call 2 of access-reviewer`,
  );
  check(
    ['not_final 1', 'sequence_gap 1'].every((gap) => gaps['workspace-server']?.includes(gap)),
    `${lossy.runId}: health tells of the killed server: its last word is not final, with call 1 open`,
  );
  check(Object.keys(gaps).length === 2, `${lossy.runId}: health tells of no other loss`);
}

function seenFrom({ callSpans }, vantage) {
  return callSpans.filter(({ attributes }) => attributes['assay.vantage'] === vantage).length;
}

/** Under the service of its emitter, each gap with the numbers of its calls. */
export function gapsByService({ coverage, scope }) {
  const gaps = {};
  for (const { code, emitter, missing, open } of coverage.gaps) {
    const entry = scope.emitters.find((other) => other.emitter === emitter);
    const numbers = (missing ?? open ?? []).map(([from, to]) => (from === to ? from : `${from}–${to}`));
    const service = entry?.service ?? 'the run';
    gaps[service] = [...(gaps[service] ?? []), [code, ...numbers].join(' ')];
  }
  return gaps;
}
