import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { folderWith } from '../cli/run-cli.ts';
import { check, filesOf, VECTORS } from './checker.ts';

type Kind = 'surface' | 'health' | 'index' | 'traces';
// biome-ignore lint/suspicious/noExplicitAny: tampering reaches into documents of every shape.
type Json = any;

/** What is changed of a vector, in which of its files, how, and what the checker must name. */
type Tampering = readonly [what: string, vector: string, Kind, change: (value: Json) => void, place: RegExp];

const digest = (text: string) => `sha256:${createHash('sha256').update(text).digest('hex')}`;
const attribute = (list: Json[], key: string) => list.find((entry) => entry.key === key).value;
const spansOf = (document: Json): Json[] =>
  document.resourceSpans.flatMap((resource: Json) =>
    resource.scopeSpans.flatMap((scope: Json) => scope.spans),
  );
const eventOf = (document: Json, name: string) =>
  spansOf(document)
    .flatMap((span) => span.events)
    .find((event) => event.name === name).attributes;

/** Changes what an event holds and makes its digest hold again, as somebody would who means it. */
function rewrite(document: Json, event: string, key: string, change: (value: Json) => void): void {
  const attributes = eventOf(document, event);
  const value = JSON.parse(attribute(attributes, key).stringValue);
  change(value);
  const text = JSON.stringify(value);
  attribute(attributes, key).stringValue = text;
  attribute(attributes, `${key}.digest`).stringValue = digest(text);
}
const record = (change: (value: Json) => void) => (document: Json) =>
  rewrite(document, 'assay.tool_decision', 'assay.record', change);
const checkpoint = (change: (value: Json) => void) => (document: Json) =>
  rewrite(document, 'assay.tool_observation', 'assay.checkpoint', change);

