import { CALL } from './build.ts';
import type { Fault } from './faults.ts';
import { PLAIN, type Worldly } from './generate.ts';

/** A counterexample: what happens in one sentence, the world, and what goes wrong in it. */
export type Case = readonly [says: string, choices: Worldly, wrong: readonly Fault[]];

/** Found by the hunt in what an emitter keeps, and mended since. */
export const EMITTER_CASES: readonly Case[] = [
  [
    'a call that lost its context is still open when the root ends',
    { ...PLAIN, ops: [{ ...CALL, kind: 'detached', length: 5 }] },
    [],
  ],
  [
    'a call lost its context together with a span above it',
    { ...PLAIN, ops: [{ ...CALL, kind: 'detached', between: 'http', length: 0 }] },
    [],
  ],
  [
    'a call that lost its context was counted as it began, and dropped by the sampler',
    { ...PLAIN, emitters: ['installed'], ops: [{ ...CALL, kind: 'detached' }] },
    [{ is: 'unsampled_call', pick: 0 }],
  ],
  [
    'the process forks while a trace is open, and what the first of the two does from then on is lost',
    {
      ...PLAIN,
      ops: [
        { ...CALL, gap: 1 },
        { ...CALL, gap: 5, length: 2 },
      ],
    },
    [
      { is: 'forked', pick: 5 },
      { is: 'lost_fork', pick: 0 },
    ],
  ],
  [
    'the run is ended while one of its traces is open, and that trace is lost',
    { ...PLAIN, emitters: ['configured', 'none'], wider: 1, ops: [{ ...CALL, under: 1 }] },
    [
      { is: 'ended_early', pick: 3 },
      { is: 'lost_trace', pick: 1 },
    ],
  ],
  [
    'the processor never saw the start of a call, its wrapper does not pass `onEnding` on, and the span is lost',
    { ...PLAIN, guards: ['ended'], ops: [CALL] },
    [
      { is: 'late_without_hook', pick: 0 },
      { is: 'lost_span', pick: 1 },
    ],
  ],
];
