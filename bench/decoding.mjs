/**
 * OTLP bodies into spans: ours beside JSON.parse, protobufjs and @bufbuild/protobuf on the same batches. Without a
 * build; nothing is asserted.
 */
import { createRequire } from 'node:module';
import 'protobufjs/ext/descriptor/index.js';
import { fasterThan } from './faster.mjs';
import { fromSource } from './from-source.mjs';
import { remark, rotated, row, section, times, within } from './measure.mjs';
import { otlpLines } from './otlp-lines.mjs';
import { load, versionOf } from './peers.mjs';

const { readOtlp, ToolDecisionSpanProcessor, TRACES } = await fromSource('decoding', {
  'index.ts': ['ToolDecisionSpanProcessor'],
  'span/otlp/read-otlp.ts': ['readOtlp'],
  '../test/span/otlp/otlp-messages.ts': ['TRACES'],
});
const { createFileRegistry, fromBinary } = await load('@bufbuild/protobuf');
const { FileDescriptorSetSchema } = await load('@bufbuild/protobuf', '/wkt');

const described = TRACES.root.toDescriptor('proto3');
const bytes = described.constructor.encode(described).finish();
const registry = createFileRegistry(fromBinary(FileDescriptorSetSchema, bytes));
const BUF_TRACES = registry.getMessage('ExportTraceServiceRequest');

const PROTOBUFJS = `protobufjs ${createRequire(import.meta.url)('protobufjs/package.json').version}`;
const ROUNDS = Number(process.env.ASSAY_BENCH_ROUNDS ?? 40);
const VOUCHED = { attest: { instrumentation: 'configured', sampler: 'declared' }, runIsTrace: true };
const PLAIN = { longs: String, bytes: Array, defaults: false };
const hex = (id) => Buffer.from(id).toString('hex');

/** What a decoder's message still lacks to be a span: hex ids, attributes by key. Same for both. */
function spansOf({ resourceSpans }) {
  const found = [];
  for (const { scopeSpans } of resourceSpans)
    for (const { spans } of scopeSpans)
      for (const span of spans) {
        const attributes = {};
        for (const { key, value } of span.attributes) attributes[key] = value;
        found.push({ ...span, attributes, traceId: hex(span.traceId), spanId: hex(span.spanId) });
      }
  return found.length;
}

for (const [title, shape] of [
  ['one span in ten a call', 'mix'],
  ['nine spans in ten a call', 'calls'],
]) {
  const { text, messages, spans } = otlpLines(new ToolDecisionSpanProcessor(VOUCHED), { runs: 200, shape });
  const bodies = text
    .trimEnd()
    .split('\n')
    .map((line) => Buffer.from(line));
  const size = (all) => all.reduce((sum, { length }) => sum + length, 0);
  section(
    `Decoding OTLP bodies: ${title}`,
    `${spans} spans; ${(size(bodies) / 1e6).toFixed(1)} MB of JSON, ${(size(messages) / 1e6).toFixed(1)} MB of protobuf. ` +
      'CPU time, beside JSON.parse of the same bytes. Ours checks and gives spans; the decoders alone give messages.',
  );
  const each = (all, read) => () => {
    for (const body of all) read(body);
  };
  const CANDIDATES = [
    ['JSON.parse', each(bodies, (body) => JSON.parse(body.toString('utf8')))],
    ['ours, JSON', each(bodies, (body) => readOtlp(body, { signal: 'traces', encoding: 'json' }))],
    ['ours, protobuf', each(messages, (body) => readOtlp(body, { signal: 'traces', encoding: 'protobuf' }))],
    [`${PROTOBUFJS}, messages`, each(messages, (body) => TRACES.decode(body))],
    [`${PROTOBUFJS}, plain objects`, each(messages, (body) => TRACES.toObject(TRACES.decode(body), PLAIN))],
    [`${PROTOBUFJS}, spans`, each(messages, (body) => spansOf(TRACES.decode(body)))],
    [
      `@bufbuild/protobuf ${versionOf('@bufbuild/protobuf')}, messages`,
      each(messages, (body) => fromBinary(BUF_TRACES, body)),
    ],
    ['@bufbuild/protobuf, spans', each(messages, (body) => spansOf(fromBinary(BUF_TRACES, body)))],
  ];
  for (const of of [(body) => TRACES.decode(body), (body) => fromBinary(BUF_TRACES, body)])
    if (messages.reduce((sum, body) => sum + spansOf(of(body)), 0) !== spans)
      throw new Error('Expected every span');
  const results = await rotated(
    CANDIDATES.map(([, operation]) => operation),
    { count: 1, rounds: ROUNDS },
  );
  for (const [at, [what]] of CANDIDATES.entries()) {
    const { taken, ratio } = results[at];
    const speed = `${((spans / taken.median) * 1e6).toFixed(0)} k spans/s`;
    row(what, '–', at === 0 ? speed : `${within(ratio, times)}, ${speed}`);
  }
  const [, , ours, ...others] = CANDIDATES.map(([name], at) => ({ name, spread: results[at].ratio }));
  remark(fasterThan(ours, others));
}