const TAMPERINGS: readonly Tampering[] = [
  [
    'a decision',
    'complete-run',
    'surface',
    (s) => {
      s.observed_tool_decisions[0].decision.rule_id = 'other';
    },
    /surface\.json observed_tool_decisions\[0\]/,
  ],
  [
    'a record left out',
    'complete-run',
    'surface',
    (s) => {
      s.observed_tool_decisions.pop();
    },
    /observed_tool_decisions\.length/,
  ],
  [
    'the order of records',
    'complete-run',
    'surface',
    (s) => {
      s.observed_tool_decisions.reverse();
    },
    /observed_tool_decisions\[0\]/,
  ],
  [
    'a target hash',
    'complete-run',
    'surface',
    (s) => {
      s.observed_tool_decisions[0].action.target.key_title_hash = 'ci-key';
    },
    /key_title_hash is no hash/,
  ],
  [
    'a joined response',
    'two-processes',
    'surface',
    (s) => {
      s.observed_tool_decisions[0].response.status = 'error';
    },
    /response\.status/,
  ],
  [
    'a non-claim',
    'zero-calls',
    'surface',
    (s) => {
      s.non_claims.pop();
    },
    /non_claims/,
  ],
  [
    'the surface digest',
    'complete-run',
    'health',
    (h) => {
      h.surface_digest = digest('');
    },
    /surface_digest/,
  ],
  [
    'the number of calls',
    'complete-run',
    'health',
    (h) => {
      h.tool_calls_observed = 3;
    },
    /tool_calls_observed/,
  ],
  [
    'the number of decisions',
    'complete-run',
    'health',
    (h) => {
      h.policy_decisions_observed = 0;
    },
    /policy_decisions_observed/,
  ],
  [
    'the number of unknown tools',
    'complete-run',
    'health',
    (h) => {
      h.unknown_tool_count = 0;
    },
    /unknown_tool_count/,
  ],
  [
    'the policy layer',
    'known-tools',
    'health',
    (h) => {
      h.policy_layer = 'absent';
    },
    /policy_layer/,
  ],
  [
    'redaction',
    'complete-run',
    'health',
    (h) => {
      h.redaction_active = false;
    },
    /redaction_active/,
  ],
  [
    'the classifiers',
    'complete-run',
    'health',
    (h) => {
      h.classifier_version = [];
    },
    /classifier_version/,
  ],
  [
    'a gap kept silent',
    'lost-call',
    'health',
    (h) => {
      h.coverage.gaps.pop();
    },
    /coverage\.gaps \(codes\)/,
  ],
  [
    'all gaps kept silent',
    'lost-call',
    'health',
    (h) => {
      h.coverage.gaps = [];
      h.coverage.state = 'complete';
    },
    /coverage\.state/,
  ],
  [
    'the missing numbers',
    'lost-call',
    'health',
    (h) => {
      h.coverage.gaps.find((gap: Json) => gap.code === 'sequence_gap').missing = [[3, 3]];
    },
    /coverage\.gaps \(missing\)/,
  ],
  [
    'a gap invented',
    'complete-run',
    'health',
    (h) => {
      h.coverage.gaps.push({ code: 'evicted', count: 1 });
    },
    /coverage\.gaps \(codes\)/,
  ],
  [
    'the end of the scope',
    'complete-run',
    'health',
    (h) => {
      h.scope.emitters[0].until = '9999999999999999999';
    },
    /scope\.emitters/,
  ],
  [
    'what is attested',
    'complete-run',
    'health',
    (h) => {
      h.scope.emitters[0].attested[0].covers = 'process';
    },
    /scope\.emitters/,
  ],
  [
    'an emitter left out',
    'two-processes',
    'health',
    (h) => {
      h.coverage.emitters.pop();
    },
    /coverage\.emitters/,
  ],
  [
    'a limit kept silent',
    'lost-event',
    'health',
    (h) => {
      h.limits = [];
    },
    /limits \(arguments_not_captured\)/,
  ],
  [
    'a claim',
    'complete-run',
    'health',
    (h) => {
      h.claims.no_undeclared_tool_use = 'allowed';
    },
    /claims/,
  ],
  [
    'a claim withheld',
    'zero-calls',
    'health',
    (h) => {
      h.claims.no_tool_use = 'blocked';
    },
    /claims/,
  ],
  [
    'a record digest',
    'complete-run',
    'index',
    (i) => {
      i.records[0].record_digest = digest('');
    },
    /records\[0\]\.record_digest/,
  ],
  [
    'the order of the index',
    'complete-run',
    'index',
    (i) => {
      i.records.reverse();
    },
    /records\[0\]/,
  ],
  [
    'a joined span',
    'two-processes',
    'index',
    (i) => {
      i.records[0].span_ids.pop();
    },
    /span_ids/,
  ],
  [
    'a start',
    'complete-run',
    'index',
    (i) => {
      i.records[0].start_time_unix_nano = '1';
    },
    /start_time_unix_nano/,
  ],
  [
    'a duration',
    'complete-run',
    'index',
    (i) => {
      i.records[0].duration_nano = '1';
    },
    /duration_nano/,
  ],
  [
    'an emitter',
    'complete-run',
    'index',
    (i) => {
      i.records[0].emitter = null;
    },
    /records\[0\]\.emitter/,
  ],
  [
    'a record in its event',
    'complete-run',
    'traces',
    (t) => {
      attribute(eventOf(t, 'assay.tool_decision'), 'assay.record').stringValue += ' ';
    },
    /event_truncated/,
  ],
  [
    'a record with a digest that holds',
    'complete-run',
    'traces',
    record((r) => {
      r.decision.rule_id = 'other';
    }),
    /seal_mismatch/,
  ],
  [
    'a record that is not canonical, with a digest that holds',
    'complete-run',
    'traces',
    record((r) => {
      const { tool } = r;
      delete r.tool;
      r.another = tool;
      r.tool = tool;
      r.aaa = 1;
    }),
    /event_truncated/,
  ],
  [
    'a target that is no hash, with a digest that holds',
    'complete-run',
    'traces',
    record((r) => {
      r.action.target.key_title_hash = 'ci-key';
    }),
    /assay\.record: action\.target\.key_title_hash is no hash/,
  ],
  [
    'a side effect said to be verified',
    'complete-run',
    'traces',
    record((r) => {
      r.response.side_effect_verified = true;
    }),
    /side_effect_verified is not false/,
  ],
  [
    'a checkpoint',
    'complete-run',
    'traces',
    (t) => {
      attribute(eventOf(t, 'assay.tool_observation'), 'assay.checkpoint').stringValue += ' ';
    },
    /checkpoint_missing/,
  ],
  [
    'how many calls were numbered',
    'complete-run',
    'traces',
    checkpoint((c) => {
      c.numbered = 5;
    }),
    /sequence_gap/,
  ],
  [
    'the seal',
    'complete-run',
    'traces',
    checkpoint((c) => {
      c.seal = digest('');
    }),
    /seal_mismatch/,
  ],
  [
    'that it is final',
    'complete-run',
    'traces',
    checkpoint((c) => {
      c.final = false;
    }),
    /not_final/,
  ],
  [
    'that it is resumed',
    'complete-run',
    'traces',
    checkpoint((c) => {
      c.resumed = true;
    }),
    /evicted/,
  ],
  [
    'calls that no span stands for',
    'complete-run',
    'traces',
    checkpoint((c) => {
      c.unrecorded = 1;
    }),
    /unrecorded_calls/,
  ],
  [
    'calls that were not sampled',
    'complete-run',
    'traces',
    checkpoint((c) => {
      c.not_sampled = 1;
    }),
    /not_sampled/,
  ],
  [
    'the sampler',
    'known-tools',
    'traces',
    checkpoint((c) => {
      c.sampler = 'unknown';
    }),
    /sampler_unknown/,
  ],
  [
    'the word of a process at its end',
    'run-of-two-processes',
    'traces',
    (t) => {
      attribute(eventOf(t, 'assay.run_end'), 'assay.run_seal').stringValue += ' ';
    },
    /run_not_sealed/,
  ],
  [
    'a part of the run that was not seen',
    'run-of-two-processes',
    'traces',
    (t) =>
      rewrite(t, 'assay.run_end', 'assay.run_seal', (seal) => {
        seal.parts[0].trace = 'f'.repeat(32);
      }),
    /run_not_sealed/,
  ],
  [
    'a claim of absence below an ingress that nobody watched',
    'unwatched-root',
    'health',
    (h) => {
      h.claims.no_tool_use = 'allowed';
    },
    /claims/,
  ],
  [
    'a seal that was missed',
    'lost-run-seal',
    'health',
    (h) => {
      h.coverage.gaps = [];
      h.coverage.state = 'complete';
    },
    /coverage\.state/,
  ],
  [
    'a span that is not there',
    'complete-run',
    'index',
    (index) => {
      index.records[0].span_ids[0] = 'f'.repeat(16);
    },
    /names a span that is not there/,
  ],
  [
    'calls outside every context',
    'zero-calls',
    'traces',
    checkpoint((c) => {
      c.detached_calls = 1;
    }),
    /limits \(detached_calls\)/,
  ],
];

