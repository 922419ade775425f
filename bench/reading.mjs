/**
 * From OTLP/JSON lines to the documents of runs, stage upon stage, each beside `JSON.parse` of the same text line by
 * line. `node bench/reading.mjs`, without a build; figures are for reading, nothing is asserted. The budget was an aim:
 * lines and `JSON.parse` alone take most of it.
 */
import { fromSource } from './from-source.mjs';
import { paired, row, section, times, within } from './measure.mjs';
import { otlpLines } from './otlp-lines.mjs';

const {
  factReader,
  JsonDocuments,
  readOtlp,
  readOtlpJson,
  readText,
  RunState,
  surfaceLine,
  ToolDecisionSpanProcessor,
} = await fromSource('reading', {
  'cli/read-fact.ts': ['factReader'],
  'cli/read-text.ts': ['readText'],
  'index.ts': ['ToolDecisionSpanProcessor'],
  'run/run-state.ts': ['RunState'],
  'run/surface-line.ts': ['surfaceLine'],
  'span/otlp/json-documents.ts': ['JsonDocuments'],
  'span/otlp/read-otlp-json.ts': ['readOtlpJson'],
  'span/otlp/read-otlp.ts': ['readOtlp'],
});

/** What a file stream gives at once. */
const PIECE = 64 * 1024;
const BUDGET = 1.5;
const RUNS = 200;
const OPTIONS = { count: 1, pairs: 40 };
/** Of runs that come out complete. */
const VOUCHED = { attest: { instrumentation: 'configured', sampler: 'declared' }, runIsTrace: true };

for (const [title, shape] of [
  ['10 spans a run, one of them a call', 'mix'],
  ['10 spans a run, all but the root a call', 'calls'],
]) {
  const { text, messages, spans } = otlpLines(new ToolDecisionSpanProcessor(VOUCHED), { runs: RUNS, shape });
  const bytes = Buffer.from(text);
  const pieces = [];
  for (let from = 0; from < text.length; from += PIECE) pieces.push(text.slice(from, from + PIECE));
  const lines = text.trimEnd().split('\n');
  section(
    `From OTLP/JSON lines to documents: ${title}`,
    `${spans} spans, ${lines.length} documents, ${(bytes.length / 1e6).toFixed(1)} MB; each stage beside JSON.parse of the same lines. Wall time, in turns.`,
  );

  const floor = () => {
    for (const line of lines) JSON.parse(line);
  };
  const floorOfBytes = () => {
    let from = 0;
    for (let end = bytes.indexOf(10); end !== -1; end = bytes.indexOf(10, from)) {
      JSON.parse(bytes.toString('utf8', from, end));
      from = end + 1;
    }
  };
  const split = (use) => {
    const documents = new JsonDocuments();
    for (const piece of pieces) for (const document of documents.push(piece)) use(document.value);
    for (const document of documents.end()) use(document.value);
  };
  const read = (use) =>
    split((value) => {
      const { spans, refused } = readOtlpJson(value);
      if (refused.length > 0) throw new Error('Expected the input to be read whole');
      for (const span of spans) use(span);
    });
  const facts = (use) => {
    const factOf = factReader({ toolSpans: 'mcp' });
    read((span) => use(factOf(span).fact));
  };
  const documentsOf = (add) => {
    const runs = new RunState();
    add((fact) => runs.add(fact));
    let count = 0;
    for (const _ of runs.documents({ all: false })) count += 1;
    if (count !== RUNS) throw new Error('Expected the documents of every run');
  };
  const linesOf = (add) => {
    const runs = new RunState();
    add((fact) => runs.add(fact));
    let written = 0;
    for (const run of runs.documents({ all: false })) written += Buffer.byteLength(surfaceLine(run));
    if (written < RUNS) throw new Error('Expected the lines of every run');
  };
  const ready = [];
  facts((fact) => ready.push(fact));
  const addReady = (use) => {
    for (const fact of ready) use(fact);
  };

  const speed = (nanoseconds) =>
    `${((bytes.length / nanoseconds) * 1e3).toFixed(0)} MB/s, ${((spans / nanoseconds) * 1e6).toFixed(0)} k spans/s`;
  const nothing = () => {};
  const stages = [
    ['the bytes, made text line by line, JSON.parse', floorOfBytes],
    ['split', () => split(nothing)],
    ['split, read', () => read(nothing)],
    ['split, read, facts', () => facts(nothing)],
    ['documents, of facts that are there', () => documentsOf(addReady)],
    ['split, read, facts, documents', () => documentsOf(facts), BUDGET],
    ['split, read, facts, documents, lines', () => linesOf(facts)],
  ];
  for (const [what, operation, budget] of stages) {
    const { a, b, ratio } = paired(operation, floor, OPTIONS);
    if (what === stages[0][0]) row('  JSON.parse', '–', speed(b.median));
    const measured = `${within(ratio, times)}, ${speed(a.median)}`;
    row(
      `  ${what}`,
      budget === undefined ? '–' : `<= ${times(budget)}`,
      measured,
      ratio.median - (budget ?? Infinity),
    );
  }

  const bodies = lines.map((line) => Buffer.from(line));
  const readAll = (encoding, all) => {
    let count = 0;
    for (const body of all) count += readOtlp(body, { signal: 'traces', encoding }).spans.length;
    if (count !== spans) throw new Error('Expected every span');
  };
  const { a, b, ratio } = paired(
    () => readAll('protobuf', messages),
    () => readAll('json', bodies),
    OPTIONS,
  );
  const perSpan = ({ median }) => `${((spans / median) * 1e6).toFixed(0)} k spans/s`;
  const size = messages.reduce((sum, { length }) => sum + length, 0);
  row('  a body of JSON, read', '–', perSpan(b));
  row(
    `  the same as protobuf (${(size / 1e6).toFixed(1)} MB), beside JSON`,
    '< 1.00 ×',
    `${within(ratio, times)}, ${perSpan(a)}`,
    ratio.median - 1,
  );
  row('  the bytes made text, in pieces', '–', speed(await decoding(bytes)));
}

/** Nanoseconds that `readText` takes. */
async function decoding(bytes) {
  const passes = [];
  for (let pass = 0; pass < OPTIONS.pairs; pass += 1) {
    const start = process.hrtime.bigint();
    for await (const _ of readText('-', piecesOf(bytes)));
    passes.push(Number(process.hrtime.bigint() - start));
  }
  return passes.sort((a, b) => a - b)[passes.length / 2];
}

async function* piecesOf(bytes) {
  for (let from = 0; from < bytes.length; from += PIECE) yield bytes.subarray(from, from + PIECE);
}
