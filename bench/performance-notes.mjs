/** What a reader of the figures has to know, in words. */
export const NOTES = {
  opening: [
    'What is compared is measured side by side in one process, the candidates taking turns, and told as the median with',
    'the 10th and 90th percentile in brackets. Absolute times are of one machine on one day; ratios and differences hold',
    'better, since whoever else works on the machine disturbs both sides. A budget is an aim that was set beforehand;',
    'nothing fails where it is missed. `npm run bench` prints all of this again.',
  ],
  titles: {
    'in-process': 'In the process',
    entry: 'Importing it',
    processors: 'Beside other span processors',
    decoding: 'Beside other decoders',
    reading: 'Reading stored traces',
    streaming: 'Runs without end',
    classifying: 'Packs',
    scaling: 'How costs grow',
    receiver: 'The receiver, beside a Collector',
  },
  missed: [
    'Why, as far as profiles (`node --cpu-prof`) and figures say; what is near its budget can be in this list on one day and',
    'not on another:',
    '',
    '- **The entry** is code, not tables: what is written about dialects and secret shapes is in no bundle of a process. Of',
    '  139 kB the 32 dialects and the policy layers are 44, numbering and evidence 23, processor, guard and options 22, scrubbing',
    '  and secret shapes 17, classifiers and classifier files 16, the record 8, SHA-256 for where there is no `node:crypto` 6.',
    '  Without all dialects it would still be more than was aimed at. Its import is what a host feels, and has a budget of its',
    '  own.',
    '- **OTLP/JSON lines to documents**: lines are read from their bytes, in two thirds to three quarters of what `JSON.parse`',
    '  takes for them, and in half of what reading them took with it. Facts with their digests are 0.4 to 0.5 more, documents',
    '  0.4 to 0.5, and the garbage collector has the evidence of 1,000 runs to keep, where the parser keeps nothing. By the clock',
    '  it is 1.3 to 1.7 times, since the collector works beside.',
    '- **Protobuf beside JSON**: of spans that are no evidence only a few bytes are looked at either way, so what is left is',
    '  about the same; where most are calls, protobuf is faster.',
    '- **A span that is no tool call**: on a quiet machine one of ten in a trace costs two thirds of the budget, one that is a',
    '  trace of its own just about all of it, since a trace is made to number calls in, looked at, and thrown away with it.',
    '  Beside others who share the caches each costs up to half as much again. The profile shows no hot spot; the largest part of',
    '  what is ours is the clock, by which a trace vouches for what came after its beginning.',
    '- **JSON over the span**: 4 bytes more than was aimed at, for the first call of a process; a further digit of the number of',
    '  its epoch or of its own adds 2, one of `assay.numbered` 1. Nothing of it is ours to leave out: each attribute is one that',
    '  [attributes.md](attributes.md) promises, in an event of its own and, for backends that search no events, on the span. The',
    '  record takes 985 B, canonical JSON inside of JSON, with 108 escapes of its quotes; its digest, twice, numbers and',
    '  names for search are the rest. In protobuf it is about half of that.',
  ],
  after: {
    'in-process': [
      'The floor of a call is what any implementation must at least do: parse the arguments, look once for duplicate keys, four hashes, write a record, add the event, delete the arguments. “Whole span” has more in it: numbering the call, and the checkpoint of its trace. In a profile of calls 16 % is the garbage collector, 10 % reading the arguments, 7 % encoding the record, 7 % the SDK checking the event’s attributes and 5 % adding it, 4 % the hashes.',
    ],
    processors: [
      'What they do differs, so this is what a user pays, not who is better at one thing:',
      '- **assay-otel** reads the arguments, classifies, hashes and redacts, writes a record, numbers the call, deletes the raw content. For a call it is the dearest of all: no other reads and replaces the arguments, so each of the others is faster by leaving that out.\n- **Langfuse** names environment and release on each span and, unless told otherwise, drops what is no model’s or agent’s span; a mask is the user’s function over its own input and output attributes.\n- **OpenInference-Vercel** adds attributes of its own, made of those that are there, to spans of AI frameworks, and keeps state by trace.\n- **Logfire** sends a second span when one starts. Its scrubber runs in its SDK for spans that this made itself; put over every span by a processor it looks for words that name secrets, in keys and in text. It is the nearest to comparable work, and some ten times as fast on a call: it matches one pattern and neither parses, hashes nor writes a record.\n- **Sentry** gathers the spans of a trace and makes one event of them.',
    ],
    decoding: [
      'The sentences below the tables are about ours for protobuf, beside the others’ three forms. Messages are what a decoder gives: ids as bytes, attributes as a list, times as objects or big integers. “Spans” gives what is common to all: hex ids and attributes by key, values as they are. Ours gives checked views of spans with plain values, and refuses what does not hold.',
    ],
    streaming: [
      'The budget speaks of 1,000,000 runs and 10,000,000 spans; the size above is what was run here. `ASSAY_BENCH_RUNS=1000000 node bench/streaming.mjs` is the whole of it (19 GB of JSON).',
    ],
    scaling: [
      'Arguments: a call costs a fixed part (record, event, numbering) and then what reading its text costs, so the ratio to the floor is largest where they are small. The fixed part is above that of the floor, which numbers nothing. More than 1 MiB, or than 10,000 values, is not read. A run of one span, as it is read, costs more a span since each has documents of its own; a run of ten costs more in the process since each has a call and a checkpoint.',
      'Open runs: the first one is mostly code that runs for the first time. That a further run costs more where a million are open is most likely the garbage collector, which has two gigabytes to look at. So many are open in this bench only, which lifts the bound: as delivered, an exporter holds 10,000 runs and `serve` as many as half of its heap takes, and the one that was idle for longest is written early (the last two rows), at the cost of its documents. In the process at most 10,000 traces are followed at once (`limits.openTraces`).',
    ],
    receiver: [
      'The Collector is faster, some four to six times by processor time, in less than half the memory. This one decodes, counts and throws away, in Go; `serve` makes evidence of every span, keeps it, and writes the documents of each run. It stands here as the least that a receiver costs: the work is not the same.',
    ],
  },
};