it.each(TAMPERINGS)('%s (%s, %s) is found', (_what, vector, kind, change, place) => {
  const { traces, made } = copyOf(vector);
  if (kind === 'traces') {
    const documents = readFileSync(traces, 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Json);
    const whole = { resourceSpans: documents.flatMap((document) => document.resourceSpans) };
    change(whole);
    writeFileSync(traces, JSON.stringify(whole));
  } else {
    const name = Object.keys(filesOf(made)).find((file) => file.endsWith(`.${kind}.json`)) ?? '';
    const value = JSON.parse(readFileSync(join(made, name), 'utf8'));
    change(value);
    writeFileSync(join(made, name), `${JSON.stringify(value)}\n`);
  }
  const { code, said } = check(traces, made);
  expect(said).toMatch(place);
  expect(code).toBe(1);
});

it('a document that is not canonical, one that is missing, and one of no run are found', () => {
  const { traces, made } = copyOf('complete-run');
  const [health = '', index = '', surface = ''] = Object.keys(filesOf(made));
  const text = readFileSync(join(made, surface), 'utf8');
  writeFileSync(join(made, surface), text.trimEnd());
  expect(check(traces, made)).toMatchObject({ code: 1, said: expect.stringMatching(/canonical form/) });
  writeFileSync(join(made, surface), text);
  writeFileSync(join(made, 'other.surface.json'), text);
  expect(check(traces, made)).toMatchObject({ code: 1, said: expect.stringMatching(/belongs to no run/) });
  const lacking = folderWith({ [health]: '{}\n', [index]: '{}\n' });
  expect(check(traces, lacking)).toMatchObject({ code: 1, said: expect.stringMatching(/is not there/) });
  const empty = folderWith({ [health]: '{}\n', [index]: '{}\n', [surface]: '{}\n' });
  expect(check(traces, empty)).toMatchObject({
    code: 1,
    said: expect.stringMatching(/lacks what it must have/),
  });
});

it.each([
  ['without a folder', 'traces.jsonl', ''],
  ['with a folder that is not there', 'traces.jsonl', '/missing'],
  ['with traces that are not there', 'missing.jsonl', '/expected'],
])('%s it says what it expects', (_what, file, folder) => {
  const vector = `${VECTORS}/complete-run`;
  expect(check(`${vector}/${file}`, folder === '' ? '' : `${vector}${folder}`)).toMatchObject({ code: 2 });
});

function copyOf(vector: string) {
  const folder = folderWith({ 'traces.jsonl': readFileSync(`${VECTORS}/${vector}/traces.jsonl`) });
  return { traces: join(folder, 'traces.jsonl'), made: folderWith(filesOf(`${VECTORS}/${vector}/expected`)) };
}
