import {
  COUNT,
  DIGEST,
  EMPTY_LIST,
  FLAG,
  list,
  object,
  oneOf,
  orNull,
  SPAN_ID,
  TEXT,
  TEXT_OR_EMPTY,
  word,
} from './plain-text.ts';

const NANOS = '"(?:0|[1-9]\\d{0,19})"';

/** As this version writes it where no call is open and none was withdrawn. */
const CHECKPOINT = object(
  {
    classifier_version: list(TEXT),
    detached_calls: COUNT,
    emitter: SPAN_ID,
    epoch: '"[1-9]\\d{0,15}-[0-9a-f]{16}"',
    final: FLAG,
    from: NANOS,
    hooks_missed: COUNT,
    instrumentation: list(
      object({
        basis: oneOf(word('installed'), word('configured'), word('seen')),
        covers: oneOf(word('object'), word('process')),
        scope: TEXT,
        since: NANOS,
        vantage: oneOf(word('client'), word('server'), word('gateway'), word('framework')),
        version: TEXT_OR_EMPTY,
      }),
    ),
    limits: list(TEXT),
    not_sampled: COUNT,
    numbered: COUNT,
    open: EMPTY_LIST,
    open_roots: list(SPAN_ID),
    ordinal: COUNT,
    policy_hook: FLAG,
    read_in_process: FLAG,
    resumed: FLAG,
    root: orNull(SPAN_ID),
    run: orNull(word('trace')),
    run_root: orNull(SPAN_ID),
    sampler: oneOf(word('observing'), word('declared'), word('unknown')),
    scrub: oneOf(word('strict'), word('content'), word('off')),
    seal: DIGEST,
    unrecorded: COUNT,
    until: NANOS,
    withdrawn: EMPTY_LIST,
  },
  { initialize_seen: FLAG, tools_list_seen: FLAG },
);

const PATTERN = new RegExp(`^${CHECKPOINT}$`);

/** Whether this text is, beyond doubt, the canonical JSON of a checkpoint that can be read. */
export function isPlainCheckpoint(text: string): boolean {
  return PATTERN.test(text);
}
