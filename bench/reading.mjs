/**
 * From OTLP/JSON lines, as bytes, to the documents of runs: stage upon stage, each beside `JSON.parse` of the same bytes
 * line by line. `node bench/reading.mjs`, without a build; figures are for reading, nothing is asserted.
 */
import { fromSource } from './from-source.mjs';
import { rotated, row, section, times, within } from './measure.mjs';
import { otlpLines } from './otlp-lines.mjs';

const {
  factReader,
  linesIn,
  OtlpBytes,
  readOtlpJson,
  readOtlpProtobuf,
  RunState,
  surfaceLine,
  ToolDecisionSpanProcessor,
  wantedForFacts,
} = await fromSource('reading', {
  'cli/read-fact.ts': ['factReader'],
  'cli/read-lines.ts': ['linesIn'],
  'index.ts': ['ToolDecisionSpanProcessor'],
  'run/run-state.ts': ['RunState'],
  'run/surface-line.ts': ['surfaceLine'],
  'run/wanted-for-facts.ts': ['wantedForFacts'],
  'span/otlp/json-bytes/read-otlp-bytes.ts': ['OtlpBytes'],
  'span/otlp/read-otlp-json.ts': ['readOtlpJson'],
  'span/otlp/read-otlp-protobuf.ts': ['readOtlpProtobuf'],
});

/** What is read of a file at once. */
const PIECE = 1024 * 1024;
const BUDGET = 1.5;
const RUNS = 1_000;
const ROUNDS = 24;
/** Of runs that come out complete. */
const VOUCHED = { attest: { instrumentation: 'configured', sampler: 'declared' }, runIsTrace: true };

for (const [title, shape] of [
  ['10 spans a run, one of them a call', 'mix'],
  ['10 spans a run, all but the root a call', 'calls'],
]) {
  const { text, messages, spans } = otlpLines(new ToolDecisionSpanProcessor(VOUCHED), { runs: RUNS, shape });
  const bytes = Buffer.from(text);
  const lines = text.trimEnd().split('\n');
  section(
    `From OTLP/JSON lines to documents: ${title}`,
    `${spans} spans, ${lines.length} documents, ${(bytes.length / 1e6).toFixed(1)} MB in pieces of 1 MiB; each stage beside JSON.parse of the same bytes, line by line. CPU time, in turns.`,
  );

  const parsed = () => {
    let from = 0;
    for (let end = bytes.indexOf(10); end !== -1; end = bytes.indexOf(10, from)) {
      JSON.parse(bytes.toString('utf8', from, end));
      from = end + 1;
    }
  };
  const parsedText = () => {
    for (const line of lines) JSON.parse(line);
  };
  const refuse = () => {
    throw new Error('Expected the input to be read whole');
  };
  const exactly = async () => {
    for await (const { value } of linesIn(piecesOf(bytes), refuse, () => undefined)) readOtlpJson(value);
  };
  const read = async (use) => {
    const reader = new OtlpBytes(wantedForFacts(undefined));
    for await (const { read } of linesIn(piecesOf(bytes), refuse, (line) => reader.read(line)))
      for (const span of read.spans) use(span);
  };
  const facts = async (use) => {
    const factOf = factReader({ toolSpans: 'mcp' });
    await read((span) => use(factOf(span).fact));
  };
  const documentsOf = async (add) => {
    const runs = new RunState();
    await add((fact) => runs.add(fact));
    let count = 0;
    for (const _ of runs.documents({ all: false })) count += 1;
    if (count !== RUNS) throw new Error('Expected the documents of every run');
  };
  const linesOf = async (add) => {
    const runs = new RunState();
    await add((fact) => runs.add(fact));
    let written = 0;
    for (const run of runs.documents({ all: false })) written += Buffer.byteLength(surfaceLine(run));
    if (written < RUNS) throw new Error('Expected the lines of every run');
  };
  const ready = [];
  await facts((fact) => ready.push(fact));
  const addReady = (use) => {
    for (const fact of ready) use(fact);
  };

  const speed = (nanoseconds) =>
    `${((bytes.length / nanoseconds) * 1e3).toFixed(0)} MB/s, ${((spans / nanoseconds) * 1e6).toFixed(0)} k spans/s`;
  const nothing = () => {};
  const stages = [
    ['JSON.parse of the bytes, made text', parsed],
    ['JSON.parse of what is text already', parsedText],
    ['each span, read with all that is on it', exactly],
    ['what is needed of each span, read', () => read(nothing)],
    ['read, facts', () => facts(nothing)],
    ['documents, of facts that are there', () => documentsOf(addReady)],
    ['read, facts, documents', () => documentsOf(facts), BUDGET],
    ['read, facts, documents, lines', () => linesOf(facts)],
  ];
  const measured = await rotated(
    stages.map(([, operation]) => operation),
    { count: 1, rounds: ROUNDS },
  );
  for (const [at, [what, , budget]] of stages.entries()) {
    const { ratio, taken } = measured[at];
    row(
      `  ${what}`,
      budget === undefined ? '–' : `<= ${times(budget)}`,
      `${within(ratio, times)}, ${speed(taken.median)}`,
      ratio.median - (budget ?? Infinity),
    );
  }

  // The same spans, one message after the other, to the facts.
  const ofMessages = () => {
    const wanted = wantedForFacts(undefined);
    const factOf = factReader({ toolSpans: 'mcp' });
    let count = 0;
    for (const message of messages)
      for (const span of readOtlpProtobuf(message, 'traces', wanted).spans)
        count += factOf(span) === undefined ? 0 : 1;
    if (count !== spans) throw new Error('Expected every span');
  };
  const [json, protobuf] = await rotated([() => facts(nothing), ofMessages], {
    count: 1,
    rounds: ROUNDS,
  });
  const size = messages.reduce((sum, { length }) => sum + length, 0);
  row('  read, facts, again', '–', speed(json.taken.median));
  row(
    `  the same as protobuf (${(size / 1e6).toFixed(1)} MB), beside JSON`,
    '< 1.00 ×',
    `${within(protobuf.ratio, times)}, ${((spans / protobuf.taken.median) * 1e6).toFixed(0)} k spans/s`,
    protobuf.ratio.median - 1,
  );
}

async function* piecesOf(bytes) {
  for (let from = 0; from < bytes.length; from += PIECE) yield bytes.subarray(from, from + PIECE);
}
